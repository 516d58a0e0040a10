/** What is wrong with a written case beyond its schema: words that nothing knows, and parts that contradict each other. */
import { CLAUSES } from '../../contract/clause-register.ts';
import { clauseOf } from '../../contract/clauses.ts';
import { optionsOf } from '../../dialect/questions.ts';
import type { FileFault } from '../../config/yaml/fault.ts';
import type { Located } from '../../config/yaml/located.ts';
import type { YamlPath } from '../../config/yaml/path.ts';
import {
  type Complaint,
  givenExclusions,
  outcomeExclusions,
  caseExclusions,
  sendExclusions,
  stepExclusions,
} from './exclusive-parts.ts';
import type { WrittenStep, WrittenCase } from './schema/case-schema.ts';
import type { WrittenOutcome } from './schema/outcome-schema.ts';
import { didYouMean } from '../../text/nearest.ts';
import { headerFaults, memberFaults, referenceFaults, secretFaults } from './unknown-names.ts';
import { ownCases } from './written-cases.ts';
import { isCount, referringSend } from './references.ts';

const CLAUSE_IDS = CLAUSES.map(({ id }) => id);

function clauseFaults({ clauses = [] }: Pick<WrittenStep, 'clauses'>, at: YamlPath): readonly Complaint[] {
  return clauses.flatMap((id, index): readonly Complaint[] => {
    const clause = clauseOf(id);
    const path = [...at, 'clauses', index];
    if (clause === undefined)
      return [{ path, message: `unknown clause "${id}"`, hint: didYouMean(id, CLAUSE_IDS) }];
    return clause.level === 'unobservable'
      ? [{ path, message: `the clause "${id}" can't be observed: ${clause.because}` }]
      : [];
  });
}

/** Every written outcome of a case with its path. */
export function outcomesIn({
  expect,
  steps = [],
}: WrittenCase): readonly { readonly outcome: WrittenOutcome; readonly path: YamlPath }[] {
  const at = (
    value: unknown,
    path: YamlPath,
  ): readonly { readonly outcome: WrittenOutcome; readonly path: YamlPath }[] => {
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

function whenFaults({ when }: WrittenOutcome, at: YamlPath, { decides }: WrittenCase): readonly Complaint[] {
  if (when === undefined) return [];
  const path = [...at, 'when'];
  if (decides === undefined)
    return [{ path, message: 'a "when" needs a question', hint: 'add decides: QUESTION to the case' }];
  const options = optionsOf(decides);
  if (options.includes(when)) return [];
  const hint = didYouMean(when, options) ?? `its options: ${options.join(', ')}`;
  return [{ path, message: `"${when}" is not an option of ${decides}`, hint }];
}

/** The parts that each kind of reply goes with. */
const PARTS: Record<WrittenOutcome['reply'], readonly (keyof WrittenOutcome)[]> = {
  tags: ['tags', 'only', 'some', 'of'],
  'not-found': [],
  refused: ['code'],
  invalid: ['members'],
  http: ['status'],
  document: [],
  anything: [],
};

const PARTS_OF_A_REPLY = ['tags', 'only', 'some', 'of', 'code', 'members', 'status'] as const;

function partFaults(outcome: WrittenOutcome, path: YamlPath): readonly Complaint[] {
  const { reply, code } = outcome;
  const unfit = PARTS_OF_A_REPLY.filter(
    (part) => outcome[part] !== undefined && !PARTS[reply].includes(part),
  );
  const bare = {
    path,
    message: 'a reply "refused" wants its code',
    hint: 'add code: SecretInvalid, or code: any',
  };
  return [
    ...unfit.map((part) => ({
      path: [...path, part],
      message: `"${part}" has no meaning for a reply "${reply}"`,
    })),
    ...(reply === 'refused' && code === undefined ? [bare] : []),
  ];
}

const outcomeFaults = (
  outcome: WrittenOutcome,
  path: YamlPath,
  written: WrittenCase,
): readonly Complaint[] => [
  ...whenFaults(outcome, path, written),
  ...partFaults(outcome, path),
  ...outcomeExclusions(outcome, path),
  ...referenceFaults(outcome.only, [...path, 'only']),
  ...referenceFaults(outcome.members, [...path, 'members']),
];

function timesFaults({ times }: WrittenStep, path: YamlPath): readonly Complaint[] {
  if (typeof times !== 'string' || isCount(times)) return [];
  const hint = 'write a number, or: 3 x $key.limits.requestsPerSecond';
  return [{ path: [...path, 'times'], message: `"${times}" is not a count`, hint }];
}

/** Faults of what a case, or one of its steps, asks for and sends. */
function partyFaults(
  { given, send }: Pick<WrittenCase, 'given' | 'send'>,
  at: YamlPath,
  written: WrittenCase,
): readonly Complaint[] {
  const sent = [...at, 'send'];
  return [
    ...givenExclusions(given, [...at, 'given']),
    ...sendExclusions(send, sent),
    ...referenceFaults(referringSend(send ?? {}), sent),
    ...headerFaults(send, sent),
    ...memberFaults(send, sent, written.send),
    ...secretFaults(send?.set, [...sent, 'set']),
  ];
}

function stepFaults(step: WrittenStep, path: YamlPath, written: WrittenCase): readonly Complaint[] {
  return [
    ...clauseFaults(step, path),
    ...partyFaults(step, path, written),
    ...timesFaults(step, path),
    ...stepExclusions(step, path),
  ];
}

function complaintsOf(written: WrittenCase): readonly Complaint[] {
  const { steps = [], pairs = [] } = written;
  return [
    ...clauseFaults(written, []),
    ...partyFaults(written, [], written),
    ...steps.flatMap((step, index) => stepFaults(step, ['steps', index], written)),
    ...pairs.flatMap((part, index) => partyFaults(part, ['pairs', index], written)),
    ...outcomesIn(written).flatMap(({ outcome, path }) => outcomeFaults(outcome, path, written)),
  ];
}

/** Faults of an entry and of the further cases that it has; `path` is its own in the document. */
export function caseFaults(entry: WrittenCase, path: YamlPath, document: Located): readonly FileFault[] {
  const complaints = ownCases(entry).flatMap(({ written, place, has }) =>
    complaintsOf(written).map((complaint) =>
      has(String(complaint.path[0])) ? { ...complaint, path: [...place, ...complaint.path] } : complaint,
    ),
  );
  // What a further case takes over has been complained of already.
  const once = new Map([...caseExclusions(entry), ...complaints].map((each) => [JSON.stringify(each), each]));
  return [...once.values()].map(({ path: inner, message, hint, part }) =>
    document.faultAt([...path, ...inner], message, hint, part),
  );
}
