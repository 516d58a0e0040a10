/** Fuzzing accuses no backend that conforms: every pair of accepted choices, in formats and orders, with much or little declared, and backends written from the document alone. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inProcess } from '../simulator/server/in-process.ts';
import { simulatorOptionsOf } from '../src/library/embedded/simulated-file.ts';
import { partialDialect, completeDialect, type Dialect } from '../src/spec/dialect/dialect.ts';
import type { Combination } from './test-helpers/pairwise.ts';
import type { Exchange, Transport } from '../src/http/exchange.ts';
import { exhaustiveTrials } from '../src/fuzz/trials/fixed-trials.ts';
import { fuzz, type FuzzOptions, type FuzzOutcome } from '../src/fuzz/fuzz.ts';
import { causeKeyOf } from '../src/fuzz/failures/failure-buckets.ts';
import { fuzzInputsOf, type FuzzInputs } from '../src/fuzz/trials/fuzz-inputs.ts';
import { targetOf } from '../src/run/send/target.ts';
import { performTrial, type Tried } from '../src/fuzz/trials/send-trial.ts';
import { PROPERTY_NAMES } from '../src/fuzz/trials/properties.ts';
import { trialWords } from '../src/fuzz/trials/trial-words.ts';
import { DEFAULT } from '../src/judge/test-helpers/backend.ts';
import { arbitraryPartOf } from '../src/judge/test-helpers/less-known.ts';
import { inProcessTransport } from '../mutants/harness/in-process.ts';
import { openTransport } from '../src/http/pool/pool-transport.ts';
import { secretStoreOf } from '../src/http/secrets/secrets.ts';
import { DEEP, sampled } from './test-helpers/deep.ts';
import { answersOf, COMBINATIONS, simulatorOf } from './test-helpers/dialects.ts';
import { INDEPENDENT, startIndependent } from './test-helpers/independent.ts';
import { SEED } from './test-helpers/seed.ts';
import { FILE as file, WORLD } from './test-helpers/shipped.ts';

const secretStore = secretStoreOf(file.secrets);
/** FUZZ_REQUESTS=200000 looks longer, SEED=$RANDOM elsewhere. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? (DEEP ? 20_000 : 1000));
const ON_SOCKETS = DEEP ? 2000 : 100;
const signal = new AbortController().signal;

function knowing(dialect: Dialect, world = file.world): FuzzInputs {
  const { extensions, provoke: provocations } = file;
  return fuzzInputsOf({ world, extensions, provocations, dialect }, true);
}

const textOf = ({ outcome }: Exchange): string =>
  outcome.kind === 'reply'
    ? `HTTP ${outcome.status} ${Buffer.from(outcome.body).toString().slice(0, 600)}`
    : `${outcome.why}: ${outcome.detail}`;

/** What was found wrong, in which requests, by which replies; empty where nothing was. */
function accusations({ trial, judged, found }: Tried, inputs: FuzzInputs): readonly string[] {
  const said = found.map(
    (each) =>
      `${each.property}: ${each.finding.level} ${causeKeyOf(each)}: expected ${each.finding.expected}; got ${each.finding.actual}`,
  );
  const replies = judged.map(({ exchange }) => textOf(exchange));
  return said.length === 0 ? [] : [[...said, trialWords(trial, inputs), ...replies].join('\n  ')];
}

type Fuzzing = Pick<FuzzOptions, 'inputs' | 'transport' | 'seed'> & Partial<FuzzOptions>;

const fuzzed = (options: Fuzzing): Promise<FuzzOutcome> =>
  fuzz({
    mask: (text) => text,
    target: 'a conformant backend',
    properties: PROPERTY_NAMES,
    concurrency: 16,
    runs: undefined,
    timeMs: undefined,
    rate: undefined,
    signal,
    ...options,
  });

/** Also what could not be judged, and an early end: a run that sees nothing proves nothing. */
function troublesOf({ failures, notJudged, partial }: FuzzOutcome, inputs: FuzzInputs): readonly string[] {
  return [
    ...failures.flatMap(({ tried }) => accusations(tried, inputs)),
    ...[...notJudged].map(([why, count]) => `${count} not judged: ${why}`),
    ...(partial === '' ? [] : [partial]),
  ];
}

/** Every so many-th of the exhaustive phase. */
async function atBoundaries(
  part: number,
  parts: number,
  inputs: FuzzInputs,
  transport: Transport,
): Promise<readonly string[]> {
  const { dialect } = inputs.facts;
  const sender = targetOf({ transport, signal, dialect, mask: (text) => text, rate: undefined });
  const trials = BOUNDARY_TRIALS.filter((_, at) => at % parts === part);
  const said: string[] = [];
  for (const trial of trials)
    said.push(...accusations(await performTrial(trial, 'exhaustive', sender, inputs), inputs));
  return said;
}

/** Each dialect is met with none and with all of its choices declared; in npm test each fourth one with one of the two. */
const MEETINGS = COMBINATIONS.length * 2;
/** So many meetings share the exhaustive phase among them: all see all together, twice, and none is slow. */
const SHARERS = COMBINATIONS.length;
/** What is declared of the choices does not change what is sent. */
const BOUNDARY_TRIALS = sampled(exhaustiveTrials(knowing(partialDialect())), 12, SEED);
const BOUNDARIES = BOUNDARY_TRIALS.reduce((sum, { steps }) => sum + steps.length, 0);
const EACH = Math.max(30, Math.ceil(REQUESTS / MEETINGS - BOUNDARIES / SHARERS));

describe(`${COMBINATIONS.length} dialects, each met with ${EACH} random requests and a part of ${BOUNDARIES} others`, () => {
  test.each(sampled([...COMBINATIONS.entries()], 4, 0))(
    'dialect %i is not accused with nothing or with all of it declared',
    { timeout: 300_000 },
    async (index, combination) => {
      const number = index + 1;
      const answer = inProcess({ ...simulatorOptionsOf(file), ...simulatorOf(combination) });
      const transport = inProcessTransport(answer, { secretStore });
      const known = [partialDialect(), completeDialect(answersOf(combination))];
      for (const [at, dialect] of sampled([...known.entries()], 2, number)) {
        const inputs = knowing(dialect);
        const seed = SEED * MEETINGS + number * 2 + at;
        const outcome = await fuzzed({
          inputs,
          transport,
          seed,
          runs: EACH,
        });
        expect(troublesOf(outcome, inputs)).toEqual([]);
        expect(
          await atBoundaries((number + Math.floor((at * SHARERS) / 2)) % SHARERS, SHARERS, inputs, transport),
        ).toEqual([]);
      }
    },
  );
});

const PARTS = fc.sample(arbitraryPartOf(DEFAULT.world, { gamesOfKeys: true }), {
  seed: SEED,
  numRuns: DEEP ? 12 : 4,
});

test.each(PARTS.map((world, index) => [index + 1, world] as const))(
  'with only a part of the world declared no backend is accused: part %i',
  { timeout: 300_000 },
  async (number, world) => {
    const combination = COMBINATIONS[(number * 7) % COMBINATIONS.length] as Combination;
    const answer = inProcess({ ...simulatorOptionsOf(file), ...simulatorOf(combination) });
    const transport = inProcessTransport(answer, { secretStore });
    for (const dialect of [partialDialect(), completeDialect(answersOf(combination))]) {
      const inputs = knowing(dialect, world);
      const outcome = await fuzzed({ inputs, transport, seed: SEED + number, runs: EACH });
      expect(troublesOf(outcome, inputs)).toEqual([]);
    }
  },
);

test.concurrent.each(sampled(INDEPENDENT, INDEPENDENT.length, 0))(
  'the independent backend %s is not accused',
  { timeout: 300_000 },
  async (name) => {
    const baseUrl = await startIndependent(name, WORLD);
    const settings = { headers: [], timeoutMs: 20_000 };
    const transport = openTransport({ baseUrl, secretStore, settings });
    const inputs = knowing(partialDialect());
    const outcome = await fuzzed({ inputs, transport, seed: SEED, runs: ON_SOCKETS, concurrency: 8 });
    await transport.close();
    expect(troublesOf(outcome, inputs)).toEqual([]);
  },
);
