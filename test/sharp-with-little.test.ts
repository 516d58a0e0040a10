/** What is found with one key and one player declared: what the run learns makes defects failures that an unknown fact would excuse. */
import { expect, test } from 'vitest';
import { inProcess } from '../simulator/server/in-process.ts';
import type { Alter } from '../mutants/defects/mutant.ts';
import { storeOf } from '../simulator/world/store.ts';
import { mutantNamed } from '../src/cli/test-helpers/serving.ts';
import type { Transport } from '../src/http/exchange.ts';
import { caseOf, tags } from '../src/run/suite/test-helpers/scripted.ts';
import { readTargetFile } from '../src/world/target-file/read-target-file.ts';
import { inProcessTransport } from '../mutants/harness/in-process.ts';
import { secretStoreOf } from '../src/http/secrets/secrets.ts';
import { runInProcess, runOver, type InProcessRun } from './test-helpers/in-process-run.ts';
import { FILE as served, PROMPT } from './test-helpers/shipped.ts';

const declared = readTargetFile('fixtures/minimal-target.yaml', {
  STAGING_URL: 'http://127.0.0.1:1',
  STAGING_ADMIN_KEY: 'public-admin-key-all-rules-0001',
});
const instances = PROMPT.filter(({ endpoint }) => endpoint.variant === 'admin');

const mutant = (name: string): Alter => mutantNamed(name).alter;

/** Each with a case that has to fail, and the clause of its first finding. */
const DEFECTS: readonly (readonly [mutant: string, id: string, clause: string])[] = [
  ['right-member-named', 'id/number', '2.5/code/names'],
  ['half-surrogate-in-id-crashes', 'lenient/lone-surrogate-in-id', '1/json-body'],
];

/** The cases with these ids: what the run learns comes from its first requests. */
const casesOf = (...ids: readonly string[]) => instances.filter(({ from }) => ids.includes(from.written.id));

const failing = ({ cases }: InProcessRun, id: string): readonly string[] =>
  cases
    .filter(({ verdict, case: found }) => verdict === 'fail' && found.id.startsWith(`${id}@`))
    .map(({ case: found, findings: [first] }) => `${found.endpoint} ${first?.clause ?? ''}`);

test.each(DEFECTS)(
  'knowing one key and one player, a run fails a backend with %s',
  async (name, id, clause) => {
    const result = await runInProcess({
      instances: casesOf(id),
      served,
      declared,
      simulator: { alter: mutant(name) },
    });
    expect(failing(result, id)).toEqual(
      ['gamePlayer.admin', 'characterPlayer.admin', 'group.admin'].map((endpoint) => `${endpoint} ${clause}`),
    );
  },
);

const CASE = 'not-found/plain@characterPlayer.admin';

/** A simulator that finds something with a made-up id: in this many of its replies to the case. */
function findingSome(replies: number): Transport {
  const answer = inProcess({ store: storeOf(served.world, served.secrets) });
  const sound = inProcessTransport(answer, { secretStore: secretStoreOf(declared.secrets) });
  let count = 0;
  const target: Transport = {
    ...sound,
    single: () => ({ ...target, close: async () => {} }),
    send: async (request, signal) => {
      const exchange = await sound.send(request, signal);
      if (caseOf(request) !== CASE) return exchange;
      count += 1;
      return count <= replies ? { ...exchange, outcome: tags(['class', 'ghost']) } : exchange;
    },
  };
  return target;
}

const only = instances.filter(({ id }) => id === CASE);
const restsOn = expect.stringMatching(
  /^rests on: characterPlayer \w{11}, \w{11}, \w{11} are made up at random, so nothing has these ids \(setup\/admin@characterPlayer\.\w+ and 1 more\)$/,
);

test('a finding that rests on what was learned says so, and is flaky where it is not seen again', async () => {
  const always = await runOver(findingSome(Infinity), { instances: only, declared, confirm: true });
  expect(always.cases).toMatchObject([{ verdict: 'fail', confirmation: 'always' }]);
  expect(always.cases[0]?.notes).toContainEqual(restsOn);
  const once = await runOver(findingSome(1), { instances: only, declared, confirm: true });
  expect(once.cases).toMatchObject([{ verdict: 'fail', confirmation: 'in-company' }]);
});
