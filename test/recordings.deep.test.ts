/** Recorded traffic of real clients and of whole runs: no right backend is accused, and defects show as they do in a run. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { tagproof, folder, simulating } from '../src/cli/test-helpers/captured.ts';
import { readTargetFile } from '../src/config/target-file/read-target-file.ts';
import { ENDPOINTS } from '../src/contract/endpoints.ts';
import { AUTH_TOKEN, GAME_ID, JSON_TYPE, SECRET_KEY } from '../src/contract/headers.ts';
import { levelOf } from '../src/contract/clauses.ts';
import { completeDialect, partialDialect, type Dialect } from '../src/dialect/dialect.ts';
import { SYNTHETIC_CHAPTERS, type CaseFinished } from '../src/engine/events.ts';
import { harEntry } from '../src/recorded/har.ts';
import { harReporter } from '../src/report/formats/har-reporter.ts';
import { RecordedJudge } from '../src/recorded/judge-recorded.ts';
import { NamedSecrets } from '../src/recorded/named-secrets.ts';
import { noCounts, readRecords } from '../src/recorded/read-records.ts';
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

function judgeWith(dialect: Dialect): RecordedJudge {
  const { world, extensions, provoke, secrets } = file;
  const named = new NamedSecrets(secrets);
  return new RecordedJudge({ world, extensions, provoke, dialect, server: undefined, secrets: named });
}

async function judged(har: string): Promise<RecordedJudge> {
  const judge = judgeWith(partialDialect([]));
  async function* chunks(): AsyncGenerator<Buffer> {
    yield Buffer.from(har);
  }
  for await (const exchanges of readRecords(chunks(), 'x.har', noCounts()))
    for (const each of exchanges) judge.add(each);
  judge.endRecording();
  return judge;
}

interface Har {
  readonly log: { readonly entries: readonly { readonly comment: string }[] };
}

/** What the exchanges of a case came to. */
interface Seen {
  sent: number;
  judged: number;
  fail: number;
  warn: number;
  readonly causes: Set<string>;
}

const NOTHING: Seen = { sent: 0, judged: 0, fail: 0, warn: 0, causes: new Set() };

const countsOf = ({ kept: { causes } }: RecordedJudge): ReadonlyMap<string, number> =>
  new Map([...causes].flatMap(([cause, { who, count }]) => (who === 'backend' ? [[cause, count]] : [])));

/** The exchanges of a run's HAR, each judged by itself. */
function judgedByCase({ log }: Har): ReadonlyMap<string, Seen> {
  const judge = judgeWith(completeDialect(file.dialectAnswers));
  const exchanges = log.entries.flatMap((each) => {
    const [id = ''] = each.comment.split(' (');
    const recorded = harEntry(each, id);
    return recorded === undefined ? [] : [{ id, recorded }];
  });
  // An exchange with both headers: the recording holds them, so those of the first cases wait for nothing.
  const first = exchanges.find(({ recorded: { headers } }) =>
    [SECRET_KEY, AUTH_TOKEN].every((name) => headers.some(([own]) => own === name)),
  );
  if (first !== undefined) judge.add(first.recorded);
  const byCase = new Map<string, Seen>();
  for (const { id, recorded } of exchanges) {
    const seen = byCase.get(id) ?? { ...NOTHING, causes: new Set() };
    byCase.set(id, seen);
    const { judged: judgedBefore } = judge.counts;
    const { fail, warn } = judge.failed;
    const before = countsOf(judge);
    judge.add(recorded);
    seen.sent += 1;
    seen.judged += judge.counts.judged - judgedBefore;
    seen.fail += judge.failed.fail - fail;
    seen.warn += judge.failed.warn - warn;
    for (const [cause, count] of countsOf(judge))
      if (count > (before.get(cause) ?? 0)) seen.causes.add(cause);
  }
  return byCase;
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

  test('on another port than the simulator: nothing is accused', async () => {
    const site = await startIndependent('minimal', WORLD);
    const { url, stop } = await simulating(`--world ${WORLD} --cors-origin ${site.origin}`);
    const har = `${folder()}/traffic.har`;
    const context = await (await startBrowser()).newContext({ recordHar: { path: har } });
    const page = await context.newPage();
    await page.goto(`${site.origin}/`).catch(() => {});
    await page.evaluate(
      async ([base, all]) => {
        for (const { path, headers, body } of all)
          await (await fetch(base + path, { method: 'POST', headers, body })).text();
      },
      [url, calls] as const,
    );
    await context.close();
    await stop();
    const ended = await tagproof(`judge ${har} --world ${WORLD} --server ${url}`);
    // Playwright records no preflights.
    expect(ended.out).toContain(`${calls.length} judged, 1 elsewhere (/)`);
    expect(ended.out).toContain(' 0 failed, ');
    expect(ended.exit).toBe(0);
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

  /** Why a case may come to something else than its exchanges, one by one; undefined: for no reason. */
  function reasonOf(
    { case: { id, chapter, clauses }, verdict }: CaseFinished,
    seen: Seen,
  ): string | undefined {
    if (chapter === SYNTHETIC_CHAPTERS.throughout) return 'a finding of the whole run';
    if (verdict === 'pass' && [...seen.causes].every((each) => each.startsWith('7.1/form')))
      return 'the form of codes, which a run tells once';
    if (seen.fail > 0 && verdict === 'warn' && levelOf(clauses[0] ?? '') === 'should')
      return 'the case is about a should';
    if (seen.sent > seen.judged && verdict !== 'pass') return 'not all of it was judged';
    // Of a key that is named twice the rulebook only discourages what the case fails.
    if (seen.warn > 0 && id.startsWith('tag-keys/repeated@'))
      return 'the case asks for more than the rulebook';
    return undefined;
  }

  test.each([
    ['none', []],
    ['reading-takes-a-tag', ['not all of it was judged', 'the case is about a should']],
    ['hang-up-on-malformed-body', ['a finding of the whole run', 'not all of it was judged']],
    ['return-code-as-digits', ['the form of codes, which a run tells once']],
    ['key-named-twice-hides-tag', ['the case asks for more than the rulebook']],
  ])('case by case, with the defect %s', async (name, reasons) => {
    const events: CaseFinished[] = [];
    const reporter = harReporter();
    let text = '';
    const mutant = MUTANTS.find((each) => each.name === name) ?? good;
    const secret = (key: string, alter = ''): string => `<secret:${key}${alter === '' ? '' : ` ${alter}`}>`;
    const redaction = { ...bench.redaction, secret, keepsAll: true };
    await withMutant(mutant, bench, (target) =>
      runAgainst(target, { ...bench, redaction }, cases, {
        fresh: true,
        signal: new AbortController().signal,
        emit: (event) => {
          events.push(event);
          text += reporter.on(event);
        },
      }),
    );
    const har: Har = JSON.parse(`${text}]}}`);
    const byCase = judgedByCase(har);
    const found: Record<string, number> = {};
    for (const event of events) {
      const seen = byCase.get(event.case.id) ?? NOTHING;
      const alone = seen.fail > 0 ? 'fail' : seen.warn > 0 ? 'warn' : 'pass';
      if (alone === event.verdict || event.verdict === 'skip') continue;
      const reason = reasonOf(event, seen) ?? `no reason: ${event.case.id} ${event.verdict}, judged ${alone}`;
      found[reason] = (found[reason] ?? 0) + 1;
    }
    expect(Object.keys(found).toSorted()).toEqual(reasons);
    // Bodies over 4,000 characters are cut in a record.
    expect(found['not all of it was judged'] ?? 0).toBeLessThan(20);
  });
});
