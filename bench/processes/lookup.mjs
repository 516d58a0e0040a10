/** The data and rules of every server here: players from a file, a secret key, one path. Plain JavaScript, so that no loader counts as start-up. */
import { readFileSync } from 'node:fs';

export const PATH = '/api/rJson/gamePlayer/server/getTag';
export const SECRET = 'bench-admin-key-0001';

/** A Map of the players in a world file with a player a line: `{ "userId", "tags" }`; other lines are passed over. */
export function playersIn(file) {
  const players = new Map();
  if (file === undefined) return players;
  // Latin-1 keeps a string of a large file below the limit and its bytes as they are; names of players are ASCII.
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

/** The envelope for a body that was parsed. */
export function envelopeOf(players, secret, secrets, body) {
  if (!secrets.has(secret)) return { returnCode: -10 };
  if (typeof body?.userId !== 'string')
    return { returnCode: -5, invalidRequestParameters: [{ code: 'userId', invalidMemberType: 2 }] };
  const tags = players.get(body.userId);
  if (tags === undefined)
    return { returnCode: 1, parameters: { errorCode: 17, infoResponseParameters: { tags: [] } } };
  return { returnCode: 1, parameters: { errorCode: 1, infoResponseParameters: { tags } } };
}

/** `--port`, `--world` and `--secret` of a server process. */
export function argumentsOf(argv) {
  const valueOf = (name) => {
    const at = argv.indexOf(name);
    return at === -1 ? undefined : argv[at + 1];
  };
  const players = playersIn(valueOf('--world'));
  return { port: Number(valueOf('--port') ?? 0), players, secrets: new Set([valueOf('--secret') ?? SECRET]) };
}

/** The line that the harness waits for. */
export const announce = (port) => process.stdout.write(`http://127.0.0.1:${port}\n`);
