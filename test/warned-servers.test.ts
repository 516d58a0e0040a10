/** Habits of servers and validators that are a warning and never a failure, in a run and in fuzzing: WSGI, cpp-httplib, static file servers, Laravel. */
import { expect, test } from 'vitest';
import { inProcess } from '../simulator/server/in-process.ts';
import { completeDialect, partialDialect } from '../src/spec/dialect/dialect.ts';
import { exhaustiveTrials } from '../src/fuzz/trials/fixed-trials.ts';
import { fuzzInputsOf } from '../src/fuzz/trials/fuzz-inputs.ts';
import { performTrial } from '../src/fuzz/trials/send-trial.ts';
import { simulatorOptionsOf } from '../src/library/embedded/simulated-file.ts';
import { secretStoreOf } from '../src/http/secrets/secrets.ts';
import { targetOf } from '../src/run/send/target.ts';
import { inProcessTransport } from '../mutants/harness/in-process.ts';
import { runInProcess } from './test-helpers/in-process-run.ts';
import { CASES, FILE as file } from './test-helpers/shipped.ts';

/** A habit: the option that the simulator takes, the cases and trials that meet it, and what a run reports of it. */
const HABITS = [
  [
    'http.chunked',
    'as empty',
    /^(?:http\/|size\/beyond-in)/,
    /chunk/,
    ['throughout/chunked-body 1/http-200/chunked'],
  ],
  ['http.range', 'a part', /^http\/range/, undefined, ['throughout/range 1/http-200/range']],
  [
    'header.percent',
    'decoded',
    /^(?:secret|token|game-id)\/\S*(?:near-misses|percent)/,
    /percent-encoded/,
    undefined,
  ],
  ['tagKeys.empty', 'DataRequired', /^tag-keys\/empty@/, /as-empty-array/, undefined],
  ['tagKeys.empty', 'ServiceArrayNull', /^tag-keys\/empty@/, /as-empty-array/, undefined],
] as const;

const simulated = (question: (typeof HABITS)[number][0], option: string) => ({
  dialect: completeDialect([{ question, at: '', option }]),
});

test.each(HABITS)(
  'a run warns of %s: %s, and fails nothing for it',
  async (question, option, cases, _, once) => {
    const { cases: seen } = await runInProcess({
      instances: CASES.filter(({ id, from }) => cases.test(id) || from.written.id === 'reply/success'),
      served: file,
      simulator: simulated(question, option),
    });
    const warned = seen.filter(({ verdict }) => verdict === 'warn');
    expect(seen.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(warned.length).toBeGreaterThan(0);
    if (once !== undefined)
      expect(warned.map(({ case: { id }, findings: [first] }) => `${id} ${first?.clause}`)).toEqual(once);
  },
);

test.each(
  HABITS.flatMap(([question, option, , trials]) =>
    trials === undefined ? [] : [[question, option, trials] as const],
  ),
)('fuzzing finds no more than a should in %s: %s', async (question, option, met) => {
  const { world, extensions, provoke: provocations } = file;
  const inputs = fuzzInputsOf({ world, extensions, provocations, dialect: partialDialect() }, true);
  const answer = inProcess({ ...simulatorOptionsOf(file), ...simulated(question, option) });
  const transport = inProcessTransport(answer, { secretStore: secretStoreOf(file.secrets) });
  const to = targetOf({
    transport,
    signal: new AbortController().signal,
    dialect: partialDialect(),
    mask: (text) => text,
    rate: undefined,
  });
  const levels = new Set<string>();
  for (const trial of exhaustiveTrials(inputs).filter((each) => met.test(JSON.stringify(each)))) {
    const { found } = await performTrial(trial, 'exhaustive', to, inputs);
    for (const { finding } of found) levels.add(finding.level);
  }
  expect([...levels]).toEqual(['should']);
});
