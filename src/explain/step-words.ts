/** The steps of a case in plain English. */
import type { Endpoint } from '../contract/endpoints.ts';
import type { QuestionId } from '../dialect/questions.ts';
import type { NearMissKind } from '../http/alterations/near-misses.ts';
import type { Each, WrittenStep, WrittenCase } from '../suite/format/schema/case-schema.ts';
import type { WrittenOutcomes } from '../suite/format/schema/outcome-schema.ts';
import { stepEndpoint } from '../suite/format/instance.ts';
import { givenLines } from './given-words.ts';
import { outcomeLines } from './outcome-words.ts';
import { sendLines } from './send-words.ts';
import { countWords } from './value-words.ts';

type Lines = readonly string[];

const indented = (lines: Lines): Lines => lines.map((line) => `  ${line}`);
const headed = (head: string, lines: Lines): Lines => (lines.length === 0 ? [] : [head, ...indented(lines)]);

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
