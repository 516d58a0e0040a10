/** Two releases beside each other: drift, regressions, repairs and noise. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { completeDialect } from '../../dialect/dialect.ts';
import { folder, lastLine, tagproof } from '../test-helpers/captured.ts';
import { replyingServer } from '../../transport/test-helpers/servers.ts';
import { serving, servingMutant, WORLD } from '../test-helpers/serving.ts';

const ONLY = `--world ${WORLD} --only reply/success@gamePlayer.client --only id/one-short@gamePlayer.client --only tag-keys/left-out@gamePlayer.client`;
const dir = folder();
let base = '';
let named = '';

beforeAll(async () => {
  base = await serving();
  named = await serving({
    dialect: completeDialect([{ question: 'codes.returnCode', at: '', option: 'name' }]),
  });
});

const comparing = (candidate: string, rest = '') => tagproof(`compare ${base} ${candidate} ${ONLY} ${rest}`);

describe('compare', () => {
  test('the same backend twice is 0, without drift', async () => {
    const { exit, out, err } = await comparing(base);
    // On a busy machine a line now and then says what it is at.
    expect([exit, err.replace(/^after .*\n/gm, '')]).toEqual([0, '']);
    expect(lastLine(out)).toMatch(/^\d+ answers compared: 0 drifts, 0 regressions, 0 repairs, 0 of noise$/);
  });

  test('another form of codes is breaking drift, with who breaks', async () => {
    const { exit, out } = await comparing(named);
    expect(exit).toBe(1);
    expect(out).toMatch(/codes\.returnCode +everywhere +number +name +form, breaking +reply\/success@/);
    expect(out).toContain('a client that compares returnCode with numbers, or with names, breaks');
    expect(lastLine(out)).toMatch(/: 1 drift, 0 regressions/);
  });

  test('what the lock approves is told, and is 0', async () => {
    const lock = join(dir, 'tagproof.lock');
    const approval = '  - { drift: "codes.returnCode: number -> name", reason: "announced" }';
    writeFileSync(lock, `lock: 1\nanswers: {}\napproved:\n${approval}\n`);
    const { exit, out } = await comparing(named, `--dialect-lock ${lock}`);
    expect(out).toContain('form, approved');
    expect(exit).toBe(0);
  });

  describe('of a client', () => {
    const file = join(dir, 'client-tolerance.json');
    const write = (result: string): void =>
      writeFileSync(
        file,
        JSON.stringify({
          tolerance: 1,
          client: 'levels 3.1',
          rows: [{ id: 'codes.returnCode=name', result }],
        }),
      );

    test.each([
      ['breaks', 'levels 3.1 breaks on this'],
      ['ok', 'no known client depends on it'],
      ['not exercised', 'nothing is known of levels 3.1: its tests never met this'],
    ])('for which it %s: %s', async (result, line) => {
      write(result);
      const { exit, out } = await comparing(named, `--clients ${file}`);
      expect([exit, out]).toEqual([
        1,
        expect.stringContaining(`codes.returnCode: number -> name\n    ${line}\n`),
      ]);
    });

    test('a run beside a lock says the same; the other direction is another row; a file of another kind is refused', async () => {
      write('breaks');
      const lock = join(dir, 'clients.lock');
      await tagproof(`run --target ${base} ${ONLY} --dialect-lock ${lock} --update-lock`);
      const held = await tagproof(`run --target ${named} ${ONLY} --dialect-lock ${lock} --clients ${file}`);
      expect([held.exit, held.err]).toEqual([1, expect.stringContaining('  levels 3.1 breaks on this\n')]);
      const back = await tagproof(`compare ${named} ${base} ${ONLY} --clients ${file}`);
      expect(back.out).toContain('name -> number\n    nothing is known of levels 3.1');
      writeFileSync(file, '{ "tolerance": 1, "rows": [] }');
      expect(await comparing(named, `--clients ${file}`)).toMatchObject({
        exit: 2,
        err: expect.stringContaining('client-tolerance.json:1:1'),
      });
    });
  });

  test('a new defect is a regression, a mended one a repair', async () => {
    const broken = await servingMutant('short-ids-not-refused');
    const { exit, out } = await comparing(broken);
    expect(exit).toBe(1);
    expect(out).toContain('regressions: only the candidate breaks these\n  id/one-short@gamePlayer.client ');
    const back = await tagproof(`compare ${broken} ${base} ${ONLY}`);
    expect(back.out).toContain('repairs: only base breaks these\n  id/one-short@gamePlayer.client ');
    expect(back.exit).toBe(0);
  });
});

test('--json prints the same as one document, and nothing else', async () => {
  const { exit, out } = await comparing(named, '--json');
  expect(exit).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    format: 1,
    drifts: [
      {
        fingerprint: 'codes.returnCode: number -> name',
        base: ['number'],
        candidate: ['name'],
        class: 'form',
        severity: 'breaking',
        approved: false,
      },
    ],
    regressions: [],
    repairs: [],
    unjudged: [],
    noise: [],
    partial: [],
  });
});

test('records are compared without a request, also with a target', async () => {
  const [one, two] = [join(dir, 'one.ndjson'), join(dir, 'two.ndjson')];
  await tagproof(`run --target ${base} ${ONLY} --reporter ndjson=${one}`);
  await tagproof(`run --target ${named} ${ONLY} --reporter ndjson=${two}`);
  expect((await tagproof(`compare ${one} ${two}`)).exit).toBe(1);
  expect((await tagproof(`compare ${one} ${one}`)).exit).toBe(0);
  expect((await tagproof(`compare ${one} ${named} --world ${WORLD}`)).exit).toBe(1);
  const nothing = join(dir, 'nothing.ndjson');
  writeFileSync(nothing, readFileSync(one, 'utf8').replaceAll(/"decided":\[[^\]]*\]/g, '"decided":[]'));
  expect((await tagproof(`compare ${nothing} ${two}`)).exit).toBe(2);
});

describe('two URLs without a world', () => {
  const BARE = '--only secret-key/missing --only path/other-spelling-without-key --only reply/success';
  const bare = (one: string, two: string, only = BARE) => tagproof(`compare ${one} ${two} ${only}`);
  const html = (text: string): Promise<URL> =>
    replyingServer(`HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`);
  const DEAD = 'http://127.0.0.1:1';

  test('are compared by what needs no credentials, and how little that is and what to declare is said', async () => {
    const { exit, out, err } = await bare(base, base);
    expect([exit, err]).toEqual([0, '']);
    expect(out).toMatchInlineSnapshot(`
      "8 of 21 cases compared
      declare a secret key of role Admin to compare about 6 more; add to a target file:
        world:
          secretKeys:
            - { name: admin, key: "\${env:ADMIN_KEY}", role: Admin }
      1 answer compared: 0 drifts, 0 regressions, 0 repairs, 0 of noise
      "
    `);
    const { out: json } = await bare(base, base, `${BARE} --json`);
    expect(JSON.parse(json)).toMatchObject({ format: 1, cases: { compared: 8, of: 21 }, compared: 1 });
    expect(json).not.toContain('skipped');
  });

  test('with another answer are drift, with a defect a regression', async () => {
    const spelling = { question: 'path.spelling', at: '', option: 'another status' } as const;
    const other = await serving({ dialect: completeDialect([spelling]) });
    const drift = await bare(base, other);
    expect(drift.exit).toBe(1);
    expect(drift.out).toMatch(/path\.spelling +everywhere +an unknown operation +another status /);
    const broken = await bare(base, await servingMutant('refusal-without-return-code'));
    expect(broken.exit).toBe(1);
    expect(broken.out).toContain('regressions: only the candidate breaks these\n  secret-key/missing@');
  });

  test('are compared in nothing where every case is skipped, which is 2', async () => {
    const { exit, out, err } = await bare(base, base, '--only reply/success@group.*');
    expect(err).toBe('error: nothing was compared: no case was judged on both sides\n');
    expect(out).toMatch(
      /^0 of 3 cases compared\ndeclare a secret key of role .* to compare about \d more; add to a target file:\n/,
    );
    expect(exit).toBe(2);
  });

  test('are not compared where one does not speak HTTP, and that one is named', async () => {
    const nonsense = (await replyingServer('banana\r\n')).origin;
    for (const [one, two, faulty] of [
      [base, DEAD, DEAD],
      [DEAD, base, DEAD],
      [DEAD, DEAD, DEAD],
      [base, nonsense, nonsense],
      [nonsense, base, nonsense],
    ] as const) {
      const { exit, out, err } = await bare(one, two);
      expect({ exit, out }).toEqual({ exit: 3, out: '' });
      expect(err).toContain(`error: the target ${faulty} can't be checked: `);
    }
  });

  test('of which the candidate replies with something else are a regression, also where no answer is seen', async () => {
    const { origin } = await html('<h1>hello</h1>');
    const { exit, out, err } = await bare(base, origin);
    expect([exit, err]).toEqual([1, '']);
    expect(out).toMatch(/^ {2}secret-key\/missing@group\.admin 1\/json not-json$/m);
    expect(out).toContain('\n8 of 21 cases compared\n');
    expect((await bare(origin, base)).err).toContain(
      'error: base shows no answer to an open question, so no drift could be seen\n',
    );
  });

  test('are compared by their cases where the candidate shows no answer', async () => {
    const spelling = { question: 'path.spelling', at: '', option: 'the endpoint' } as const;
    const silent = await serving({ dialect: completeDialect([spelling]) });
    const { exit, out, err } = await bare(base, silent);
    expect([exit, err]).toEqual([0, '']);
    expect(out).toMatch(/^8 of 21 cases compared\n/);
  });

  test('that both show no answer are still compared by their cases', async () => {
    const { exit, out } = await bare(base, base, '--only secret-key/missing@*.admin');
    expect(out).toMatch(/^3 of 3 cases compared\n0 answers compared: /);
    expect(exit).toBe(0);
  });
});
