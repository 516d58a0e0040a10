/** A floor of clients: undici in a loop, as many requests under way as the second argument says. */
import { Pool } from 'undici';
import { assertReply, table } from './table.mjs';

const { url, requests } = table();
const connections = Number(process.argv[3] ?? 16);
const pool = new Pool(url, { connections });
let next = 0;

async function loop() {
  while (next < requests.length) {
    const each = requests[next++];
    const { path, headers, body } = each;
    const reply = await pool.request({ method: 'POST', path, headers, body });
    assertReply(each, reply.statusCode, await reply.body.text());
  }
}
await Promise.all(Array.from({ length: connections }, loop));
await pool.close();
