/** Recorded traffic judged through the command line: what is read, and what is found. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { folder, tagproof, fileWith } from '../test-helpers/captured.ts';
import { entry, har, judged, replyWith, WORLD } from '../test-helpers/recordings.ts';

const OK = entry({});
const UNKNOWN_CODE = entry({ reply: replyWith({ returnCode: 3 }) });
const NOT_FOUND = { returnCode: 1, parameters: { errorCode: 17, infoResponseParameters: {} } };
const CDN = entry({ url: 'https://cdn.example/cdn/app.js', method: 'GET' });

describe('a recording', () => {
  it('is counted in its first line', async () => {
    const preflight = entry({ method: 'OPTIONS' });
    const bodiless = entry({ content: { size: 40, mimeType: 'application/json' } });
    const cancelled = entry({ status: 0 });
    const { exit, out } = await judged(har([OK, OK, CDN, preflight, bodiless, cancelled]));
    expect(out).toContain(
      '6 exchanges: 2 judged, 1 elsewhere (/cdn/...), 1 preflight, 1 without a reply, 1 without a body',
    );
    expect(out).toContain('2 passed, 0 failed, 0 warned, 0 skipped, 0 errored');
    expect(exit).toBe(0);
  });

  it('fails by what no reply may be, with its place, its time and a curl line', async () => {
    const path = folder();
    const { exit, out } = await judged(har([OK, UNKNOWN_CODE]), `--reporter ndjson=${path}/events.ndjson`);
    expect(exit).toBe(1);
    expect(out).toContain('recorded/traffic.har#entries[1]');
    expect(out).toContain('-X POST https://api.example/base/');
    const shown = await tagproof(`report ${path}/events.ndjson --case recorded/traffic*`);
    expect(shown.out).toContain('2026-01-02T03:04:05');
  });

  it('is judged by the world of a file: tags, absent subjects, roles', async () => {
    const world = fileWith(WORLD);
    const wrongTags = entry({ reply: replyWith({ tags: [{ key: 'vip', value: 'silver' }] }) });
    const { exit, out } = await judged(har([OK, wrongTags]), `--world ${world}`);
    expect(exit).toBe(1);
    expect(out).toContain('4.5.2/tags');
    expect((await judged(har([OK]), `--world ${world}`)).exit).toBe(0);
  });

  it('holds a code of load for a condition, not for a finding', async () => {
    const envelope = { returnCode: -8 };
    const { exit, out } = await judged(har([OK, entry({ reply: replyWith(envelope) })]));
    expect(out).toContain('1 judged, 1 refused for load, by a gateway or by a fault that was set');
    expect(exit).toBe(0);
    const beside = { ...replyWith({}), ...envelope };
    expect((await judged(har([OK, entry({ reply: beside })]))).out).toContain('4.4/parameters/only');
  });

  it('asks nothing of a secret that no file declares', async () => {
    for (const reply of [{}, { returnCode: -10 }, { returnCode: -6 }, { returnCode: -2 }])
      expect((await judged(har([entry({ reply: replyWith(reply) })]))).exit).toBe(0);
  });

  it.each([
    ['served', 'complete: true', {}, 1, 1],
    ['refused', 'complete: true', { returnCode: -10 }, 0, 0],
    ['served where others may exist', 'complete: false', {}, 0, 0],
  ])(
    'whose key differs from a declared one in its last letter: %s',
    async (_, complete, reply, exit, failed) => {
      const world = fileWith(WORLD.replace('complete: true', complete));
      const altered = entry({ key: 'sk-player-012345678', reply: replyWith(reply) });
      const ended = await judged(har([OK, altered]), `--world ${world}`);
      expect([ended.exit, ended.out]).toEqual([exit, expect.stringContaining(` ${failed} failed, 0 warned`)]);
      if (failed > 0) expect(ended.out).toContain('<secret:player cut-one>');
      expect(ended.out).not.toMatch(/012345678/);
    },
  );

  it.each([
    ['a token of its request', '', 'tok-ann-0123456789', 'token#2'],
    ['the same in base64', '', Buffer.from('tok-ann-0123456789').toString('base64'), 'token#2'],
    ['a secret that the world declares', WORLD, 'sk-player-0123456789', 'player'],
    ['a token of another request alone', '', 'tok-bob-9876543210', undefined],
  ])('in which a reply shows a secret, warns as a run does: %s', async (_, world, shown, name) => {
    const other = entry({ token: 'tok-bob-9876543210' });
    const leaky = entry({ reply: replyWith({ debugMessage: `sent ${shown}` }) });
    const inHeader = await judged(har([other, OK, entry({ replyHeaders: { 'X-Auth-Token': shown } })]));
    expect(inHeader.out.includes('principle/no-leak')).toBe(/^(?:tok-ann|sk)-/.test(shown));
    expect(inHeader.out).not.toMatch(/0123456789|9876543210/);
    const path = folder();
    const words = `--reporter ndjson=${path}/events.ndjson`;
    const { exit, out } = await judged(
      har([world === '' ? other : OK, leaky]),
      world === '' ? words : `${words} --world ${fileWith(world)}`,
    );
    expect(out.includes('principle/no-leak')).toBe(name !== undefined);
    const shownCase = await tagproof(`report ${path}/events.ndjson --case recorded/traffic*`);
    if (name !== undefined) expect(shownCase.out).toContain(`the value of the secret ${name}`);
    expect(out).not.toMatch(/0123456789|9876543210/);
    expect(exit).toBe(0);
  });

  it('in which a refusal shows the tags of its subject is warned of', async () => {
    const world = WORLD.replace('value: gold }', 'value: gold-of-the-king }');
    const refusal = {
      ...replyWith({ returnCode: -6 }),
      of: { tags: [{ key: 'vip', value: 'gold-of-the-king' }] },
    };
    const leaky = entry({ token: '', reply: refusal });
    const right = entry({ reply: replyWith({ tags: refusal.of.tags }) });
    const { exit, out } = await judged(har([right, leaky]), `--world ${fileWith(world)}`);
    expect([exit, out]).toEqual([0, expect.stringContaining('principle/no-leak')]);
    // The reply and the request of the second are wrong, which makes one exchange.
    expect(out).toContain('1 passed, 0 failed, 1 warned');
  });

  it('with a short id and an unknown key: what was asked is the id', async () => {
    const short = entry({ body: '{"userId":"short"}' });
    const { exit, out } = await judged(har([OK, short]));
    expect([exit, out]).toEqual([1, expect.stringContaining('FAIL 7.3/string-min-length (must')]);
  });

  it('in which only requests are judged counts those in its first and its last line', async () => {
    const short = entry({ body: '{"userId":"short"}', status: 0 });
    const { out } = await judged(har([OK, short, entry({ status: 0 })]));
    expect(out).toContain('3 exchanges: 2 judged, 1 without a reply');
    expect(out).toContain('1 passed, 0 failed, 1 warned');
    const alone = await judged(har([short]));
    expect([alone.exit, alone.err]).toEqual([2, expect.stringContaining('give --fail-on client')]);
    const bodiless = entry({ content: { size: -1, mimeType: '' } });
    expect((await judged(har([bodiless]), '--fail-on client')).out).toContain('1 passed, 0 failed, 0 warned');
  });

  it.each([
    ['a header that only browsers add', { replyHeaders: { 'Non-Authoritative-Reason': 'HSTS' } }],
    ['a member for faults that were set', { reply: { returnCode: 3, fault: 'mine' } }],
  ])('is not excused by what its backend chooses: %s', async (_, parts) => {
    const { exit, out } = await judged(har([OK, entry({ reply: replyWith({ returnCode: 3 }), ...parts })]));
    expect([exit, out]).toEqual([1, expect.stringContaining('2 exchanges: 2 judged')]);
  });

  it.each([
    ['a body', { reply: replyWith({ debugMessage: 'x'.repeat(5_000_000) }) }],
    ['nesting', { content: { text: '['.repeat(1000) } }],
  ])('with a reply that is too long to be read is never green: %s', async (_, parts) => {
    const { exit, out } = await judged(har([OK, entry(parts)]));
    expect([exit, out]).toEqual([3, expect.stringContaining('1 judged, 1 too long to read')]);
    expect(out).toContain('1 of the replies are too long to be read');
  });

  it('makes cases of twenty exchanges of a cause, and counts the others', async () => {
    const short = entry({ body: '{"userId":"short"}', reply: replyWith({ returnCode: -5 }) });
    const path = `${folder()}/events.ndjson`;
    const words = `--fail-on client --reporter console --reporter ndjson=${path}`;
    const { out } = await judged(har(Array.from({ length: 23 }, () => short)), words);
    expect(out).toContain('0 passed, 23 failed, 0 warned');
    expect(out).toMatch(/FAIL 20 cases +4\.3\/client\/id/);
    const shown = await tagproof(`report ${path} --case recorded/client/traffic.har#entries[0]`);
    expect(shown.out).toContain('3 more exchanges with this finding, of which no case is made');
  });

  it.each([['REDACTED'], ['***'], ['']])('that was sanitized to %j demands no refusal', async (value) => {
    const sanitized = entry({ token: value, key: value });
    const { exit, out } = await judged(har([sanitized, sanitized]), `--world ${fileWith(WORLD)}`);
    expect(out).toContain('2 judged');
    expect(exit).toBe(0);
  });

  it('in which only some requests lack a header demands the refusal', async () => {
    const without = entry({ key: '' });
    const { exit, out } = await judged(har([without, OK]));
    expect(exit).toBe(1);
    expect(out).toContain('5.3/missing');
    expect((await judged(har([without, without]))).exit).toBe(0);
  });

  const IN_GAME = { headers: { 'game-id': 'g' } };
  const ADMIN = { ...IN_GAME, endpoint: 'gamePlayer.admin', token: '', key: 'sk-admin-0123456789' } as const;
  const SILVER = replyWith({ tags: [{ key: 'vip', value: 'silver' }] });
  const GONE = entry({ reply: NOT_FOUND });
  it.each([
    ['found, then not found', [OK, OK, GONE], 1],
    ['not found, then found, and the fact is dropped', [GONE, OK, OK, OK], 1],
    ['other tags for an admin', [entry(IN_GAME), entry({ ...ADMIN, reply: SILVER })], 1],
    ['a key that serves both roles', [OK, entry({ ...ADMIN, headers: {}, key: 'sk-player-0123456789' })], 1],
    ['the same tags for an admin', [entry(IN_GAME), entry(ADMIN), entry(ADMIN)], 0],
    ['another game', [entry(IN_GAME), entry({ ...ADMIN, headers: { 'game-id': 'h' }, reply: SILVER })], 0],
    ['keys of perhaps other games', [OK, entry({ ...ADMIN, headers: {}, reply: SILVER })], 0],
    ['a refusal', [OK, entry({ reply: replyWith({ returnCode: -6 }) })], 0],
    [
      'some tags, which the request asks for',
      [OK, entry({ body: '{"userId": "aaaaaaaaaa", "tagKeys": ["x"]}', reply: replyWith({ tags: [] }) })],
      0,
    ],
    [
      'a key that was taken out, of both roles',
      [entry({ key: '[secret-key redacted]' }), entry({ ...ADMIN, key: '[secret-key redacted]' })],
      0,
    ],
    ['keys that were taken out', [entry({ key: '***' }), entry({ key: '***', reply: NOT_FOUND })], 0],
  ])('is warned of against earlier traffic alone, never failed: %s', async (_, entries, warned) => {
    const { exit, out } = await judged(har(entries));
    expect(out).toContain(`${entries.length - warned} passed, 0 failed, ${warned} warned`);
    expect(exit).toBe(0);
  });

  it('is told in figures by the JSON report', async () => {
    const path = `${folder()}/report.json`;
    await judged(har([OK]), `--reporter json=${path}`);
    const { recorded, cells } = JSON.parse(readFileSync(path, 'utf8'));
    expect(recorded).toMatchObject({ exchanges: 1, judged: 1 });
    expect(recorded.neverCalled).toHaveLength(8);
    expect(recorded.neverSeen).toContain('OperationTimeout');
    expect(cells).toBe(null);
  });

  it('takes the base path of --server, else that of the target, else any', async () => {
    const target = fileWith(`target: https://api.example/base\n${WORLD}`);
    const gateway = entry({ base: 'https://gw.example/gw/base' });
    expect((await judged(har([gateway]))).exit).toBe(0);
    const nearest = await judged(har([gateway]), `--target ${target}`);
    expect(nearest.exit).toBe(2);
    expect(nearest.err).toContain('give --server https://gw.example/gw/base');
    expect((await judged(har([gateway]), `--target ${target} --server /gw/base`)).exit).toBe(0);
    expect((await judged(har([gateway]), '--server https://gw.example/gw/base')).exit).toBe(0);
    expect((await judged(har([gateway]), '--server gw')).err).toContain('neither a URL nor a path');
    expect((await judged(har([gateway]), '--server https://other.example/gw/base')).exit).toBe(2);
  });
});

describe('what the client owes', () => {
  it.each([
    ['4.2/client/auth-token', entry({ token: '' })],
    ['4.3/client/id', entry({ body: '{"userId": "short"}' })],
    ['4.2/client/secret-in-target', entry({ url: `${OK.request.url}?auth-token=tok-ann-0123456789` })],
  ])('%s', async (clause, broken) => {
    const text = har([OK, broken]);
    const warned = await judged(text);
    expect(warned.out).toContain(clause);
    const failed = await judged(text, '--fail-on client');
    expect(failed.exit).toBe(1);
    expect(failed.out).toContain('recorded/client/traffic.har#entries[1]');
    expect(failed.out).toMatch(/^ {2}expected .*\(§[\d.]+\)\n {2}actual /m);
    expect(failed.out + warned.out).not.toMatch(/0123456789/);
    expect((await judged(har([OK]), '--fail-on both')).exit).toBe(0);
  });

  it('is nothing that a recording has lost: headers that no request of it has', async () => {
    const without = entry({ key: '', token: '' });
    const { exit, out } = await judged(har([without, without]), '--fail-on both');
    expect(out).toContain('2 passed, 0 failed, 0 warned');
    expect(exit).toBe(0);
  });

  it('a key of role Admin that a game may have sent is guessed with the world, and fails nothing', async () => {
    const world = WORLD.replace('role: Player', 'role: Admin');
    const browser = entry({
      endpoint: 'gamePlayer.server',
      token: '',
      headers: { 'user-agent': 'Mozilla/5.0' },
    });
    const { exit, out } = await judged(har([browser]), `--fail-on both --world ${fileWith(world)}`);
    expect(out).toContain('WARN 1 case  5.2/client/admin-key-in-client  should: ');
    expect(out).toContain('may have come from a game client');
    expect(out).toContain('0 failed, 1 warned');
    expect(exit).toBe(0);
  });
});

it('several are read one after the other', async () => {
  const [first, second] = [fileWith(har([OK]), 'a.har'), fileWith(har([UNKNOWN_CODE]), 'b')];
  const { exit, out } = await tagproof(['judge', first, second]);
  expect([exit, out]).toEqual([1, expect.stringContaining('2 exchanges: 2 judged')]);
  expect(out).toContain('recorded/b#entries[0]');
});
