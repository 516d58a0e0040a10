/** Parts of a case that exclude other parts, and parts that are missing. */
import type { YamlPath } from '../../world/yaml/path.ts';
import type { Each, WrittenStep, WrittenCase } from './schema/case-schema.ts';
import type { Given } from './schema/given-schema.ts';
import type { Send } from './schema/send-schema.ts';
import type { WrittenOutcome } from './schema/outcome-schema.ts';
import { isByResource } from './instance.ts';
import { casesOfEntry } from './written-cases.ts';
import type { KeyOrValue } from '../../world/yaml/located.ts';

/** What is wrong with a part of a written case, before it has its place in a file. */
export interface Complaint {
  readonly path: YamlPath;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly part?: KeyOrValue;
}

/** Parts of T that exclude others, each with the reason. */
type Exclusions<T> = readonly (readonly [
  by: keyof T & string,
  is: string,
  excludes: readonly (keyof T & string)[],
])[];

const OF_KEY: Exclusions<NonNullable<Given['key']>> = [
  ['name', 'the key is chosen by its name alone', ['role', 'rules', 'game', 'limit', 'spelling', 'nth']],
];
const OF_TOKEN: Exclusions<NonNullable<Given['token']>> = [
  ['name', 'the token is chosen by its name alone', ['of', 'state', 'spelling', 'nth']],
];
const OF_SUBJECT: Exclusions<NonNullable<Given['subject']>> = [
  ['id', 'the subject is chosen by its id alone', ['absent', 'tags', 'nearDuplicate', 'nth', 'same']],
  ['absent', 'nothing has this id', ['tags', 'nearDuplicate']],
  ['same', "the first step's subject gives the id", ['tags', 'nearDuplicate', 'nth', 'game']],
];
const OF_SEND: Exclusions<Send> = [
  ['base64', 'these bytes are the whole body', ['text', 'body', 'set', 'alter', 'without', 'pad']],
  ['text', 'this text is the whole body', ['body', 'set', 'alter', 'without', 'pad']],
  ['target', 'this is the whole path', ['path']],
];
const OF_OUTCOME: Exclusions<WrittenOutcome> = [['tags', 'these are all tags', ['only', 'of']]];
const OF_CASE: Exclusions<WrittenCase> = [
  ['pairs', 'each pair is a case of one request', ['also', 'steps', 'together', 'connection']],
];
const OF_STEP: Exclusions<WrittenStep> = [
  [
    'until',
    'this repeats each request while the target is too busy; send the requests of a burst in a step of their own',
    ['together'],
  ],
  ['each', 'this sends one request for each near miss', ['times', 'vary', 'until']],
];
/** Where `vary` says by itself how many requests there are. */
const OF_COUNTED_STEP: Exclusions<WrittenStep> = [
  ...OF_STEP,
  ['vary', 'this sends one request for each of them', ['times']],
];
const COUNTED_BY_ITSELF: ReadonlySet<WrittenStep['vary']> = new Set(['subject', 'altered-id', 'key']);
const OF_EACH: Exclusions<Each> = [
  ['header', 'each request alters one value: of a header or of a member', ['member']],
];

/** A complaint for each part that another one excludes. */
function excluded<T extends object>(
  part: T | undefined,
  path: YamlPath,
  exclusions: Exclusions<T>,
): readonly Complaint[] {
  if (part === undefined) return [];
  const complaints = new Map<string, Complaint>();
  for (const [by, is, excludes] of exclusions)
    for (const name of part[by] === undefined ? [] : excludes)
      if (part[name] !== undefined && !complaints.has(name))
        complaints.set(name, {
          path: [...path, name],
          message: `"${name}" can't be combined with "${by}"`,
          hint: is,
        });
  return [...complaints.values()];
}

export function givenExclusions(given: Given | undefined, path: YamlPath): readonly Complaint[] {
  return [
    ...excluded(given?.key, [...path, 'key'], OF_KEY),
    ...excluded(given?.token, [...path, 'token'], OF_TOKEN),
    ...excluded(given?.subject, [...path, 'subject'], OF_SUBJECT),
  ];
}

const lower = (name: string): string => name.toLowerCase();

/** A complaint for each name that is left out and given something all the same. */
const leftOutFaults = (
  without: readonly string[] | undefined,
  parts: Readonly<Record<string, object | undefined>>,
  path: YamlPath,
  folded = (name: string): string => name,
): readonly Complaint[] =>
  (without ?? []).flatMap((name, index) =>
    Object.entries(parts)
      .filter(([, part = {}]) => Object.keys(part).some((each) => folded(each) === folded(name)))
      .map(([by]) => ({
        path: [...path, 'without', index],
        message: `"${by}" and "without" both name ${name}`,
        hint: 'take it out of one of the two',
      })),
  );

export function sendExclusions(send: Send = {}, path: YamlPath): readonly Complaint[] {
  const { set, alter, without, headers = {} } = send;
  const again = new Set(Object.keys(headers.set ?? {}).map(lower));
  // A header that is left out and set comes behind all others.
  const gone = headers.without?.map((name) => (again.has(lower(name)) ? '' : name));
  return [
    ...excluded(send, path, OF_SEND),
    ...leftOutFaults(without, { set, alter }, path),
    ...leftOutFaults(gone, { alter: headers.alter, repeat: headers.repeat }, [...path, 'headers'], lower),
  ];
}

export const outcomeExclusions = (outcome: WrittenOutcome, path: YamlPath): readonly Complaint[] =>
  excluded(outcome, path, OF_OUTCOME);

export const caseExclusions = (written: WrittenCase): readonly Complaint[] => excluded(written, [], OF_CASE);

export function stepExclusions(step: WrittenStep, path: YamlPath): readonly Complaint[] {
  const { each, vary } = step;
  const at = [...path, 'each'];
  const altersNothing = each !== undefined && each.header === undefined && each.member === undefined;
  return [
    ...excluded(step, path, COUNTED_BY_ITSELF.has(vary) ? OF_COUNTED_STEP : OF_STEP),
    ...excluded(each, at, OF_EACH),
    ...(altersNothing
      ? [{ path: at, message: 'nothing is altered', hint: 'add header: NAME, or member: NAME' }]
      : []),
  ];
}

const complaintIf = (isSo: boolean, path: YamlPath, message: string, hint: string): readonly Complaint[] =>
  isSo ? [{ path, message, hint }] : [];

/** What a case needs several requests for, or steps, and what makes no case. */
export function countFaults(written: WrittenCase): readonly Complaint[] {
  const { expect, steps = [], for: selector, pairs, given } = written;
  const first = steps[0]?.given?.subject?.same ?? given?.subject?.same;
  const one = steps.length < 2 && steps.every(({ times = 1, each, vary }) => times === 1 && !each && !vary);
  return [
    ...complaintIf(
      one && 'same' in expect && expect.same !== undefined,
      ['expect', 'same'],
      '"same" compares replies, and this case has one',
      'add steps, or leave it out',
    ),
    ...complaintIf(
      isByResource(selector) && !steps.some(({ variant }) => variant !== undefined),
      ['for'],
      'a case for resources names the variants in its steps, and this one names none',
      'write for: group, or add steps: [{ variant: client }, { variant: server }]',
    ),
    ...complaintIf(
      first !== undefined,
      [...(steps[0]?.given?.subject?.same === undefined ? [] : ['steps', 0]), 'given', 'subject', 'same'],
      '"same" is the id of the first step\'s subject, and this is the first step',
      'put a step before this one',
    ),
    ...complaintIf(
      pairs !== undefined && casesOfEntry(written).length === 0,
      ['pairs'],
      'no two of these make a case: they are "of" the same part, or for other endpoints',
      'give two of them an "of" of their own, and an endpoint in common',
    ),
  ];
}
