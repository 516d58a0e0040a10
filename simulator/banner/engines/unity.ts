/** Unity: C# with UnityWebRequest. */
import { headerText, isTls, literal, type Engine } from './snippet.ts';

export const UNITY: Engine = {
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
    'A WebGL build: pages of localhost may read replies; serve the build from here with --serve FOLDER, or allow its origin with --cors-origin.',
    'An Android build: see --engine android for how an emulator or a phone reaches this machine.',
  ],
};
