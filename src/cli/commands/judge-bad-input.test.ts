/** What is no recording, or none that can be judged: an error or a count, never a pass. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { API_PREFIX, endpointOf } from '../../spec/endpoints.ts';
import { fileWith, folder, tagproof } from '../test-helpers/captured.ts';
import { entry, har, judged, replyWith } from '../test-helpers/recordings.ts';

const OK = entry({});
const SIXTEEN_MIB = gzipSync(Buffer.alloc(16 * 1024 * 1024));
const CDN = entry({ url: 'https://cdn.example/cdn/app.js', method: 'GET' });

describe('bad input is an error or a count, never a pass', () => {
  const whole = har([OK, OK]);
  const line = JSON.stringify(OK);
  it.each([
    ['an empty file', '', 2, 'no exchange is recorded'],
    ['text', 'hello', 2, 'traffic.har:1:1: no JSON: unexpected text'],
    ['a zip archive', 'PK\x03\x04', 2, 'unpack it'],
    [
      'JSON of something else',
      '{"a": 3}',
      2,
      ': no exchange is recorded in it: it has no list log.entries\nname a HAR',
    ],
    ['flows of mitmproxy', '2256:4:type;4:http;7:version;2:17#', 2, 'write them as HAR: mitmdump -nr'],
    ['a HAR without entries', '{"log": {"entries": []}}', 2, 'no exchange is recorded'],
    [
      'entries that are none',
      '{"log": {"entries": [{}, {"request": 3}]}}',
      2,
      'in it: entries[0] lacks request.method',
    ],
    ['another API', har([CDN, CDN]), 2, '2 elsewhere (/cdn/...)\nrecord the traffic of the game itself'],
    ['a HAR that is cut', whole.slice(0, -20), 2, 'no JSON: it ends too early'],
    [
      'a HAR that is cut before its first entry',
      '{"log":{"entries":[',
      2,
      ':1:20: no JSON: it ends too early',
    ],
    [
      'an entry that is no JSON',
      whole.replace('"method"', 'method'),
      2,
      'traffic.har:1:156: no JSON: expected property name',
    ],
    [
      'a secret that is no JSON, which is not quoted',
      '{"key": sk-player-0123456789}',
      2,
      'traffic.har:1:9: no JSON: unexpected text',
    ],
    [
      'lines of which the last is cut',
      `${line}\n${line}\n${line.slice(0, -9)}`,
      3,
      '#3: no exchange that can',
    ],
    ['JSON with another end', `${whole}]`, 2, 'no JSON: unexpected non-whitespace character after JSON'],
    ['another server', har([OK]), 2, 'give --server https://api.example/base', '--server /other'],
    [
      'no bodies, and a page',
      har([CDN, entry({ content: { size: 40 } }), entry({ status: 0 })]),
      2,
      '1 elsewhere (/cdn/...), 1 without a reply, 1 without a body\nlet each request end before the recording does\nrecord the bodies',
    ],
  ])('%s', async (_, text, exit, says, words = '') => {
    const ended = await judged(text, words);
    expect(ended.out + ended.err).toContain(says);
    expect(ended.out + ended.err).not.toContain('0123456789');
    expect(ended.exit).toBe(exit);
  });

  it.each([
    [
      'bytes of another charset',
      Buffer.from(har([entry({ body: '{"userId": "größe"}' })]), 'latin1'),
      'see byte ',
    ],
    ['gzip that is cut', gzipSync(whole).subarray(0, 99), 'is gzip that is not whole'],
    ['gzip of more than is read', Buffer.concat(Array(17).fill(SIXTEEN_MIB)), 'is over 256 MiB, unpacked'],
    ['far too many values', `[${'[],'.repeat(10_000_000)}[]]`, 'holds over 10,000,000 lists and objects'],
  ])('%s', async (_, bytes, says) => {
    const path = fileWith('', 'x.har');
    writeFileSync(path, bytes);
    const ended = await tagproof(['judge', path]);
    expect([ended.exit, ended.err]).toEqual([2, expect.stringContaining(says)]);
  });

  it.each([
    ['fixtures/world.yaml', 'this is a target or world file, not a recording (HAR)\nit is for tagproof run'],
    ['suites/1-service.yaml', 'this is a suite, not a recording'],
    [
      'reports/sample/events.ndjson',
      'this is the record of a run, not a recording (HAR)\nit is for tagproof report',
    ],
    ['{"a": 1}\n{"a": 2}', 'where each line is an entry of a HAR'],
  ])('another kind of file is named, and what it is for: %s', async (file, says) => {
    const path = existsSync(file) ? file : fileWith(file, 'x');
    const ended = await tagproof(['judge', path]);
    expect([ended.exit, ended.err]).toEqual([2, expect.stringContaining(says)]);
  });

  it.each([
    ['a pipe', (path: string) => execFileSync('mkfifo', [path]), 'is a pipe or a device'],
    ['a folder', (path: string) => mkdirSync(path), 'is a directory; name a file in it'],
  ])('%s', async (_, make, says) => {
    const path = `${folder()}/odd.har`;
    make(path);
    const ended = await tagproof(['judge', path]);
    expect([ended.exit, ended.err]).toEqual([2, expect.stringContaining(says)]);
  });

  it('hostile names and values reach no terminal', async () => {
    const hostile = entry({
      url: `https://api.example/\u001b[2J/x${endpointOf('group.admin').path}?a=\u001b]0;x\u0007`,
      reply: replyWith({ returnCode: 3, debugMessage: '\u001b[31m' }),
    });
    const { out, err } = await judged(har([hostile, entry({ url: `https://x/\u202e${API_PREFIX}` })]));
    // oxlint-disable-next-line no-control-regex
    expect(out + err).not.toMatch(/[\u001b\u0007\u202e]/);
  });
});
