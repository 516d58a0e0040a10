/** What is wrong with a written case beyond its schema: words that nothing knows, and parts that contradict each other. */
import { CLAUSES } from '../contract/clause-register.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { CONTRACT_HEADERS } from '../contract/headers.ts';
import { TAG_KEYS } from '../contract/members.ts';
import { clauseOf } from '../contract/clauses.ts';
import { optionsOf } from '../dialect/questions.ts';
import type { Fault } from '../yaml/fault.ts';
import type { KeyOrValue, Located } from '../yaml/located.ts';
import { nearest } from '../yaml/nearest.ts';
import type { YamlPath } from '../yaml/path.ts';
import type { Send, WrittenCase, WrittenOutcome } from './case-schema.ts';
import { isCount, isReference, REFERENCES } from './references.ts';

interface Complaint {
  readonly path: YamlPath;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly part?: KeyOrValue;
}

const didYouMean = (word: string, words: readonly string[]): string | undefined => {
  const meant = nearest(word, words);
  return meant === undefined ? undefined : `did you mean "${meant}"?`;
};

const CLAUSE_IDS = CLAUSES.map(({ id }) => id);

function clauseFaults({ clauses }: WrittenCase): readonly Complaint[] {
  return clauses.flatMap((id, index): readonly Complaint[] => {
    const clause = clauseOf(id);
    const path = ['clauses', index];
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

function whenFaults(written: WrittenCase): readonly Complaint[] {
  return outcomesIn(written).flatMap(({ outcome, path }): readonly Complaint[] => {
    if (outcome.when === undefined) return [];
    if (written.decides === undefined)
      return [
        {
          path: [...path, 'when'],
          message: 'a "when" wants a question',
          hint: 'add decides: QUESTION to the case',
        },
      ];
    const options = optionsOf(written.decides);
    if (options.includes(outcome.when)) return [];
    return [
      {
        path: [...path, 'when'],
        message: `"${outcome.when}" is no option of ${written.decides}`,
        hint: didYouMean(outcome.when, options) ?? `its options: ${options.join(', ')}`,
      },
    ];
  });
}

/** The parts that each kind of reply goes with. */
const PARTS: Record<WrittenOutcome['reply'], readonly (keyof WrittenOutcome)[]> = {
  tags: ['only', 'some', 'of'],
  'not-found': [],
  refused: ['code'],
  invalid: ['members'],
  http: ['status'],
  anything: [],
};

function partFaults(written: WrittenCase): readonly Complaint[] {
  return outcomesIn(written).flatMap(({ outcome, path }): readonly Complaint[] => {
    const fit = PARTS[outcome.reply];
    const odd = (['only', 'some', 'of', 'code', 'members', 'status'] as const).filter(
      (part) => outcome[part] !== undefined && !fit.includes(part),
    );
    const unfit = odd.map((part) => ({
      path: [...path, part],
      message: `"${part}" says nothing about a reply "${outcome.reply}"`,
    }));
    const bare = outcome.reply === 'refused' && outcome.code === undefined;
    return bare
      ? [
          ...unfit,
          {
            path,
            message: 'a reply "refused" wants its code',
            hint: 'add code: SecretInvalid, or code: any',
          },
        ]
      : unfit;
  });
}

const SECRET_REFERENCES = ['$key', '$token'];
const ALL_REFERENCES = [
  ...Object.keys(REFERENCES),
  '$subject.tags.0.key',
  '$subject.tags.0.value',
  ...SECRET_REFERENCES,
];

function referenceFault(text: string, path: YamlPath): readonly Complaint[] {
  const odd =
    text.startsWith('$') && !text.startsWith('$$') && !isReference(text) && !SECRET_REFERENCES.includes(text);
  if (!odd) return [];
  return [
    {
      path,
      message: `nothing is called ${text}`,
      hint: didYouMean(text, ALL_REFERENCES) ?? `references: ${ALL_REFERENCES.join(', ')}`,
    },
  ];
}

/** References in any part of a case. A name is marked where it stands. */
function referenceFaults(value: unknown, path: YamlPath): readonly Complaint[] {
  if (typeof value === 'string') return referenceFault(value, path);
  if (Array.isArray(value)) return value.flatMap((item, index) => referenceFaults(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...referenceFault(name, [...path, name]).map((complaint): Complaint => ({ ...complaint, part: 'key' })),
    ...referenceFaults(member, [...path, name]),
  ]);
}

/** Headers of every request that may be altered; any other name would alter nothing. */
function headerFaults(send: Send | undefined, path: YamlPath): readonly Complaint[] {
  const { set = {}, without = [], bend = {}, repeat = {} } = send?.headers ?? {};
  const known = [...CONTRACT_HEADERS, ...Object.keys(set), 'User-Agent', 'Accept'];
  const isKnown = (name: string): boolean => known.some((each) => each.toLowerCase() === name.toLowerCase());
  const complain = (name: string, inner: YamlPath, part: 'key' | 'value'): readonly Complaint[] =>
    isKnown(name)
      ? []
      : [
          {
            path: [...path, 'headers', ...inner],
            message: `no request has a header "${name}"`,
            hint: didYouMean(name, known),
            part,
          },
        ];
  return [
    ...without.flatMap((name, index) => complain(name, ['without', index], 'value')),
    ...Object.keys(bend).flatMap((name) => complain(name, ['bend', name], 'key')),
    ...Object.keys(repeat).flatMap((name) => complain(name, ['repeat', name], 'key')),
  ];
}

/** Members of every request that may be altered, and those that the case sets; any other name would alter nothing. */
function memberFaults(
  send: Send | undefined,
  path: YamlPath,
  ofCase: Send | undefined,
): readonly Complaint[] {
  const { set = {}, without = [], bend = {} } = send ?? {};
  const known = [
    '$id',
    TAG_KEYS,
    ...ENDPOINTS.map(({ idMember }) => idMember),
    ...Object.keys({ ...ofCase?.set, ...set }),
  ];
  const complain = (name: string, inner: YamlPath, part: 'key' | 'value'): readonly Complaint[] =>
    name.startsWith('$') || known.includes(name)
      ? []
      : [
          {
            path: [...path, ...inner],
            message: `no request has a member "${name}"`,
            hint: didYouMean(name, known),
            part,
          },
        ];
  return [
    ...without.flatMap((name, index) => complain(name, ['without', index], 'value')),
    ...Object.keys(bend).flatMap((name) => complain(name, ['bend', name], 'key')),
  ];
}

/** Secrets stand in headers alone: a body that held one would show it. */
function secretFaults(value: unknown, path: YamlPath): readonly Complaint[] {
  if (typeof value === 'string')
    return SECRET_REFERENCES.includes(value)
      ? [{ path, message: `${value} stands for a secret, which only a header carries` }]
      : [];
  if (typeof value !== 'object' || value === null) return [];
  const items = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return items.flatMap(([name, item]) => secretFaults(item, [...path, name]));
}

function timesFaults({ steps = [] }: WrittenCase): readonly Complaint[] {
  return steps.flatMap(({ times }, index): readonly Complaint[] =>
    typeof times !== 'string' || isCount(times)
      ? []
      : [
          {
            path: ['steps', index, 'times'],
            message: `"${times}" is no count`,
            hint: 'write a number, or: 3 x $key.limits.requestsPerSecond',
          },
        ],
  );
}

/** Faults of one case; `path` is its own in the document. */
export function caseFaults(written: WrittenCase, path: YamlPath, document: Located): readonly Fault[] {
  const sends = [
    { send: written.send, at: ['send'] },
    ...(written.steps ?? []).map(({ send }, index) => ({ send, at: ['steps', index, 'send'] })),
  ];
  const complaints = [
    ...clauseFaults(written),
    ...whenFaults(written),
    ...partFaults(written),
    ...sends.flatMap(({ send, at }) => [
      ...referenceFaults(send, at),
      ...headerFaults(send, at),
      ...memberFaults(send, at, written.send),
      ...secretFaults(send?.set, [...at, 'set']),
    ]),
    ...outcomesIn(written).flatMap(({ outcome, path: at }) => [
      ...referenceFaults(outcome.only, [...at, 'only']),
      ...referenceFaults(outcome.members, [...at, 'members']),
    ]),
    ...timesFaults(written),
  ];
  return complaints.map(({ path: inner, message, hint, part }) =>
    document.faultAt([...path, ...inner], message, hint, part),
  );
}
