/** Bending the rules: one that overlooks calls, refuses with another code, or refuses what it should let pass. */
import type { RefusalCode } from '../../src/contract/codes.ts';
import type { Call } from '../../src/rules/call.ts';
import {
  plainly,
  refuse,
  refuseMember,
  type Bite,
  type Facts,
  type FailingMember,
  type Rule,
  type RuleId,
} from '../../src/rules/ruling.ts';
import type { Alter } from '../defects/mutant.ts';

export type OfCalls = (call: Call, facts: Facts) => boolean;
type Found = ReturnType<Rule['judge']>;

const ALWAYS: OfCalls = () => true;

/** Another judgement by one rule. */
export const judging =
  (id: RuleId, bend: (found: Found, call: Call, facts: Facts) => Found): Alter =>
  (stages) => ({
    ...stages,
    rules: stages.rules.map((rule) =>
      rule.id === id ? { ...rule, judge: (call, facts) => bend(rule.judge(call, facts), call, facts) } : rule,
    ),
  });

/** The rule finds nothing wrong with these calls. */
export const overlooking = (id: RuleId, of: OfCalls = ALWAYS): Alter =>
  judging(id, (found, call, facts) => (of(call, facts) ? [] : found));

const bites = ({ stances: [first] }: Found[number]): boolean => first?.bite !== undefined;

/** What the rule refuses of these calls it refuses in another way. */
export const refusingWith = (id: RuleId, bite: Bite, of: OfCalls = ALWAYS): Alter =>
  judging(id, (found, call, facts) =>
    of(call, facts)
      ? found.map((ruling) => (bites(ruling) ? { ...ruling, stances: [plainly(bite)] } : ruling))
      : found,
  );

/** The same with another code. */
export const refusingAs = (id: RuleId, code: RefusalCode, of: OfCalls = ALWAYS): Alter =>
  refusingWith(id, refuse(code), of);

/** The rule refuses these calls, too; the clause plays no part in an answer. */
export const alsoRefusing = (id: RuleId, code: RefusalCode, of: OfCalls): Alter =>
  judging(id, (found, call, facts) =>
    !found.some(bites) && of(call, facts)
      ? [{ clause: '1/envelope', stances: [plainly(refuse(code))] }]
      : found,
  );

/** Another member or type for what fails; undefined: it is not noticed. */
export const failing = (bend: (member: FailingMember, call: Call) => FailingMember | undefined): Alter =>
  judging('members', (found, call) =>
    found.flatMap((ruling) => {
      const bite = ruling.stances[0]?.bite;
      if (bite?.kind !== 'refused' || bite.member === undefined) return [ruling];
      const bent = bend(bite.member, call);
      if (bent === bite.member) return [ruling];
      return bent === undefined ? [] : [{ ...ruling, stances: [plainly(refuseMember(bent))] }];
    }),
  );

/** What these failing members cost is another code, which names none of them. */
export const failingAs = (code: RefusalCode, of: (member: FailingMember, call: Call) => boolean): Alter =>
  judging('members', (found, call) =>
    found.map((ruling) => {
      const bite = ruling.stances[0]?.bite;
      const hit = bite?.kind === 'refused' && bite.member !== undefined && of(bite.member, call);
      return hit ? { ...ruling, stances: [plainly(refuse(code))] } : ruling;
    }),
  );
