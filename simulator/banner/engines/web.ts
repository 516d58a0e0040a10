/** A game in a browser: TypeScript with fetch. */
import { headerText, isTls, literal, type Engine } from './snippet.ts';

export const WEB: Engine = {
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
    'The game on the same origin, without CORS: --serve FOLDER.',
    isTls(context)
      ? 'A browser asks before it trusts the certificate: import the authority, or open the URL once and accept it.'
      : 'A page of https may ask http://127.0.0.1 in Chrome and Firefox, not in Safari: use --tls there.',
  ],
};
