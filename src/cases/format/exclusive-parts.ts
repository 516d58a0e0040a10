/** Parts of a case that exclude other parts, and parts that are missing. */
import type { YamlPath } from '../../world/yaml/path.ts';
import type { Each, WrittenStep, WrittenCase } from './schema/case-schema.ts';
import type { Given } from './schema/given-schema.ts';
import type { Send, WrittenLine } from './schema/send-schema.ts';
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

/** A part that excludes others: its name, the reason, and the parts that it excludes. */
interface Exclusion {
  readonly by: string;
  readonly is: string;
  readonly excludes: readonly string[];
}

/** The parts of T that one of them excludes. */
const excluding =
  <T>() =>
  (by: keyof T & string, is: string, ...excludes: readonly (keyof T & string)[]): Exclusion => ({
    by,
    is,
    excludes,
  });

const ofKey = excluding<NonNullable<Given['key']>>();
const ofToken = excluding<NonNullable<Given['token']>>();
const ofSubject = excluding<NonNullable<Given['subject']>>();
const ofSend = excluding<Send>();
const ofStep = excluding<WrittenStep>();

const MEMBER_PARTS = ['set', 'alter', 'without', 'pad'] as const;

const KEY_EXCLUDES = [
  ofKey('name', 'the key is chosen by its name alone', 'role', 'rules', 'game', 'limit', 'spelling', 'nth'),
];
const TOKEN_EXCLUDES = [
  ofToken('name', 'the token is chosen by its name alone', 'of', 'state', 'spelling', 'nth'),
];
const SUBJECT_EXCLUDES = [
  ofSubject('id', 'the subject is chosen by its id alone', 'absent', 'tags', 'nearDuplicate', 'nth', 'same'),
  ofSubject('absent', 'nothing has this id', 'tags', 'nearDuplicate'),
  ofSubject('same', "the first step's subject gives the id", 'tags', 'nearDuplicate', 'nth', 'game'),
];
const BASE64_EXCLUDES = ofSend('base64', 'these bytes are the whole body', 'text', 'body', ...MEMBER_PARTS);
const TEXT_EXCLUDES = ofSend('text', 'this text is the whole body', 'body', ...MEMBER_PARTS);
const TARGET_EXCLUDES = ofSend('target', 'this is the whole path', 'path');
const LINES_EXCLUDE = [
  excluding<NonNullable<Send['headers']>>()(
    'lines',
    'these are all header lines',
    'set',
    'alter',
    'without',
    'repeat',
  ),
];
const SECRET_EXCLUDES = [
  excluding<WrittenLine>()('secret', 'the value of a header is a text or a secret', 'value'),
];
const TAGS_EXCLUDE = [excluding<WrittenOutcome>()('tags', 'these are all tags', 'only', 'of')];
const PAIRS_EXCLUDE = [
  excluding<WrittenCase>()(
    'pairs',
    'each pair is a case of one request',
    'also',
    'steps',
    'together',
    'connection',
  ),
];
const UNTIL_EXCLUDES = ofStep(
  'until',
  'this repeats each request while the target is too busy; send the requests of a burst in a step of their own',
  'together',
);
const EACH_EXCLUDES = ofStep('each', 'this sends one request for each near miss', 'times', 'vary', 'until');
const VARY_EXCLUDES = ofStep('vary', 'this sends one request for each of them', 'times');
const HEADER_EXCLUDES = [
  excluding<Each>()('header', 'each request alters one value: of a header or of a member', 'member'),
];

function excluded(
  part: object | undefined,
  path: YamlPath,
  exclusions: readonly Exclusion[],
): readonly Complaint[] {
  const has = (name: string): boolean => (part as Readonly<Record<string, unknown>>)[name] !== undefined;
  if (part === undefined) return [];
  return exclusions
    .filter(({ by }) => has(by))
    .flatMap(({ by, is, excludes }) =>
      excludes.filter(has).map((name) => ({
        path: [...path, name],
        message: `"${name}" can't be combined with "${by}"`,
        hint: is,
      })),
    );
}

export function givenExclusions(given: Given | undefined, path: YamlPath): readonly Complaint[] {
  return [
    ...excluded(given?.key, [...path, 'key'], KEY_EXCLUDES),
    ...excluded(given?.token, [...path, 'token'], TOKEN_EXCLUDES),
    ...excluded(given?.subject, [...path, 'subject'], SUBJECT_EXCLUDES),
  ];
}

function lineFaults(line: WrittenLine, path: YamlPath): readonly Complaint[] {
  const { name, value, secret, alter } = line;
  if (secret !== undefined) return excluded(line, path, SECRET_EXCLUDES);
  const orSecret = 'secret: NAME (of a key or a token)';
  if (value === undefined)
    return [
      { path, message: `the header line "${name}" has no value`, hint: `add value: TEXT, or ${orSecret}` },
    ];
  if (alter === undefined) return [];
  const message = '"alter" alters a secret, and there is no secret here';
  return [{ path: [...path, 'alter'], message, hint: `add ${orSecret}` }];
}

export function sendExclusions(send: Send | undefined, path: YamlPath): readonly Complaint[] {
  const lines = send?.headers?.lines ?? [];
  return [
    ...excluded(send, path, [send?.base64 === undefined ? TEXT_EXCLUDES : BASE64_EXCLUDES, TARGET_EXCLUDES]),
    ...excluded(send?.headers, [...path, 'headers'], LINES_EXCLUDE),
    ...lines.flatMap((line, index) => lineFaults(line, [...path, 'headers', 'lines', index])),
  ];
}

export const outcomeExclusions = (outcome: WrittenOutcome, path: YamlPath): readonly Complaint[] =>
  excluded(outcome, path, TAGS_EXCLUDE);

export const caseExclusions = (written: WrittenCase): readonly Complaint[] =>
  excluded(written, [], PAIRS_EXCLUDE);

/** These values of `vary` say by themselves how many requests there are. */
const COUNTED_BY_ITSELF: ReadonlySet<WrittenStep['vary']> = new Set(['subject', 'altered-id', 'key']);

export function stepExclusions(step: WrittenStep, path: YamlPath): readonly Complaint[] {
  const { each, vary } = step;
  const at = [...path, 'each'];
  const altersNothing = each !== undefined && each.header === undefined && each.member === undefined;
  return [
    ...excluded(
      step,
      path,
      COUNTED_BY_ITSELF.has(vary)
        ? [UNTIL_EXCLUDES, VARY_EXCLUDES, EACH_EXCLUDES]
        : [UNTIL_EXCLUDES, EACH_EXCLUDES],
    ),
    ...excluded(each, at, HEADER_EXCLUDES),
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
