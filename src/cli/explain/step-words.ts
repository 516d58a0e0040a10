/** The steps of a case and their outcomes in plain English. */
import type { Endpoint } from '../../spec/endpoints.ts';
import { type QuestionId, questionOf } from '../../spec/dialect/questions.ts';
import type { NearMissKind } from '../../http/alterations/near-misses.ts';
import type { Each, WrittenStep, WrittenCase } from '../../cases/format/schema/case-schema.ts';
import type { WrittenOutcome, WrittenOutcomes } from '../../cases/format/schema/outcome-schema.ts';
import { stepEndpoint } from '../../cases/format/instance.ts';
import { givenLines, sendLines, countWords, nameWords, textWords } from '../../cases/send-words.ts';
import { showCode, type RefusalCode } from '../../spec/codes.ts';
import { headed, indented } from '../../base/text/columns.ts';
import { showExpected, showMember } from '../../judge/show.ts';

type Lines = readonly string[];

type SomeAndRest = { readonly some: WrittenOutcomes; readonly rest: WrittenOutcomes };

const isSomeAndRest = (expect: NonNullable<WrittenStep['expect']>): expect is SomeAndRest =>
  !Array.isArray(expect) && 'some' in expect && 'rest' in expect;

function expectedLines(step: WrittenStep, endpoint: Endpoint, question: QuestionId | undefined): Lines {
  const { expect } = step;
  if (expect === undefined) return [];
  if (!isSomeAndRest(expect)) return headed('expected', outcomeLines(expect, endpoint, question));
  return [
    ...headed('expected of some', outcomeLines(expect.some, endpoint, question)),
    ...headed('expected of the rest', outcomeLines(expect.rest, endpoint, question)),
  ];
}

/** What varies from request to request of a step. */
const VARY_WORDS = {
  token: 'each with another auth token',
  id: 'each with another id that nothing has',
  subject: 'one about each declared subject',
  'altered-id': 'one for each of some ids that are one small change away from declared ones',
  key: 'one with each declared key that fits',
} as const satisfies Record<NonNullable<WrittenStep['vary']>, string>;

const KIND_WORDS: Record<NearMissKind, string> = {
  plain: 'in ASCII',
  part: 'a part of it',
  foreign: 'beyond ASCII',
  control: 'with control characters, or such as only a member can show',
};
const LENGTH_WORDS: Record<NonNullable<Each['length']>, string> = {
  same: ', as long as it is',
  longer: ', longer than it is',
  'same-graphemes': ', longer than it is, but not to the eye',
  shorter: ', shorter than it is',
};

/** `one request for each near miss of the header Secret-Key, in ASCII`. */
function eachWords({ header, member = '', near, length }: Each): string {
  const what = header === undefined ? member.replace(/^\$id$/, 'the id') : `the header ${header}`;
  const kinds = (Array.isArray(near) ? near : [near]).map((kind) => KIND_WORDS[kind]).join(' or ');
  return `one request for each near miss of ${what}, ${kinds}${length === undefined ? '' : LENGTH_WORDS[length]}`;
}

/** `within: the key's requests per second, at once, after the key has rested`. */
function headOf(
  { name, times, together, idle, vary, each, until }: WrittenStep,
  index: number,
  at: string,
): string {
  const parts = [
    times === undefined ? '' : countWords(times),
    together === true ? 'all at once' : '',
    idle === true ? 'after the key has rested' : '',
    vary === undefined ? '' : VARY_WORDS[vary],
    each === undefined ? '' : eachWords(each),
    until === undefined ? '' : `repeated while the target is too busy, for at most ${until} ms`,
  ].filter((part) => part !== '');
  const how = parts.length === 0 ? '' : `: ${parts.join(', ')}`;
  return `${index + 1}. ${name ?? at}${how}`;
}

function stepLines(step: WrittenStep, index: number, own: Endpoint, question: QuestionId | undefined): Lines {
  const endpoint = stepEndpoint(own, step.variant, step.resource);
  return [
    headOf(step, index, endpoint.id),
    ...indented([
      ...givenLines(step.given ?? {}, endpoint).map((line) => `with ${line}`),
      ...sendLines(step.send ?? {}, endpoint),
      ...expectedLines(step, endpoint, question),
      ...(step.clauses ?? []).slice(0, 1).map((clause) => `a wrong reply breaks ${clause}`),
    ]),
  ];
}

/** Every step, with what differs in it from the case. */
export function stepsLines({ steps = [], decides }: WrittenCase, endpoint: Endpoint): Lines {
  return steps.flatMap((step, index) => stepLines(step, index, endpoint, decides));
}

/** What a case expects, in plain English. */

/** `that of the subject's first tag`. */
const keyWords = (key: string): string => textWords(key).replace(/^the key of /, 'that of ');

function tagsWords({ tags, only, some, of }: WrittenOutcome): string {
  if (tags !== undefined)
    return showExpected({ kind: 'tags', tags, match: some === true ? 'some of' : 'exactly' });
  const whose = of === 'sender' ? "the sender's own tags" : "the subject's tags";
  if (some === true) return `Ok with some of ${whose}`;
  if (only === undefined) return `Ok with exactly ${whose}`;
  return only.length === 0
    ? 'Ok without tags'
    : `Ok with those of ${whose}, and no others, whose key is ${only.map(keyWords).join(' or ')}`;
}

function refusedWords({ code = [] }: WrittenOutcome): string {
  const codes = (Array.isArray(code) ? code : [code]) as readonly (RefusalCode | 'any')[];
  return codes.map((each) => (each === 'any' ? 'any refusal' : showCode('returnCode', each))).join(' or ');
}

function invalidWords({ members = 'shape' }: WrittenOutcome, endpoint: Endpoint): string {
  const code = showCode('returnCode', 'InvalidRequestParameters');
  if (members === 'shape') return `${code}, whatever members it lists`;
  if (members === 'none') return `${code} that lists no member`;
  const listed = members.map(({ code: name, type, optional }) => {
    const said = showMember({ member: nameWords(name, endpoint), type });
    return optional === true ? `perhaps ${said}` : said;
  });
  return `${code} listing ${listed.join(', ')}`;
}

/** What one written outcome is. */
const WORDS: Record<WrittenOutcome['reply'], (written: WrittenOutcome, endpoint: Endpoint) => string> = {
  tags: tagsWords,
  'not-found': (_, { resource }) => `${showExpected({ kind: 'not-found', resource })} and no tags`,
  refused: refusedWords,
  invalid: invalidWords,
  http: ({ status = 'any' }) => showExpected({ kind: 'http', statuses: status }),
  document: () => 'whatever the document allows for this request',
  anything: () => 'any well-formed envelope',
};

function condition({ when }: WrittenOutcome, question: QuestionId | undefined): string {
  if (when === undefined || question === undefined) return '';
  const grade = questionOf(question).options[when] === 'warn' ? ', which is discouraged' : '';
  return `where ${question} is ${JSON.stringify(when)}${grade}: `;
}

/** Each alternative on a line, with the option that it depends on. */
export function outcomeLines(
  outcomes: WrittenOutcomes,
  endpoint: Endpoint,
  question: QuestionId | undefined,
): readonly string[] {
  const list = Array.isArray(outcomes) ? outcomes : [outcomes];
  return list.map((outcome) => `${condition(outcome, question)}${WORDS[outcome.reply](outcome, endpoint)}`);
}
