/** A declared limit that is refused with the code of the other one fails; another limit, which is not declared, accuses no backend. */
import { beforeEach, expect, test, vi } from 'vitest';
import { SECRET_KEY } from '../../../spec/headers.ts';
import { RETURN_CODES, type ReturnCode } from '../../../spec/codes.ts';
import { MUTANTS } from '../../../../mutants/defects/mutants.ts';
import { inProcess } from '../../../../simulator/server/in-process.ts';
import { simulatorOptionsOf } from '../../../library/embedded/simulated-file.ts';
import { readTargetFile } from '../../../world/target-file/read-target-file.ts';
import { completeDialect, type Dialect } from '../../../spec/dialect/dialect.ts';
import { expand } from '../../../cases/format/instance.ts';
import { loadSuite } from '../../../cases/format/load-suite.ts';
import {
  inProcessTransport,
  type InProcessReply,
  type InProcessRequest,
} from '../../../http/raw/in-process.ts';
import { secretStoreOf } from '../../../http/secrets/secrets.ts';
import { clock, startClock } from '../../../../test/test-helpers/fake-clock.ts';
import { runOver, troubles } from '../../../../test/test-helpers/in-process-run.ts';

vi.mock(
  'node:timers/promises',
  async () => (await import('../../../../test/test-helpers/fake-clock.ts')).fakeTimers,
);
beforeEach(startClock);

const declared = readTargetFile('fixtures/world.yaml', {});
const instances = expand(loadSuite(['suites'])).filter(({ id }) =>
  ['limit/rate@group.admin', 'limit/sessions@group.client'].includes(id),
);

type Ask = (request: InProcessRequest) => Promise<InProcessReply>;

const refusing = (code: ReturnCode): InProcessReply => ({
  status: 200,
  headers: [['Content-Type', 'application/json']],
  body: Buffer.from(JSON.stringify({ returnCode: RETURN_CODES[code] })),
});

/** The troubles of a run of both cases against the simulator behind a front, or with a defect. */
async function troublesWith(
  front: (ask: Ask) => Ask,
  mutant?: string,
  dialect?: Dialect,
): Promise<readonly string[]> {
  const alter = MUTANTS.find(({ name }) => name === mutant)?.alter;
  const ask = inProcess({
    ...simulatorOptionsOf(declared),
    clock: () => clock.now,
    ...(alter && { alter }),
    ...(dialect && { dialect }),
  });
  const transport = inProcessTransport(front(ask), { secretStore: secretStoreOf(declared.secrets) });
  const all = troubles(await runOver(transport, { instances, declared }));
  // That it limits is one warning for the run.
  return all.filter((line) => !line.startsWith('warn throughout/limited'));
}

const none = (ask: Ask): Ask => ask;

test.each([
  ['rate-as-sessions', /^fail limit\/rate@group\.admin: 7\.1\/max-request-reject /],
  ['sessions-as-rate', /^fail limit\/sessions@group\.client: 7\.1\/max-ccu-reject /],
])('%s fails', async (mutant, expected) => {
  expect(await troublesWith(none, mutant)).toEqual([expect.stringMatching(expected)]);
});

test('a backend that refuses lists of tag keys, and wants keys, meets the declared rate with as many requests as the case counts', async () => {
  const answers = [
    { question: 'tagKeys.many', at: '', option: 'invalid' },
    { question: 'tagKeys.omitted', at: '', option: 'DataRequired' },
  ] as const;
  expect(await troublesWith(none, undefined, completeDialect(answers))).toEqual([]);
});

test('an undeclared limit of 12 requests under way is not taken for the declared rate', async () => {
  let underWay = 0;
  const limiting =
    (ask: Ask): Ask =>
    async (request) => {
      underWay += 1;
      try {
        if (underWay > 12) return refusing('MaxCCUReject');
        await new Promise((done) => setImmediate(done));
        return await ask(request);
      } finally {
        underWay -= 1;
      }
    };
  expect(await troublesWith(limiting)).toEqual([
    expect.stringMatching(/^skip limit\/rate@group\.admin.* declare its rate and its sessions/),
  ]);
});

test('an undeclared rate is not taken for the declared sessions', async () => {
  const { value = '' } = declared.secrets.find(({ name }) => name === 'player-sessions') ?? {};
  const { limits } = declared.world.secretKeys.find(({ name }) => name === 'player-sessions') ?? {};
  let left = 0;
  let end = 0;
  const limiting =
    (ask: Ask): Ask =>
    (request) => {
      if (!request.headers.some(([name, text]) => name === SECRET_KEY && text === value)) return ask(request);
      const { now } = clock;
      if (now >= end) {
        left = limits?.sessions ?? 0;
        end = now + 1000;
      }
      left -= 1;
      return left < 0 ? Promise.resolve(refusing('MaxRequestReject')) : ask(request);
    };
  expect(await troublesWith(limiting)).toEqual([
    expect.stringMatching(/^skip limit\/sessions@group\.client.* declare its rate and its sessions/),
  ]);
});
