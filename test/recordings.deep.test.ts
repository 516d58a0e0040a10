/** Recorded traffic of real clients and of whole runs: no right backend is accused, and defects show as they do in a run. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { tagproof, folder, simulating } from '../src/cli/test-helpers/captured.ts';
import { bareTarget } from '../src/world/target-file/target-file.ts';
import { isConditionCode } from '../src/spec/codes.ts';
import { ENDPOINTS, METHOD } from '../src/spec/endpoints.ts';
import { AUTH_TOKEN, GAME_ID, JSON_TYPE, SECRET_KEY } from '../src/spec/headers.ts';
import { completeDialect, partialDialect, type Dialect } from '../src/spec/dialect/dialect.ts';
import type { Exchange } from '../src/http/exchange.ts';
import type { HeaderLine, Request } from '../src/http/request.ts';
import { checkExchange } from '../src/judge/compare/check.ts';
import { breaksMust, bucketKey } from '../src/judge/finding.ts';
import { allowedForRequest } from '../src/judge/expect/allowed-for-request.ts';
import { harEntry } from '../src/run/traffic/har.ts';
import { harReporter } from '../src/report/formats/har-reporter.ts';
import { NOT_FINISHED } from '../src/report/record/reporter.ts';
import { TrafficJudge } from '../src/run/traffic/judge-exchange.ts';
import { isCredential } from '../src/run/traffic/masking.ts';
import type { Recorded } from '../src/run/traffic/recorded.ts';
import { RecordedSecrets } from '../src/run/traffic/recorded-secrets.ts';
import { quickOf } from '../src/cases/plan/quick.ts';
import { openTransport } from '../src/http/pool/pool-transport.ts';
import { MUTANTS } from '../mutants/defects/mutants.ts';
import { benchOf, factsOf, runAgainst, withMutant } from '../mutants/harness/bench.ts';
import { startBrowser } from './test-helpers/browser.ts';
import { onThreeEndpoints } from './test-helpers/deep.ts';
import { INDEPENDENT, startIndependent } from './test-helpers/independent.ts';
import { runOver } from './test-helpers/in-process-run.ts';
import { harOf, recording } from './test-helpers/recorder.ts';
import { CASES, FILE as file, WORLD } from './test-helpers/shipped.ts';

interface Judged {
  /** How many replies are wrong, and how many came to a verdict. */
  readonly fail: number;
  readonly warn: number;
  readonly judged: number;
  /** What is wrong with replies. */
  readonly causes: ReadonlySet<string>;
}

const judgeWith = (dialect: Dialect, { world, extensions, provoke, secrets } = file): TrafficJudge =>
  new TrafficJudge({
    world,
    extensions,
    provoke,
    dialect,
    server: undefined,
    failOn: 'backend',
    secrets: new RecordedSecrets(secrets, world.complete),
  });

/** What the replies of exchanges come to. */
function verdictOf(exchanges: readonly Recorded[], judge: TrafficJudge): Judged {
  const replies = exchanges.flatMap((each) =>
    judge.judge(each).sides.flatMap(({ who, findings }) => (who === 'backend' ? [findings] : [])),
  );
  const wrong = replies.filter((findings) => findings.length > 0);
  const fail = wrong.filter(breaksMust).length;
  const causes = new Set(wrong.flatMap(([first]) => (first === undefined ? [] : bucketKey(first))));
  return { fail, warn: wrong.length - fail, judged: replies.length, causes };
}

const entriesOf = (text: string): readonly Recorded[] =>
  (JSON.parse(text) as { log: { entries: readonly unknown[] } }).log.entries.flatMap(
    (each, at) => harEntry(each, `entries[${at}]`) ?? [],
  );

const judged = (har: string, dialect = partialDialect([]), known = file): Judged =>
  verdictOf(entriesOf(har), judgeWith(dialect, known));

/** What a page of a game asks: each operation with a fitting key, then with what is wrong. */
const key = (role: string): string => {
  const name = file.world.secretKeys.find((each) => each.role === role)?.name;
  return file.secrets.find((each) => each.name === name)?.value ?? '';
};
const token = file.secrets.find(({ name }) => name === file.world.authTokens[0]?.name)?.value ?? '';
const game = file.world.games[0] ?? '';
const calls = ENDPOINTS.flatMap(({ id: endpoint, path, resource, idMember, role, variant }) => {
  const ids = file.world.subjects.filter((each) => each.resource === resource).slice(0, 4);
  return [...ids.map(({ id }) => id), 'zzzzzzzzzz', 'short', ''].flatMap((id) =>
    [key(role), 'a-key-that-nothing-issued'].map((secret) => ({
      endpoint,
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

let browser: Promise<Browser> | undefined;

/** Records a page of a site that sends all calls to a base URL. */
async function recordedByPage(
  site: URL,
  base: string,
  content?: 'embed' | 'attach' | 'omit',
): Promise<string> {
  const path = `${folder()}/traffic.har`;
  const recordHar = { path, ...(content !== undefined && { content }) };
  const context = await (await (browser ??= startBrowser())).newContext({ recordHar });
  const page = await context.newPage();
  await page.goto(`${site.origin}/`).catch(() => {});
  await page.evaluate(
    async ([to, all]) => {
      for (const { path: at, headers, body } of all)
        await (await fetch(to + at, { method: 'POST', headers, body })).text();
    },
    [base, calls] as const,
  );
  await context.close();
  return path;
}

describe('a browser', () => {
  test('against an independent backend: nothing is accused', async () => {
    const har = await recordedByPage(await startIndependent('strict', WORLD), '', 'embed');
    const ended = await tagproof(`judge ${har} --world ${WORLD}`);
    expect(ended.out).toContain(`${calls.length} judged`);
    expect(ended.out).toContain(' 0 failed, ');
    expect(ended.exit).toBe(0);
    expect(ended.out + ended.err).not.toContain('a-key-that-nothing-issued');
    const wrong = readFileSync(har, 'utf8').replaceAll(/returnCode(?=\\")/g, 'returncode');
    expect(judged(wrong).fail).toBeGreaterThan(0);
  });

  test('that puts bodies beside the HAR, or leaves them out', async () => {
    const site = await startIndependent('minimal', WORLD);
    const har = await recordedByPage(site, '', 'attach');
    const attached = await tagproof(`judge ${har} --world ${WORLD}`);
    expect([attached.exit, attached.out]).toEqual([0, expect.stringContaining(`${calls.length} judged`)]);
    expect(attached.out).toContain(' 0 failed, ');
    const omitted = await tagproof(`judge ${await recordedByPage(site, '', 'omit')} --world ${WORLD}`);
    const said =
      /no reply can be judged: (\d+) judged by requests alone, 1 elsewhere .*, (\d+) without a body\n.*\nrecord the bodies/;
    expect([omitted.exit, omitted.err]).toEqual([2, expect.stringMatching(said)]);
    const [, byRequest, without] = said.exec(omitted.err) ?? [];
    expect(Number(byRequest) + Number(without)).toBe(calls.length);
  });

  test('on another port than the simulator: nothing is accused', async () => {
    const site = await startIndependent('minimal', WORLD);
    const { url, stop } = await simulating(`--world ${WORLD} --cors-origin ${site.origin}`);
    const har = await recordedByPage(site, url);
    await stop();
    const ended = await tagproof(`judge ${har} --world ${WORLD} --server ${url}`);
    // Playwright records no preflights.
    expect(ended.out).toContain(`${calls.length} judged, 1 elsewhere (/)`);
    expect(ended.out).toContain(' 0 failed, ');
    expect(ended.exit).toBe(0);
  });
});

/** A backend that has a defect, and one that has none. */
type Backend = (typeof MUTANTS)[number];
const right: Backend = { ...(MUTANTS[0] as Backend), name: 'none', alter: <S>(stages: S): S => stages };

const dialect = completeDialect(file.dialectAnswers);
const quick = quickOf(CASES, factsOf(file, dialect)).filter(({ id }) => !id.startsWith('limit/'));
const bench = benchOf(file, CASES, dialect);
const signal = new AbortController().signal;

/** What right backends answer, as a run of the quick selection and a page of a game ask. */
describe('traffic that is recorded', () => {
  async function askedBySuite(): Promise<readonly Request[]> {
    let exchanges: readonly Exchange[] = [];
    await withMutant(right, bench, async (target) => {
      const recorded = recording(target.transport);
      ({ exchanges } = recorded);
      const { transport } = recorded;
      await runAgainst({ ...target, transport }, bench, quick, { fresh: true, signal, emit: () => {} });
    });
    return exchanges.map(({ request }) => request);
  }
  const askedByGame = calls.map(({ endpoint, path, headers, body }): Request => ({
    endpoint,
    method: METHOD,
    path,
    headers: Object.entries(headers),
    body: Buffer.from(body),
  }));

  async function answered(backend: Backend, requests: readonly Request[]): Promise<readonly Exchange[]> {
    const exchanges: Exchange[] = [];
    await withMutant(backend, bench, async ({ transport }) => {
      for (const request of requests) exchanges.push(await transport.send(request));
    });
    return exchanges;
  }
  const wordOf = ({ outcome }: Exchange): string =>
    outcome.kind === 'reply'
      ? JSON.stringify([outcome.status, outcome.headers, Buffer.from(outcome.body).toString('latin1')])
      : outcome.why;

  const shareOf = (name: string): number => (createHash('sha256').update(name).digest()[0] ?? 0) % 32;
  const listed = new Set(file.secrets.map(({ value }) => value));
  /** Why a recording can't show that a reply is wrong; undefined: it can. */
  function whyUnseen(exchange: Exchange): string | undefined {
    if (exchange.outcome.kind === 'no-reply') return 'no reply: pages cancel requests';
    const { path } = exchange.request;
    if (!ENDPOINTS.some((each) => each.path === path))
      return 'a path of no operation may be of another service';
    const { envelope, findings } = checkExchange(
      allowedForRequest(exchange.request, file),
      exchange,
      dialect,
    );
    if (findings.length === 0) return 'the document allows the reply';
    if (envelope !== undefined && isConditionCode(envelope.returnCode))
      return 'a code of load may come at any time';
    const isUnlisted = ([name, value]: HeaderLine): boolean =>
      typeof value === 'string' && value !== '' && isCredential(name) && !listed.has(value);
    return exchange.request.headers.some(isUnlisted) ? 'an unlisted secret may be in force' : undefined;
  }

  test('shows each defect that it meets, or there is a reason why it can not', async () => {
    const requests = [...askedByGame, ...(await askedBySuite())];
    const usual = await answered(right, requests);
    const ofRight = judged(harOf(usual, bench.secretStore), dialect);
    expect(ofRight).toMatchObject({ fail: 0, warn: 0 });
    expect(ofRight.judged).toBeGreaterThan(1400);
    // By their names, so that a new one changes no other's turn.
    const sample = MUTANTS.filter(({ name, framing }) => shareOf(name) === 13 && framing !== true);
    const became: Record<string, string[]> = {};
    for (const mutant of sample) {
      const exchanges = await answered(mutant, requests);
      const differing = exchanges.filter((each, at) => wordOf(each) !== wordOf(usual[at] ?? each));
      // The others are as usual, of which nothing is accused.
      const failed = judged(harOf(differing, bench.secretStore), dialect);
      const reasons = new Set(differing.map((each) => whyUnseen(each) ?? 'judge misses it'));
      const word =
        differing.length === 0 ? 'not met' : failed.fail + failed.warn > 0 ? 'found' : [...reasons].join();
      (became[word] ??= []).push(mutant.name);
    }
    const { found = [], ...others } = became;
    expect(others).toEqual({
      'not met': ['crowd-shares-keys', 'one-character-wrong', 'games-compared-without-leading-zeros'],
    });
    expect(found.length).toBeGreaterThanOrEqual(20);
  });

  test.concurrent.each(INDEPENDENT)(
    'of the independent backend %s, in which all is right, is not even warned of',
    async (name) => {
      const settings = { headers: [], timeoutMs: 10_000 };
      const baseUrl = await startIndependent(name, WORLD);
      const { secretStore } = bench;
      const recorded = recording(openTransport({ baseUrl, secretStore, settings }));
      // Without the world file, failures that it says how to provoke are failures.
      const instances = quick.filter(({ id }) => !id.startsWith('failure/'));
      await runOver(recorded.transport, { instances, declared: file });
      const har = harOf(recorded.exchanges, secretStore);
      for (const known of [file, bareTarget(baseUrl)]) {
        const found = judged(har, partialDialect([]), known);
        expect(found).toMatchObject({ fail: 0, warn: 0, causes: new Set() });
        expect(found.judged).toBeGreaterThan(1000);
      }
    },
  );
});

test('the HAR of a whole run on three endpoints is judged exchange by exchange, and nothing in it is accused', async () => {
  const reporter = harReporter();
  const secret = (of: string, how = ''): string => `<secret:${of}${how === '' ? '' : ` ${how}`}>`;
  const redaction = { ...bench.redaction, secret, keepsAll: true };
  const instances = onThreeEndpoints(CASES);
  let text = '';
  await withMutant(right, bench, (target) =>
    runAgainst(target, { ...bench, redaction }, instances, {
      fresh: true,
      signal,
      emit: (event) => void (text += reporter.on(event)),
    }),
  );
  const found = judged(text + reporter.on(NOT_FINISHED), dialect);
  expect(found).toMatchObject({ fail: 0, warn: 0 });
  expect(found.judged).toBeGreaterThan(instances.length);
});
