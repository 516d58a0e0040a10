/** The engines for which the simulator prints a call to paste: for each a snippet of code, and the settings that it needs. */
import type { EndpointId } from '../../src/contract/endpoints.ts';
import { showSecret, sampleCall, type CallHeader, type CallTarget } from './sample-call.ts';
import type { EngineName } from './engine-names.ts';

/** Where a snippet runs, and what the simulator serves there. */
interface EngineContext {
  readonly call: NonNullable<ReturnType<typeof sampleCall>>;
  /** The base URL. */
  readonly url: string;
  /** The file of the certificate authority, where replies come by TLS from one that was made for it. */
  readonly authorityFile: string | undefined;
}

/** One engine: a call to paste, and the settings that it needs for it. */
interface Engine {
  readonly title: string;
  readonly language: string;
  /** The lines of the call. */
  readonly code: (context: EngineContext) => readonly string[];
  /** Sentences, or lines of a file to add. */
  readonly settings: (context: EngineContext) => readonly string[];
}

/** The text of a header; where a secret is not shown, the variable in whose place its value belongs. */
const headerText = ({ value }: CallHeader): string =>
  typeof value === 'string' ? value : showSecret(value.secret);

/** A literal in double quotes, as C#, C++, GDScript and TypeScript read it. */
const literal = (text: string): string => JSON.stringify(text);

const isTls = ({ url }: EngineContext): boolean => url.startsWith('https:');

/** The port of a URL, also where it is the usual one. */
const portOf = (url: string): string => {
  const { port, protocol } = new URL(url);
  return port !== '' ? port : protocol === 'https:' ? '443' : '80';
};

/** What a phone or an emulator needs to reach a simulator that listens on this machine's loopback. */
const androidReach = ({ url }: EngineContext): readonly string[] => [
  `An emulator reaches this machine as 10.0.2.2: ${url.replace(new URL(url).hostname, '10.0.2.2')}`,
  `A phone on a cable: adb reverse tcp:${portOf(url)} tcp:${portOf(url)}, then ${url} is right on the phone, too.`,
  'A phone in the same network: start the simulator with --host 0.0.0.0 and use the address of this machine.',
];

/** In Kotlin a dollar sign begins a template. */
const kotlin = (text: string): string => literal(text).replaceAll('$', String.raw`\$`);

const CLEARTEXT: readonly string[] = [
  'Android 9 and later refuse plain http. res/xml/network_security_config.xml, in debug builds:',
  '  <network-security-config>',
  '    <domain-config cleartextTrafficPermitted="true">',
  '      <domain>10.0.2.2</domain>',
  '      <domain>127.0.0.1</domain>',
  '      <domain>localhost</domain>',
  '    </domain-config>',
  '  </network-security-config>',
];

const AUTHORITY: readonly string[] = [
  'Put the authority into res/raw/tagproof_ca.pem, and into res/xml/network_security_config.xml, in debug builds:',
  '  <network-security-config>',
  '    <debug-overrides>',
  '      <trust-anchors><certificates src="@raw/tagproof_ca" /></trust-anchors>',
  '    </debug-overrides>',
  '  </network-security-config>',
];

const ENGINES = {
  /** Unity: C# with UnityWebRequest. */
  unity: {
    title: 'Unity',
    language: 'C#',
    code: ({ call }) => [
      '// using System.Collections; using System.Text; using UnityEngine; using UnityEngine.Networking;',
      'IEnumerator GetTags()',
      '{',
      `    using var request = new UnityWebRequest(${literal(call.url)}, UnityWebRequest.kHttpVerbPOST);`,
      `    request.uploadHandler = new UploadHandlerRaw(Encoding.UTF8.GetBytes(${literal(call.body)}));`,
      '    request.downloadHandler = new DownloadHandlerBuffer();',
      ...call.headers.map(
        (header) => `    request.SetRequestHeader(${literal(header.name)}, ${literal(headerText(header))});`,
      ),
      '    yield return request.SendWebRequest();',
      '    Debug.Log(request.error ?? request.downloadHandler.text);',
      '}',
    ],
    settings: (context) => [
      ...(isTls(context)
        ? [
            'Unity checks certificates: trust the authority in the system, or set request.certificateHandler in development builds.',
          ]
        : [
            'Unity 2022.1 and later refuse plain http ("Insecure connection not allowed"): Edit > Project Settings > Player >',
            '  Other Settings > Allow downloads over HTTP: Allowed in development builds. The editor asks for it, too.',
          ]),
      'A WebGL build: pages of localhost may read replies; allow another origin with --cors-origin.',
      'An Android build: see --engine android for how an emulator or a phone reaches this machine.',
    ],
  },
  /** Godot 4: GDScript with the node HTTPRequest. */
  godot: {
    title: 'Godot 4',
    language: 'GDScript',
    code: (context) => {
      const { call, authorityFile } = context;
      return [
        'func get_tags() -> void:',
        '\tvar http := HTTPRequest.new()',
        '\tadd_child(http)',
        ...(authorityFile === undefined
          ? []
          : [
              '\tvar authority := X509Certificate.new()',
              `\tauthority.load(${literal(authorityFile)})`,
              '\thttp.set_tls_options(TLSOptions.client(authority))',
            ]),
        '\tvar headers := PackedStringArray([',
        ...call.headers.map((header) => `\t\t${literal(`${header.name}: ${headerText(header)}`)},`),
        '\t])',
        `\thttp.request(${literal(call.url)}, headers, HTTPClient.METHOD_POST, ${literal(call.body)})`,
        '\tvar reply: Array = await http.request_completed',
        '\tprint(reply[3].get_string_from_utf8())',
      ];
    },
    settings: (context) => [
      isTls(context)
        ? 'For all requests: Project Settings > Network > TLS > Certificate Bundle Override: the file of the authority.'
        : 'On a desktop nothing needs to be set: Godot sends plain http.',
      'An Android export: Export > Permissions > Internet must be on, or no request leaves the game.',
      ...androidReach(context),
    ],
  },
  /** Unreal Engine: C++ with the module HTTP. */
  unreal: {
    title: 'Unreal Engine',
    language: 'C++',
    code: ({ call }) => [
      '// #include "HttpModule.h", "Interfaces/IHttpRequest.h", "Interfaces/IHttpResponse.h"',
      'TSharedRef<IHttpRequest, ESPMode::ThreadSafe> Request = FHttpModule::Get().CreateRequest();',
      `Request->SetURL(TEXT(${literal(call.url)}));`,
      'Request->SetVerb(TEXT("POST"));',
      ...call.headers.map(
        (header) =>
          `Request->SetHeader(TEXT(${literal(header.name)}), TEXT(${literal(headerText(header))}));`,
      ),
      `Request->SetContentAsString(TEXT(${literal(call.body)}));`,
      'Request->OnProcessRequestComplete().BindLambda([](FHttpRequestPtr, FHttpResponsePtr Reply, bool bOk)',
      '{',
      '    UE_LOG(LogTemp, Log, TEXT("%s"), bOk && Reply ? *Reply->GetContentAsString() : TEXT("no reply"));',
      '});',
      'Request->ProcessRequest();',
    ],
    settings: (context) => [
      'YourGame.Build.cs: PublicDependencyModuleNames.AddRange(new string[] { "HTTP" });',
      isTls(context)
        ? 'Certificates: trust the authority in the system, or n.VerifyPeer=0 below [/Script/Engine.NetworkSettings] in DefaultEngine.ini, never in a build that you ship.'
        : 'On a desktop nothing else needs to be set: Unreal sends plain http.',
      'An Android build: see --engine android for how an emulator or a phone reaches this machine.',
    ],
  },
  /** A game in a browser: TypeScript with fetch. */
  web: {
    title: 'a browser game',
    language: 'TypeScript',
    code: ({ call }) => [
      `const reply = await fetch(${literal(call.url)}, {`,
      "  method: 'POST',",
      '  headers: {',
      ...call.headers.map((header) => `    ${literal(header.name)}: ${literal(headerText(header))},`),
      '  },',
      `  body: JSON.stringify(${call.body}),`,
      '});',
      'const { returnCode, parameters } = await reply.json();',
    ],
    settings: (context) => [
      'Pages of localhost, on any port, may read replies. Others: --cors-origin https://game.example.',
      isTls(context)
        ? 'A browser asks before it trusts the certificate: import the authority, or open the URL once and accept it.'
        : 'A page of https may ask http://127.0.0.1 in Chrome and Firefox, not in Safari: use --tls there.',
    ],
  },
  /** Android: Kotlin with HttpURLConnection, which each Android has. */
  android: {
    title: 'Android',
    language: 'Kotlin',
    code: ({ call }) => [
      '// import java.net.HttpURLConnection; import java.net.URL; not on the main thread',
      'fun getTags(): String {',
      `    val connection = URL(${kotlin(call.url)}).openConnection() as HttpURLConnection`,
      '    connection.requestMethod = "POST"',
      '    connection.doOutput = true',
      ...call.headers.map(
        (header) =>
          `    connection.setRequestProperty(${kotlin(header.name)}, ${kotlin(headerText(header))})`,
      ),
      `    connection.outputStream.use { it.write(${kotlin(call.body)}.toByteArray()) }`,
      '    return connection.inputStream.bufferedReader().use { it.readText() }',
      '}',
    ],
    settings: (context) => [
      ...androidReach(context),
      ...(isTls(context) ? AUTHORITY : CLEARTEXT),
      'AndroidManifest.xml: <uses-permission android:name="android.permission.INTERNET" />, and in <application>',
      '  android:networkSecurityConfig="@xml/network_security_config"',
    ],
  },
} as const satisfies Record<EngineName, Engine>;

/** A game client is what an engine makes, so its endpoints come first. */
const TRIED: readonly EndpointId[] = [
  'gamePlayer.client',
  'characterPlayer.client',
  'group.client',
  'gamePlayer.server',
  'gamePlayer.admin',
];

/** The lines that the banner has for an engine; none where the world has nothing to call. */
export function engineLines(name: EngineName, target: CallTarget): readonly string[] {
  const engine: Engine = ENGINES[name];
  const [call] = TRIED.flatMap((id) => sampleCall(id, target) ?? []);
  if (call === undefined) return [];
  const context = { call, url: target.url, authorityFile: target.authorityFile };
  return [
    `In ${engine.title} (${engine.language})`,
    ...engine.code(context).map((line) => `  ${line}`.trimEnd()),
    '',
    `Settings of ${engine.title}`,
    ...engine.settings(context).map((line) => `  ${line}`),
  ];
}
