/** The table of requests that a client process reads, and the assertions of each: status, returnCode, tags. */
import { deepStrictEqual, strictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';

/** `{ url, requests: [{ path, headers, body, tags }] }`, by the first argument. */
export const table = () => JSON.parse(readFileSync(process.argv[2], 'utf8'));

export function assertReply({ tags }, status, text) {
  const { returnCode, parameters } = JSON.parse(text);
  strictEqual(status, 200);
  strictEqual(returnCode, 1);
  deepStrictEqual(parameters.infoResponseParameters.tags, tags);
}
