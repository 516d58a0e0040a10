/** What a case expects, in plain English. */
import { showCode, type RefusalCode } from '../contract/codes.ts';
import type { Endpoint } from '../contract/endpoints.ts';
import { questionOf, type QuestionId } from '../dialect/questions.ts';
import { showExpected, showMember } from '../judge/compare/show.ts';
import type { WrittenOutcome, WrittenOutcomes } from '../suite/format/schema/outcome-schema.ts';
import { nameWords, textWords } from './value-words.ts';

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
