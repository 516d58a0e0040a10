/**
 * The floor of clients: undici in a loop, 16 requests under way. The argument is a file with `{ url, requests, encoding, count }`; it sends
 * `count` requests in turn, and asserts status, returnCode and tags where a request says `tags`.
 */
import { deepStrictEqual, strictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';

const CONNECTIONS = 16;
const { url, requests, encoding = 'utf8', count } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const pool = new Pool(url, { connections: CONNECTIONS });
let next = 0;

async function loop() {
  while (next < (count ?? requests.length)) {
    const { method = 'POST', path, headers, body, tags } = requests[next++ % requests.length];
    const sent = { method, path, headers, body: Buffer.from(body, encoding) };
    const reply = await pool.request(sent);
    const text = await reply.body.text();
    if (tags === undefined) continue;
    const { returnCode, parameters } = JSON.parse(text);
    strictEqual(reply.statusCode, 200);
    strictEqual(returnCode, 1);
    deepStrictEqual(parameters.infoResponseParameters.tags, tags);
  }
}
await Promise.all(Array.from({ length: CONNECTIONS }, loop));
await pool.close();
