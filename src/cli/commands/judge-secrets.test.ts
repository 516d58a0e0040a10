/** No secret in a masked copy or a report, whatever tells that it is one. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endpointOf } from '../../spec/endpoints.ts';
import { fileWith, folder, tagproof } from '../test-helpers/captured.ts';
import { entry, har, judged, replyWith } from '../test-helpers/recordings.ts';

const OK = entry({});
const UNKNOWN_CODE = entry({ reply: replyWith({ returnCode: 3 }) });

describe('a masked copy', () => {
  const login = entry({
    url: 'https://user:pa55-of-user@api.example/login?session_token=tok-ann-0123456789',
    reply: { authToken: 'tok-ann-0123456789', other: 'unseen-9876543210', refreshToken: 'unseen-9876543210' },
  });
  const encoded = entry({
    content: { encoding: 'base64', text: Buffer.from('{"key": "sk-player-0123456789"}').toString('base64') },
  });
  const copied = async (text: string, path = `${folder()}/copy.har`) => ({
    ...(await judged(text, `--masked-copy ${path}`)),
    path,
  });

  it('holds no secret, is valid HAR, and is judged alike', async () => {
    const { exit, path } = await copied(har([login, OK, encoded, UNKNOWN_CODE]));
    const copy = readFileSync(path, 'utf8');
    const encodedSecret = Buffer.from('sk-player').toString('base64');
    for (const secret of ['tok-ann-', 'sk-player-', 'cookie-0123', 'pa55', encodedSecret])
      expect(copy).not.toContain(secret);
    expect(copy.match(/unseen-9876543210/g)).toHaveLength(1);
    expect(JSON.parse(copy).log.entries).toHaveLength(4);
    const again = await tagproof(['judge', path]);
    expect([again.exit, again.out.split('\n')[0]]).toEqual([
      exit,
      expect.stringContaining('4 exchanges: 3 judged'),
    ]);
  });

  it('is masked before the entries, too, and holds bodies that lie beside the HAR', async () => {
    const pages = [{ id: 'page_1', title: 'https://api.example/?token=tok-ann-0123456789' }];
    const attached = entry({ content: { size: -1, mimeType: 'application/json', _file: 'body.json' } });
    const recorded = fileWith(JSON.stringify({ log: { pages, entries: [OK, attached] } }), 'a.har');
    writeFileSync(
      join(dirname(recorded), 'body.json'),
      JSON.stringify({ ...replyWith({}), password: 'pa55-of-user' }),
    );
    const path = `${folder()}/copy.har`;
    await tagproof(['judge', recorded, '--masked-copy', path]);
    const copy = readFileSync(path, 'utf8');
    expect(copy).not.toMatch(/tok-ann-|_file/);
    const { text } = JSON.parse(copy).log.entries[1].response.content;
    expect(Buffer.from(text, 'base64').toString()).toContain('"password":"REDACTED"');
  });

  it('of lines has as many lines', async () => {
    const { path } = await copied([OK, login, OK].map((each) => `${JSON.stringify(each)}\n`).join(''));
    expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(3);
    expect((await tagproof(['judge', path])).out).toContain('3 exchanges: 2 judged');
  });

  it('replaces another copy, and no other file', async () => {
    const { path } = await copied(har([OK]));
    expect((await copied(har([OK]), path)).exit).toBe(0);
    const own = fileWith(har([OK]), 'own.har');
    const { exit, err } = await copied(har([OK]), own);
    expect([exit, err]).toEqual([2, expect.stringContaining('is not a masked copy of a recording')]);
    expect(readFileSync(own, 'utf8')).toBe(har([OK]));
  });
});

it('no report shows what only its name tells to be a secret', async () => {
  const path = `${folder()}/run.html`;
  const leaky = entry({
    url: `https://user:pa55-of-user@api.example/base${endpointOf('gamePlayer.client').path}?api_key=hidden-key-1`,
    body: '{"userId": "aaaaaaaaaa", "Pass-Word": "hidden-word-1"}',
    reply: {
      ...replyWith({ returnCode: 3 }),
      of: { client_secret: 'hidden-secret-1', accessToken: 'hidden-2' },
    },
  });
  const { url, ...others } = leaky.request;
  const found = { ...leaky, request: { ...others, url: url.split('?')[0] } };
  const { out, err } = await judged(har([leaky, found]), `--reporter console --reporter html=${path}`);
  expect(out).toContain('1 failed, 1 warned');
  expect(out + err + readFileSync(path, 'utf8')).not.toMatch(/pa55|hidden-/);
});
