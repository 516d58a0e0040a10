/**
 * The floor of servers: node:http that reads, parses, looks up and answers, and does nothing else. As a process:
 * `node bare-server.mjs PORT WORLD`. Plain JavaScript, so that no loader counts as start-up.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

export const PATH = '/api/rJson/gamePlayer/server/getTag';
export const SECRET = 'bench-admin-key-0001';

/** The envelope for a body that was parsed. */
export function envelopeOf(players, secret, body) {
  if (secret !== SECRET) return { returnCode: -10 };
  if (typeof body?.userId !== 'string')
    return { returnCode: -5, invalidRequestParameters: [{ code: 'userId', invalidMemberType: 2 }] };
  const tags = players.get(body.userId);
  const errorCode = tags === undefined ? 17 : 1;
  return { returnCode: 1, parameters: { errorCode, infoResponseParameters: { tags: tags ?? [] } } };
}

/** Answers each request by what `answer` makes of it and its body; a body that is no JSON is undefined. */
export const bareServer = (answer) =>
  createServer((request, response) => {
    let first;
    let rest;
    request.on('data', (chunk) => {
      if (first === undefined) first = chunk;
      else rest = Buffer.concat([rest ?? first, chunk]);
    });
    request.on('end', () => {
      const bytes = rest ?? first;
      let body;
      try {
        body = bytes === undefined ? undefined : JSON.parse(bytes.toString());
      } catch {}
      const text = JSON.stringify(answer(request, body));
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      });
      response.end(text);
    });
  });

/** The players of a world file that has one a line. */
function playersIn(file) {
  const players = new Map();
  const bytes = readFileSync(file);
  for (let from = 0; from < bytes.length;) {
    const newline = bytes.indexOf(10, from);
    const end = newline === -1 ? bytes.length : newline;
    const line = bytes.toString('utf8', from, end);
    from = end + 1;
    if (!line.startsWith('{"userId"')) continue;
    const { userId, tags } = JSON.parse(line.replace(/,$|\]\}\}$/, ''));
    players.set(userId, tags);
  }
  return players;
}

if (process.argv[1] === import.meta.filename) {
  const players = playersIn(process.argv[3]);
  bareServer((request, body) => envelopeOf(players, request.headers['secret-key'], body)).listen(
    Number(process.argv[2]),
    '127.0.0.1',
  );
}
