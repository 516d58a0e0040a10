/** Recorded traffic of real clients and of whole runs: no right backend is accused, and defects show as they do in a run. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { tagproof, folder } from '../src/cli/test-helpers/captured.ts';
import { readTargetFile } from '../src/config/target-file/read-target-file.ts';
import { ENDPOINTS } from '../src/contract/endpoints.ts';
import { AUTH_TOKEN, GAME_ID, JSON_TYPE, SECRET_KEY } from '../src/contract/headers.ts';
import { completeDialect, partialDialect } from '../src/dialect/dialect.ts';
import { RecordedJudge } from '../src/recorded/judge-recorded.ts';
import { NamedSecrets } from '../src/recorded/named-secrets.ts';
import { noCounts, readRecords } from '../src/recorded/read-records.ts';
import { ANY_SERVER } from '../src/recorded/where-recorded.ts';
import { expand } from '../src/suite/format/instance.ts';
import { loadSuite } from '../src/suite/format/load-suite.ts';
import { quickOf } from '../src/suite/plan/quick.ts';
import { MUTANTS } from '../mutants/defects/mutants.ts';
import { benchOf, factsOf, runAgainst, withMutant } from '../mutants/harness/bench.ts';
import { startBrowser } from './test-helpers/browser.ts';
import { INDEPENDENT, startIndependent } from './test-helpers/independent.ts';
import { recording } from './test-helpers/recorder.ts';

const WORLD = 'fixtures/world.yaml';
const file = readTargetFile(WORLD, {});

async function judged(har: string): Promise<RecordedJudge> {
  const { world, extensions, provoke, secrets } = file;
  const dialect = partialDialect([]);
  const named = new NamedSecrets(secrets);
  const judge = new RecordedJudge({
    world,
    extensions,
    provoke,
    dialect,
    server: ANY_SERVER,
    secrets: named,
  });
  async function* chunks(): AsyncGenerator<Buffer> {
    yield Buffer.from(har);
  }
  for await (const exchanges of readRecords(chunks(), 'x.har', noCounts()))
    for (const each of exchanges) judge.add(each);
  judge.endRecording();
  return judge;
}

describe('a browser', () => {
  /** What a page of a game asks: each operation with a fitting key, then with what is wrong. */
  const key = (role: string): string => {
    const name = file.world.secretKeys.find((each) => each.role === role)?.name;
    return file.secrets.find((each) => each.name === name)?.value ?? '';
  };
  const token = file.secrets.find(({ name }) => name === file.world.authTokens[0]?.name)?.value ?? '';
  const game = file.world.games[0] ?? '';
  const calls = ENDPOINTS.flatMap(({ path, resource, idMember, role, variant }) => {
    const ids = file.world.subjects.filter((each) => each.resource === resource).slice(0, 4);
    return [...ids.map(({ id }) => id), 'zzzzzzzzzz', 'short', ''].flatMap((id) =>
      [key(role), 'a-key-that-nothing-issued'].map((secret) => ({
        path,
        headers: {
          [SECRET_KEY]: secret,
          [GAME_ID]: game,
          'Content-Type': JSON_TYPE,
          ...(variant === 'client' && { [AUTH_TOKEN]: token }),
        },
        body: JSON.stringify({ [idMember]: id, tagKeys: ['vip'] }),
      })),
    );
  });

  test.each(INDEPENDENT)('against the independent backend %s: nothing is accused', async (name) => {
    const url = await startIndependent(name, WORLD);
    const har = `${folder()}/traffic.har`;
    const context = await (await startBrowser()).newContext({ recordHar: { path: har } });
    const page = await context.newPage();
    await page.goto(`${url.origin}/`).catch(() => {});
    await page.evaluate(async (all) => {
      for (const { path, headers, body } of all)
        await (await fetch(path, { method: 'POST', headers, body })).text();
    }, calls);
    await context.close();
    const ended = await tagproof(`judge ${har} --world ${WORLD}`);
    expect(ended.out).toContain(`${calls.length} judged`);
    expect(ended.out).toContain(' 0 failed, ');
    expect(ended.exit).toBe(0);
    expect(ended.out + ended.err).not.toContain('a-key-that-nothing-issued');
    const wrong = readFileSync(har, 'utf8').replaceAll(/returnCode(?=\\")/g, 'returncode');
    expect((await judged(wrong)).failed.fail).toBeGreaterThan(0);
  });
});

describe('a run that is recorded', () => {
  const dialect = completeDialect(file.dialectAnswers);
  const all = expand(loadSuite(['suites']));
  const cases = quickOf(all, factsOf(file, dialect)).filter(({ id }) => !id.startsWith('limit/'));
  const bench = benchOf(file, cases, dialect);

  async function both(
    mutant: (typeof MUTANTS)[number],
  ): Promise<{ readonly run: number; readonly judge: number }> {
    let run = 0;
    let har = '{"log":{"entries":[]}}';
    await withMutant(mutant, bench, async (target) => {
      const recorded = recording(target.transport, bench.secretStore);
      await runAgainst({ ...target, transport: recorded.transport }, bench, cases, {
        fresh: true,
        signal: new AbortController().signal,
        emit: ({ verdict }) => void (run += verdict === 'fail' ? 1 : 0),
      });
      har = recorded.har();
    });
    return { run, judge: (await judged(har)).failed.fail };
  }

  const good = {
    ...(MUTANTS[0] as (typeof MUTANTS)[number]),
    name: 'none',
    alter: <S>(stages: S): S => stages,
  };

  test('accuses nothing where there is no defect', async () => {
    expect(await both(good)).toEqual({ run: 0, judge: 0 });
  });

  const sample = MUTANTS.filter((_, at) => at % 64 === 5);

  test('shows the defects that the run shows', { timeout: 240_000 }, async () => {
    // A recording can't show an altered key for one: of a key that no file lists nothing is known.
    let missed = 0;
    let found = 0;
    for (const mutant of sample) {
      const { run, judge } = await both(mutant);
      if (run > 0 && judge > 0) found += 1;
      if (run > 0 && judge === 0) missed += 1;
    }
    expect(found).toBeGreaterThan(2 * missed);
    expect(found).toBeGreaterThan(4);
  });
});
