/** Twenty seeds of the fuzzer, every second one against a mutant: the requests in their order, and the failures with their smallest trials. */
import { MUTANTS } from '../../mutants/defects/mutants.ts';
import { FUZZ_SETTINGS } from '../../mutants/harness/fuzz-mutant.ts';
import { simulatorWith } from '../../scripts/samples.ts';
import { readTargetFile } from '../../src/world/target-file/read-target-file.ts';
import { partialDialect } from '../../src/spec/dialect/dialect.ts';
import { fuzz, type FuzzOutcome } from '../../src/fuzz/fuzz.ts';
import { fuzzInputsOf } from '../../src/fuzz/trials/fuzz-inputs.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { inProcessTransport } from '../../mutants/harness/in-process.ts';
import { secretStoreOf } from '../../src/http/secrets/secrets.ts';
import { DEFECTS } from './events.ts';
import { lineOf, requestLine, type Details } from './record.ts';

const SEEDS = 20;
const RUNS = 4000;

const file = readTargetFile('fixtures/world.yaml', {});
const { world, extensions, provoke: provocations } = file;
const inputs = fuzzInputsOf(
  { world, extensions, provocations, dialect: partialDialect(file.dialectAnswers) },
  true,
);

/** Notes each request before it is sent. */
const noting = (transport: Transport, sent: string[]): Transport => ({
  ...transport,
  send: (request, signal) => {
    sent.push(requestLine(request));
    return transport.send(request, signal);
  },
  single: () => noting(transport.single(), sent),
});

function failureLines({ failures, partial, notJudged }: FuzzOutcome): readonly string[] {
  const lines = failures.flatMap(({ key, property, tried, repeats, shrunk, ended }) => [
    lineOf({ key, property, found: tried.found, repeats, shrunk, ended }),
    ...tried.judged.map(({ exchange }) => requestLine(exchange.request)),
  ]);
  return [...lines, lineOf({ partial, notJudged })];
}

export async function fuzzed(): Promise<Details> {
  const details = new Map<string, string>();
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const name = seed % 2 === 0 ? DEFECTS[seed / 2 - 1] : undefined;
    const mutant = MUTANTS.find((each) => each.name === name);
    const answer = simulatorWith(mutant?.alter ?? ((stages) => stages));
    const sent: string[] = [];
    const transport = noting(inProcessTransport(answer, { secretStore: secretStoreOf(file.secrets) }), sent);
    const outcome = await fuzz({
      ...FUZZ_SETTINGS,
      inputs,
      transport,
      target: 'the target',
      seed,
      runs: RUNS,
      concurrency: 1,
      signal: new AbortController().signal,
    });
    await transport.close();
    const id = `seed ${seed} ${mutant?.name ?? 'no defect'}`;
    details.set(`${id} requests`, sent.join('\n'));
    details.set(`${id} failures`, failureLines(outcome).join('\n'));
  }
  return details;
}
