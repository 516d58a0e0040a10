/** What is wrong with the id member of a call, and how its length is counted (§2.1, §4.3, §7.3; questions userId.omitted to id.unit). */
import type { RegisteredClause } from '../../spec/clause-register.ts';
import type { MemberType } from '../../spec/codes.ts';
import { when, type When } from '../../spec/dialect/questions.ts';
import { idSent, type Call } from './call.ts';
import {
  ALLOW,
  option,
  refuseMember,
  wrongType,
  memberChoices,
  type Facts,
  type FailingMember,
  type RuleFound,
  type Refusal,
  type Alternative,
  ruled,
} from './ruling.ts';
import { meansSender, subjectOf } from './subject-of.ts';
import type { OptionOf } from '../../spec/dialect/question-register.ts';

/** Rulings on the id member. */
export function idFaults(
  call: Call,
  facts: Facts,
  { min, max }: { readonly min: number; readonly max: number },
): readonly RuleFound[] {
  const id = idSent(call);
  const member = call.endpoint.idMember;
  if (id === undefined) return [omitted(call, { member })];
  if (id === null) return [nullId(call, { member })];
  if (typeof id !== 'string') return ruled('2.1/type', wrongType(member));
  if (id === '') return [emptyId(call, { member })];
  const refusal: MakeRefusal = (type) => refuseMember({ member, type });
  const lengths = lengthsOf(id, min, max);
  const fault = lengthFault(lengths, refusal);
  // Where units disagree whether it fits, its length is not judged (id.unit).
  if (lengths.some(({ length }) => length === 'fits'))
    return [...(fault === undefined ? [] : [fault]), ...formatFault(call, id, facts, refusal)];
  if (fault === undefined) return [];
  if (facts.world.fitsKnownAlphabet(call.endpoint.resource, id)) return [fault];
  // Its characters may be checked first, and its length no more.
  const alternatives = [option('id.fault', 'its characters alone', refusal('any')), ...fault.alternatives];
  return [{ ...fault, alternatives }, besideLength(refusal)];
}

type MakeRefusal = (type: MemberType | 'any') => Refusal;

function isDashboard({ token }: Call): boolean {
  return token.is === 'known' && token.value.unlisted !== true && token.value.holder.kind === 'dashboard';
}

type Failing = Omit<FailingMember, 'type'>;

function omitted(call: Call, failing: Failing): RuleFound {
  if (call.endpoint.idRequired) {
    const alternatives = memberChoices(failing, 'id.missing');
    return { clause: '4.3/id/required', alternatives };
  }
  // A dashboard token has no player of its own. The alternative that holds ends in not-found.
  const alternatives = isDashboard(call)
    ? memberChoices(failing, 'userId.dashboard')
    : memberChoices(failing, 'userId.omitted', ['sender', 'DataRequired', 'StringNull']);
  return { clause: '4.3/user-id/sender', alternatives };
}

function nullId(call: Call, failing: Failing): RuleFound {
  const alternatives = meansSender(call)
    ? memberChoices(failing, 'userId.null')
    : memberChoices(failing, 'id.null');
  return { clause: '7.3/string-null', alternatives };
}

function emptyId(call: Call, failing: Failing): RuleFound {
  const alternatives = [
    ...memberChoices(failing, 'id.empty', ['StringNull', 'StringMinLength', 'DataRequired']),
    ...(meansSender(call) ? [option('id.empty', 'sender')] : []),
  ];
  return { clause: '7.3/string-null', alternatives };
}

const LENGTH_TYPES = {
  'too short': 'StringMinLength',
  'too long': 'StringMaxLength',
} as const satisfies Record<Exclude<Length, 'fits'>, MemberType>;

function lengthFault(lengths: ReturnType<typeof lengthsOf>, refusal: MakeRefusal): RuleFound | undefined {
  if (lengths.every(({ length }) => length === 'fits')) return undefined;
  const alternatives = lengths.map(({ unit, length }): Alternative => {
    const counted: readonly When[] = unit === undefined ? [] : [when('id.unit', unit)];
    return length === 'fits' ? { when: counted } : { when: counted, refusal: refusal(LENGTH_TYPES[length]) };
  });
  const clauses: Record<Length, RegisteredClause> = {
    'too short': '7.3/string-min-length',
    fits: '2.1/length',
    'too long': '7.3/string-max-length',
  };
  return { clause: clauses[lengths[0]?.length ?? 'fits'], alternatives };
}

/** Question id.characters: an id of the wrong length that has odd characters, too, may be listed a second time for them. */
function besideLength(refusal: MakeRefusal): RuleFound {
  return {
    clause: '2.1/format',
    alternatives: [
      option('id.characters', 'not-found'),
      option('id.characters', 'invalid', { ...refusal('any'), beside: true }),
    ],
  };
}

const LETTERS_AND_DIGITS = /^[A-Za-z0-9]*$/;

/** Letters and digits that no known id has: the target may know ids that have them, so holding is an answer to neither question. */
function formatAlternatives(
  id: string,
  fitsKnownAlphabet: boolean,
  invalid: Refusal,
): readonly Alternative[] {
  if (fitsKnownAlphabet) return [option('id.format', 'free'), option('id.format', 'invalid', invalid)];
  if (LETTERS_AND_DIGITS.test(id))
    return [ALLOW, option('id.characters', 'invalid', invalid), option('id.format', 'invalid', invalid)];
  return [option('id.characters', 'not-found'), option('id.characters', 'invalid', invalid)];
}

/**
 * §2.1: no format beyond the length is shown, so an id that nothing has may be refused for its characters. That is discouraged
 * if ids of the kind are known to have all of them.
 */
function formatFault(call: Call, id: string, facts: Facts, refusal: MakeRefusal): readonly RuleFound[] {
  const found = subjectOf(call, facts.world).is;
  if (found === 'present') return [];
  const invalid = refusal('any');
  const alternatives = formatAlternatives(
    id,
    facts.world.fitsKnownAlphabet(call.endpoint.resource, id),
    invalid,
  );
  return ruled('2.1/format', found === 'unknown' ? [...new Set([ALLOW, ...alternatives])] : alternatives);
}

/** Whether a string is too short or too long, in each unit that the document leaves open (§2.1, id.unit). */
export type Length = 'too short' | 'fits' | 'too long';
type LengthUnit = OptionOf<'id.unit'>;

const COUNTS: Record<LengthUnit, (text: string) => number> = {
  'code points': (text) => [...text].length,
  'UTF-16 units': (text) => text.length,
  'UTF-8 bytes': (text) => Buffer.byteLength(text),
};

const LENGTH_UNITS = Object.keys(COUNTS) as readonly LengthUnit[];

function measure(count: number, min: number, max: number): Length {
  if (count < min) return 'too short';
  return count > max ? 'too long' : 'fits';
}

const isAscii = (text: string): boolean => text.length === Buffer.byteLength(text);

/** The length by each unit; one entry without a unit where all units agree. */
export function lengthsOf(
  text: string,
  min: number,
  max: number,
): readonly { readonly unit?: LengthUnit; readonly length: Length }[] {
  if (isAscii(text)) return [{ length: measure(text.length, min, max) }];
  const measured = LENGTH_UNITS.map((unit) => ({ unit, length: measure(COUNTS[unit](text), min, max) }));
  const [first] = measured;
  return first !== undefined && measured.every(({ length }) => length === first.length)
    ? [{ length: first.length }]
    : measured;
}

/** Whether an id has the length that ids of a resource have, counted in any unit. */
export const hasIdLength = (id: string, { idLength }: { readonly idLength: number }): boolean =>
  lengthsOf(id, idLength, idLength).some(({ length }) => length === 'fits');
