/** Altering the rules: one that overlooks calls, refuses with another code, or refuses what it should let pass. */
import type { MemberType, RefusalCode } from '../../src/spec/codes.ts';
import type { Call } from '../../src/judge/rules/call.ts';
import {
  always,
  refuse,
  refuseMember,
  type AnyRefusal,
  type Facts,
  type FailingMember,
  type Rule,
} from '../../src/judge/rules/ruling.ts';
import type { RuleId } from '../../src/judge/rules/rulebook.ts';
import type { Alter } from '../defects/mutant.ts';

type OfCalls = (call: Call, facts: Facts) => boolean;
type Found = ReturnType<Rule['judge']>;

const ALWAYS: OfCalls = () => true;

/** Another judgement by one rule. */
export const judging =
  (id: RuleId, alter: (found: Found, call: Call, facts: Facts) => Found): Alter =>
  (stages) => ({
    ...stages,
    rules: stages.rules.map((rule) =>
      rule.id === id
        ? { ...rule, judge: (call, facts) => alter(rule.judge(call, facts), call, facts) }
        : rule,
    ),
  });

/** The rule finds nothing wrong with these calls. */
export const overlooking = (id: RuleId, of: OfCalls = ALWAYS): Alter =>
  judging(id, (found, call, facts) => (of(call, facts) ? [] : found));

const refusals = ({ alternatives: [first] }: Found[number]): boolean => first?.refusal !== undefined;

/** The rule refuses these calls in another way. */
const refusingWith = (id: RuleId, refusal: AnyRefusal, of: OfCalls = ALWAYS): Alter =>
  judging(id, (found, call, facts) =>
    of(call, facts)
      ? found.map((ruling) => (refusals(ruling) ? { ...ruling, alternatives: [always(refusal)] } : ruling))
      : found,
  );

/** The same with another code. */
export const refusingAs = (id: RuleId, code: RefusalCode, of: OfCalls = ALWAYS): Alter =>
  refusingWith(id, refuse(code), of);

/** The rule refuses these calls, too; the clause plays no part in an answer. */
export const alsoRefusing = (id: RuleId, code: RefusalCode, of: OfCalls): Alter =>
  judging(id, (found, call, facts) =>
    !found.some(refusals) && of(call, facts)
      ? [{ clause: '1/envelope', alternatives: [always(refuse(code))] }]
      : found,
  );

/** Another member or type for what fails; undefined: it is not noticed. */
export const failing = (alter: (member: FailingMember, call: Call) => FailingMember | undefined): Alter =>
  judging('members', (found, call) =>
    found.flatMap((ruling) => {
      const refusal = ruling.alternatives[0]?.refusal;
      if (refusal?.kind !== 'refused' || refusal.member === undefined) return [ruling];
      const altered = alter(refusal.member, call);
      if (altered === refusal.member) return [ruling];
      return altered === undefined ? [] : [{ ...ruling, alternatives: [always(refuseMember(altered))] }];
    }),
  );

/** Types of failing members, and what each is called instead; undefined: it goes unnoticed. */
export type Retyped = Readonly<Partial<Record<MemberType, MemberType | undefined>>>;

/** Some failing members are called by other types. */
export const retyping = (
  types: Retyped,
  of: (member: FailingMember, call: Call) => boolean = () => true,
): Alter =>
  failing((member, call) => {
    if (member.type === 'any' || !Object.hasOwn(types, member.type) || !of(member, call)) return member;
    const type = types[member.type];
    return type === undefined ? undefined : { ...member, type };
  });

/** These failing members get another code, which names none of them. */
export const failingAs = (code: RefusalCode, of: (member: FailingMember, call: Call) => boolean): Alter =>
  judging('members', (found, call) =>
    found.map((ruling) => {
      const refusal = ruling.alternatives[0]?.refusal;
      const hit = refusal?.kind === 'refused' && refusal.member !== undefined && of(refusal.member, call);
      return hit ? { ...ruling, alternatives: [always(refuse(code))] } : ruling;
    }),
  );
