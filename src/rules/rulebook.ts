/** The rulebook: every rule that can refuse a call, in the order in which the simulator asks them. */
import { AUTHORISATION_RULE, PERMISSION_RULE } from './permission-rules.ts';
import { CONTENT_TYPE_RULE, MEMBERS_RULE, SHAPE_RULE, SIZE_RULE } from './body-rules.ts';
import type { Call } from './call.ts';
import { GAME_RULE, ROLE_RULE, SECRET_KEY_RULE, TOKEN_RULE } from './header-rules.ts';
import { isSure, type Facts, type Rule, type RuleId, type Ruling } from './ruling.ts';

export const RULEBOOK: readonly Rule[] = [
  SIZE_RULE,
  CONTENT_TYPE_RULE,
  SECRET_KEY_RULE,
  ROLE_RULE,
  GAME_RULE,
  TOKEN_RULE,
  PERMISSION_RULE,
  SHAPE_RULE,
  MEMBERS_RULE,
  AUTHORISATION_RULE,
];

/** Every ruling on a call, in the rulebook's order. A rule is silent where one that it presupposes surely refuses. */
export function rulingsOn(call: Call, facts: Facts, rules: readonly Rule[] = RULEBOOK): readonly Ruling[] {
  const surely = new Set<RuleId>();
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
