/** What is wrong with a written case beyond its schema: words that nothing knows, and parts that contradict each other. */
import type { Endpoint } from '../../spec/endpoints.ts';
import { clauseOf } from '../../spec/clauses.ts';
import { optionsOf } from '../../spec/dialect/questions.ts';
import type { FileFault } from '../../world/yaml/fault.ts';
import type { Located } from '../../world/yaml/located.ts';
import type { YamlPath } from '../../world/yaml/path.ts';
import {
  type Complaint,
  givenExclusions,
  countFaults,
  outcomeExclusions,
  caseExclusions,
  sendExclusions,
  stepExclusions,
} from './exclusive-parts.ts';
import type { WrittenStep, WrittenCase } from './schema/case-schema.ts';
import type { WrittenOutcome } from './schema/outcome-schema.ts';
import { didYouMean } from '../../base/text/nearest.ts';
import {
  type SendingPart,
  endpointFaults,
  endpointIdList,
  sendersOf,
  tokenFaults,
} from './endpoint-faults.ts';
import { instanceEndpoints } from './instance.ts';
import { listedFaults, nameFaults, referenceFaults, secretFaults } from './unknown-names.ts';
import { casesOfEntry, ownCases } from './written-cases.ts';
import { isCount, referringSend } from './references.ts';

/** Each of `sent` is where one instance sends to. */
function clauseFaults(
  clauses: readonly string[],
  at: YamlPath,
  sent: readonly (readonly Endpoint[])[],
): readonly Complaint[] {
  return clauses.flatMap((id, index): readonly Complaint[] => {
    const clause = clauseOf(id);
    if (clause === undefined || clause.level === 'unobservable') return [];
    const astray = sent.filter((endpoints) => !endpoints.some((each) => clause.on.includes(each.id)));
    if (astray.length === 0) return [];
    const message = `the clause "${id}" does not concern ${endpointIdList(new Set(astray.flat()))}`;
    const path = [...at, 'clauses', index];
    return [
      { path, message, hint: `name another one, or endpoints that it concerns: ${clause.on.join(', ')}` },
    ];
  });
}

interface PlacedOutcome {
  readonly outcome: WrittenOutcome;
  readonly path: YamlPath;
}

/** Every written outcome of a case with its path. */
export function outcomesIn({ expect, steps = [] }: WrittenCase): readonly PlacedOutcome[] {
  const at = (value: unknown, path: YamlPath): readonly PlacedOutcome[] => {
    if (Array.isArray(value)) return value.flatMap((each, index) => at(each, [...path, index]));
    if (typeof value !== 'object' || value === null) return [];
    if ('reply' in value) return [{ outcome: value as WrittenOutcome, path }];
    return ['every', 'some', 'rest'].flatMap((part) =>
      at((value as Record<string, unknown>)[part], [...path, part]),
    );
  };
  return [
    ...at(expect, ['expect']),
    ...steps.flatMap((step, index) => at(step.expect, ['steps', index, 'expect'])),
  ];
}

function whenFaults(
  { when }: WrittenOutcome,
  at: YamlPath,
  { decides }: WrittenCase,
  whole: boolean,
): readonly Complaint[] {
  if (when === undefined || (decides === undefined && !whole)) return [];
  const path = [...at, 'when'];
  if (decides === undefined)
    return [{ path, message: 'a "when" needs a question', hint: 'add decides: QUESTION to the case' }];
  const options = optionsOf(decides);
  if (options.includes(when)) return [];
  const hint = didYouMean(when, options) ?? `its options: ${options.join(', ')}`;
  return [{ path, message: `"${when}" is not an option of ${decides}`, hint }];
}

/** The parts that each kind of reply goes with. */
const PARTS_BY_REPLY: Record<WrittenOutcome['reply'], readonly (keyof WrittenOutcome)[]> = {
  tags: ['tags', 'only', 'some', 'of'],
  'not-found': [],
  refused: ['code'],
  invalid: ['members'],
  http: ['status'],
  document: [],
  anything: [],
};

const PARTS_OF_A_REPLY = ['tags', 'only', 'some', 'of', 'code', 'members', 'status'] as const;

function partFaults(outcome: WrittenOutcome, path: YamlPath, whole: boolean): readonly Complaint[] {
  const { reply, code } = outcome;
  const unfit = PARTS_OF_A_REPLY.filter(
    (part) => outcome[part] !== undefined && !PARTS_BY_REPLY[reply].includes(part),
  );
  const bare = {
    path,
    message: 'a reply "refused" needs its code',
    hint: 'add code: SecretInvalid, or code: any',
  };
  return [
    ...unfit.map((part) => ({
      path: [...path, part],
      message: `"${part}" has no meaning for a reply "${reply}"`,
      hint: `leave it out, or write reply: ${Object.entries(PARTS_BY_REPLY).find(([, parts]) => parts.includes(part))?.[0]}`,
    })),
    ...(whole && reply === 'refused' && code === undefined ? [bare] : []),
  ];
}

function timesFaults({ times }: WrittenStep, path: YamlPath): readonly Complaint[] {
  if (typeof times !== 'string' || isCount(times)) return [];
  const hint = 'write a number, or: 3 x $key.limits.requestsPerSecond';
  return [{ path: [...path, 'times'], message: `"${times}" is not a count`, hint }];
}

/** Faults of what a case, a step or a part of pairs asks for and sends, whatever else the case says. */
function senderFaults({ at, own: { given, send } }: SendingPart): readonly Complaint[] {
  const sent = [...at, 'send'];
  return [
    ...givenExclusions(given, [...at, 'given']),
    ...sendExclusions(send, sent),
    ...referenceFaults(referringSend(send ?? {}), sent),
    ...secretFaults(send?.set, [...sent, 'set']),
  ];
}

/** How much of a case is there: what may come from the rest is no complaint. */
interface Extent {
  readonly whole: boolean;
  /** All that says who sends what, and where to. */
  readonly requests: boolean;
}

function complaintsOf(written: WrittenCase, { whole, requests }: Extent): readonly Complaint[] {
  const senders = sendersOf(written);
  const [all, ...parts] = senders;
  const { steps = [], clauses } = written;
  const senderAt = ([part, index]: YamlPath): SendingPart =>
    (part === 'steps' ? parts[Number(index)] : undefined) ?? all;
  const outcomes = outcomesIn(written);
  const own = [
    ...senders.flatMap(senderFaults),
    ...steps.flatMap((step, index) => timesFaults(step, ['steps', index])),
    ...outcomes.flatMap(({ outcome, path }) => [
      ...whenFaults(outcome, path, written, whole),
      ...partFaults(outcome, path, whole),
      ...outcomeExclusions(outcome, path),
      ...referenceFaults(outcome.only, [...path, 'only']),
    ]),
  ];
  if (!requests) return own;
  const made = casesOfEntry(written).flatMap((each) => instanceEndpoints(each.written));
  return [
    ...own,
    ...clauseFaults(clauses, [], made),
    ...senders.flatMap(nameFaults),
    ...endpointFaults(senders),
    ...steps.flatMap((step, index) => {
      const path = ['steps', index];
      return [
        ...clauseFaults(step.clauses ?? [], path, [senderAt(path).endpoints]),
        ...stepExclusions(step, path),
      ];
    }),
    ...outcomes.flatMap(({ outcome, path }) => [
      ...listedFaults(outcome, path, senderAt(path)),
      ...(outcome.of === 'sender' ? tokenFaults(senderAt(path), [...path, 'of']) : []),
    ]),
    ...(whole ? countFaults(written) : []),
  ];
}

/** The parts of a case on which no other depends. */
const ALONE = new Set(['id', 'title', 'clauses', 'together', 'connection', 'alone', 'because', 'found']);

const holdsAny = (part: unknown): boolean => [part].flat().length > 0;

/** What is wrong in an expectation, or one alteration of several, says nothing of the other requests. */
const isOfNoRequest = ([part, inner, last]: YamlPath): boolean =>
  part === 'expect' ||
  ALONE.has(String(part)) ||
  (part === 'send' && inner === 'alter' && last !== undefined) ||
  (part === 'steps' && (last === 'expect' || last === 'clauses'));

/** Faults of an entry and of the further cases that it has; `path` is its own in the document. */
export function caseFaults(entry: WrittenCase, path: YamlPath, document: Located): readonly FileFault[] {
  const cases = ownCases(entry);
  const lacks = document.lacksAt(path);
  const requests = holdsAny(entry.for) && lacks.every(isOfNoRequest);
  const whole = requests && holdsAny(entry.expect) && lacks.every(([part]) => ALONE.has(String(part)));
  const own = new Set(
    cases
      .slice(0, 1)
      .flatMap(({ written }) => complaintsOf(written, { whole, requests }))
      .map((each) => JSON.stringify(each)),
  );
  const complaints = cases.flatMap(({ written, place, has }) =>
    complaintsOf(written, { whole, requests }).map((complaint) => {
      if (has(String(complaint.path[0]))) return { ...complaint, path: [...place, ...complaint.path] };
      // What goes wrong only with its own parts is a fault of the further case.
      return own.has(JSON.stringify(complaint)) ? complaint : { ...complaint, path: [...place, 'id'] };
    }),
  );
  // What a further case takes over has been complained of already.
  const once = new Map([...caseExclusions(entry), ...complaints].map((each) => [JSON.stringify(each), each]));
  return [...once.values()].map(({ path: inner, message, hint, part }) =>
    document.faultAt([...path, ...inner], message, hint, part),
  );
}
