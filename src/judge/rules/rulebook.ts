/** The rulebook: every rule that can refuse a call, in the order in which the simulator asks them. */
import { AUTHORISATION_RULE, PERMISSION_RULE } from './permission-rules.ts';
import { BODY_RULES, CONTENT_TYPE_RULE, SIZE_RULE } from './body-rules.ts';
import type { Call } from './call.ts';
import { CALLER_RULES } from './header-rules.ts';
import { isSure, type Facts, type Rule, type Ruling } from './ruling.ts';

/** The rules that are asked before the limits of a key: limits belong to a caller. */
const ADMISSION_RULES = [SIZE_RULE, CONTENT_TYPE_RULE, ...CALLER_RULES] as const;

const ALL_RULES = [...ADMISSION_RULES, PERMISSION_RULE, ...BODY_RULES, AUTHORISATION_RULE] as const;

export type RuleId = (typeof ALL_RULES)[number]['id'];

export const RULEBOOK: readonly Rule[] = ALL_RULES;

export const ADMISSION: ReadonlySet<string> = new Set(ADMISSION_RULES.map(({ id }) => id));

/** Every ruling on a call, in the rulebook's order. A rule is silent where one that it presupposes surely refuses. */
export function rulingsOn(call: Call, facts: Facts, rules: readonly Rule[] = RULEBOOK): readonly Ruling[] {
  const surely = new Set<string>();
  const rulings: Ruling[] = [];
  for (const { id, after, judge } of rules) {
    if (surely.size > 0 && after.some((other) => surely.has(other))) continue;
    for (const { clause, alternatives } of judge(call, facts)) {
      const ruling: Ruling = { rule: id, clause, alternatives };
      rulings.push(ruling);
      if (isSure(ruling)) surely.add(id);
    }
  }
  return rulings;
}
