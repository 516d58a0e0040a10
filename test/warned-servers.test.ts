/** Habits of servers and validators that are a warning and never a failure in fuzzing: WSGI, cpp-httplib, Laravel. */
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
import { FILE as file } from './test-helpers/shipped.ts';

/** A habit as the option that the simulator takes, and the trials that meet it; `discouraged-options.deep.test.ts` has the runs. */
const HABITS = [
  ['http.chunked', 'as empty', /chunk/],
  ['header.percent', 'decoded', /percent-encoded/],
  ['tagKeys.empty', 'DataRequired', /as-empty-array/],
  ['tagKeys.empty', 'ServiceArrayNull', /as-empty-array/],
] as const;

const simulated = (question: (typeof HABITS)[number][0], option: string) => ({
  dialect: completeDialect([{ question, at: '', option }]),
});

test.each(HABITS)('fuzzing finds no more than a should in %s: %s', async (question, option, met) => {
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
