/** The events of runs against twelve defective backends: a row for each written case that does not pass, one for those that do. */
import { MUTANTS } from '../../mutants/defects/mutants.ts';
import { eventsOf, simulatorWith } from '../../scripts/samples.ts';
import type { RunEvent } from '../../src/report/record/events.ts';
import { expand } from '../../src/cases/format/instance.ts';
import { loadSuite } from '../../src/cases/format/load-suite.ts';
import type { InProcessAnswer } from '../../mutants/harness/in-process.ts';
import { lineOf, type Details } from './record.ts';

const instances = expand(loadSuite(['suites']));
const alone = instances.filter(({ from }) => from.written.alone === true);
const others = instances.filter(({ from }) => from.written.alone !== true);

/** How many requests these send depends on when the target's clock begins a second: only one defect meets them, and no others. */
const ALONE: ReadonlySet<string> = new Set(alone.map(({ id }) => id));
const OF_LIMITS = 'rate-shared-by-keys';

/** One for each room of `mutants/defects`, and more where verdicts are softened, split off or repeated. */
export const DEFECTS = [
  'refusals-without-type',
  'missing-body-crashes',
  'client-keeps-first-subject',
  'client-sees-fewer-tags',
  'server-wants-token',
  'array-maximum-not-checked',
  'text-as-number',
  'secret-key-in-hexadecimal',
  'unknown-token-not-noticed-with-game-id',
  'ids-in-any-case',
  'other-players-open',
  OF_LIMITS,
];

/** Counts the requests of each case, which names itself in its User-Agent. */
const counting =
  (answer: InProcessAnswer, counts: Map<string, number>): InProcessAnswer =>
  (request) => {
    const [, agent = ''] = request.headers.find(([name]) => name === 'User-Agent') ?? [];
    const [, sender = agent] = /\((.*)\)$/.exec(agent) ?? [];
    if (!ALONE.has(sender)) counts.set(sender, (counts.get(sender) ?? 0) + 1);
    return answer(request);
  };

/** Places in files and in the suite move with each new case, the version with each release. */
function lineWithId(event: RunEvent): readonly [id: string, line: string] {
  if (event.kind === 'run-started') return ['started', lineOf({ ...event, version: '', options: undefined })];
  if (event.kind === 'run-finished') return ['finished', lineOf({ ...event, requests: 0 })];
  const { index: _, line: __, ...identity } = event.case;
  const id = event.verdict === 'pass' ? 'passed' : identity.id.replace(/@.*$/, '');
  return [id, lineOf({ ...event, ms: 0, case: identity })];
}

async function addEvents(name: string, details: Map<string, string>): Promise<void> {
  const mutant = MUTANTS.find((each) => each.name === name);
  if (mutant === undefined) throw new TypeError(`no mutant ${name}`);
  const counts = new Map<string, number>();
  const answer = counting(simulatorWith(mutant.alter), counts);
  const cases = name === OF_LIMITS ? alone : others;
  const only = [...new Set(cases.map(({ from }) => from.written.id))];
  const stream = await eventsOf({ targetFile: 'fixtures/world.yaml', only, answer, keepsAll: false });
  for (const [id, line] of stream.map(lineWithId)) {
    const before = details.get(`${name} ${id}`);
    details.set(`${name} ${id}`, before === undefined ? line : `${before}\n${line}`);
  }
  details.set(`${name} requests`, [...counts].map(([sender, count]) => `${sender} ${count}`).join('\n'));
}

export async function events(): Promise<Details> {
  const details = new Map<string, string>();
  for (const name of DEFECTS) await addEvents(name, details);
  return details;
}
