/** Android: Kotlin with HttpURLConnection, which each Android has. */
import { androidReach, headerText, isTls, literal, type Engine } from './snippet.ts';

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

export const ANDROID: Engine = {
  title: 'Android',
  language: 'Kotlin',
  code: ({ call }) => [
    '// import java.net.HttpURLConnection; import java.net.URL; not on the main thread',
    'fun getTags(): String {',
    `    val connection = URL(${kotlin(call.url)}).openConnection() as HttpURLConnection`,
    '    connection.requestMethod = "POST"',
    '    connection.doOutput = true',
    ...call.headers.map(
      (header) => `    connection.setRequestProperty(${kotlin(header.name)}, ${kotlin(headerText(header))})`,
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
};
