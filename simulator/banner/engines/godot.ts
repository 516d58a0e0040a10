/** Godot 4: GDScript with the node HTTPRequest. */
import { androidReach, headerText, isTls, literal, type Engine } from './snippet.ts';

export const GODOT: Engine = {
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
    'A web export with threads needs a page that is cross-origin isolated: --serve FOLDER serves one.',
  ],
};
