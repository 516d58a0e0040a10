/** Parts of a case that exclude other parts, and parts that are missing. */
import type { YamlPath } from '../../config/yaml/path.ts';
import type { Each, WrittenStep, WrittenCase } from './schema/case-schema.ts';
import type { Given } from './schema/given-schema.ts';
import type { Send, WrittenLine } from './schema/send-schema.ts';
import type { WrittenOutcome } from './schema/outcome-schema.ts';
import type { KeyOrValue } from '../../config/yaml/located.ts';

/** What is wrong with a part of a written case, before it has its place in a file. */
export interface Complaint {
  readonly path: YamlPath;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly part?: KeyOrValue;
}

/** A part that excludes others: its name, the reason, and the parts that it excludes. */
interface Whole<T> {
  readonly by: keyof T & string;
  readonly is: string;
  readonly excludes: readonly (keyof T & string)[];
}

const MEMBERS: readonly (keyof Send & string)[] = ['set', 'alter', 'without', 'pad'];

const KEY: Whole<NonNullable<Given['key']>> = {
  by: 'name',
  is: 'the key is chosen by its name alone',
  excludes: ['role', 'rules', 'game', 'limit', 'spelling', 'nth'],
};
const TOKEN: Whole<NonNullable<Given['token']>> = {
  by: 'name',
  is: 'the token is chosen by its name alone',
  excludes: ['of', 'state', 'spelling', 'nth'],
};
const SUBJECT: Whole<NonNullable<Given['subject']>> = {
  by: 'id',
  is: 'the subject is chosen by its id alone',
  excludes: ['absent', 'tags', 'nearDuplicate', 'nth', 'same'],
};
const SAME: Whole<NonNullable<Given['subject']>> = {
  by: 'same',
  is: "the id is that of the first step's subject",
  excludes: ['tags', 'nearDuplicate', 'nth', 'game'],
};
const BASE64: Whole<Send> = {
  by: 'base64',
  is: 'these bytes are the whole body',
  excludes: ['text', 'body', ...MEMBERS],
};
const TEXT: Whole<Send> = {
  by: 'text',
  is: 'this text is the whole body',
  excludes: ['body', ...MEMBERS],
};
const TARGET: Whole<Send> = {
  by: 'target',
  is: 'this is the whole path',
  excludes: ['path'],
};
const LINES: Whole<NonNullable<Send['headers']>> = {
  by: 'lines',
  is: 'these are all header lines',
  excludes: ['set', 'alter', 'without', 'repeat'],
};
const SECRET: Whole<WrittenLine> = {
  by: 'secret',
  is: 'the value of a header is a text or a secret',
  excludes: ['value'],
};
const TAGS: Whole<WrittenOutcome> = {
  by: 'tags',
  is: 'these are all tags',
  excludes: ['only', 'of'],
};
const UNTIL: Whole<WrittenStep> = {
  by: 'until',
  is: 'this repeats each request while the target is too busy; send those of a burst in a step of their own',
  excludes: ['together'],
};

const EACH: Whole<WrittenStep> = {
  by: 'each',
  is: 'this sends one request for each near miss',
  excludes: ['times', 'vary', 'until'],
};
const HEADER: Whole<Each> = {
  by: 'header',
  is: 'each request alters one value: of a header or of a member',
  excludes: ['member'],
};

function beside<T extends object>(
  part: T | undefined,
  path: YamlPath,
  { by, is, excludes }: Whole<T>,
): readonly Complaint[] {
  if (part?.[by] === undefined) return [];
  return excludes
    .filter((name) => part[name] !== undefined)
    .map((name) => ({
      path: [...path, name],
      message: `"${name}" can't be combined with "${by}"`,
      hint: is,
    }));
}

export function givenBeside(given: Given | undefined, path: YamlPath): readonly Complaint[] {
  return [
    ...beside(given?.key, [...path, 'key'], KEY),
    ...beside(given?.token, [...path, 'token'], TOKEN),
    ...beside(given?.subject, [...path, 'subject'], SUBJECT),
    ...beside(given?.subject, [...path, 'subject'], SAME),
  ];
}

function lineFaults(line: WrittenLine, path: YamlPath): readonly Complaint[] {
  const { name, value, secret, alter } = line;
  if (secret !== undefined) return beside(line, path, SECRET);
  const orSecret = 'secret: NAME (of a key or a token)';
  if (value === undefined)
    return [
      { path, message: `the header line "${name}" has no value`, hint: `add value: TEXT, or ${orSecret}` },
    ];
  return alter === undefined
    ? []
    : [
        {
          path: [...path, 'alter'],
          message: '"alter" alters a secret, and there is no secret here',
          hint: `add ${orSecret}`,
        },
      ];
}

export function sendBeside(send: Send | undefined, path: YamlPath): readonly Complaint[] {
  return [
    ...beside(send, path, send?.base64 === undefined ? TEXT : BASE64),
    ...beside(send, path, TARGET),
    ...beside(send?.headers, [...path, 'headers'], LINES),
    ...(send?.headers?.lines ?? []).flatMap((line, index) =>
      lineFaults(line, [...path, 'headers', 'lines', index]),
    ),
  ];
}

export function outcomeBeside(outcome: WrittenOutcome, path: YamlPath): readonly Complaint[] {
  return beside(outcome, path, TAGS);
}

const PAIRS: Whole<WrittenCase> = {
  by: 'pairs',
  is: 'each pair is a case of one request',
  excludes: ['also', 'steps', 'together', 'connection'],
};

export function pairsBeside(written: WrittenCase): readonly Complaint[] {
  return beside(written, [], PAIRS);
}

/** These values of `vary` say by themselves how many requests there are. */
const COUNTED_BY_ITSELF: ReadonlySet<WrittenStep['vary']> = new Set(['subject', 'altered-id']);

const VARY: Whole<WrittenStep> = {
  by: 'vary',
  is: 'this sends one request for each of them',
  excludes: ['times'],
};

export function stepBeside(step: WrittenStep, path: YamlPath): readonly Complaint[] {
  return [
    ...beside(step, path, UNTIL),
    ...(COUNTED_BY_ITSELF.has(step.vary) ? beside(step, path, VARY) : []),
    ...beside(step, path, EACH),
    ...beside(step.each, [...path, 'each'], HEADER),
    ...(step.each !== undefined && step.each.header === undefined && step.each.member === undefined
      ? [
          {
            path: [...path, 'each'],
            message: 'nothing is altered',
            hint: 'add header: NAME, or member: NAME',
          },
        ]
      : []),
  ];
}
