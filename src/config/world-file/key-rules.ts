/** The permission rules of a secret key: all, exactly these, or a part of them. */
import { PERMISSION_RULES } from '../../contract/endpoints.ts';
import { UNKNOWN, type SecretKey } from '../../world/world.ts';
import { suggest } from '../../text/nearest.ts';
import type { YamlPath } from '../yaml/path.ts';
import type { Complain } from '../yaml/complain.ts';
import type { SecretKeyInput } from './world-schema.ts';

type RulesInput = SecretKeyInput['rules'];
type SomeRulesInput = Exclude<RulesInput, string | readonly unknown[] | undefined>;
type Rules = Pick<SecretKey, 'rules' | 'someRules'>;

const KNOWN = new Set(PERMISSION_RULES);

function checkNames(rules: readonly string[], path: YamlPath, complain: Complain): void {
  for (const [index, rule] of rules.entries()) {
    if (KNOWN.has(rule)) continue;
    complain(
      [...path, index],
      `no permission rule ${JSON.stringify(rule)}`,
      suggest(rule, PERMISSION_RULES, 'the rules are'),
    );
  }
}

function someOf(
  { has = [], lacks = [] }: SomeRulesInput,
  complete: boolean,
  path: YamlPath,
  complain: Complain,
): Rules {
  checkNames(has, [...path, 'has'], complain);
  checkNames(lacks, [...path, 'lacks'], complain);
  for (const [index, rule] of lacks.entries())
    if (has.includes(rule))
      complain(
        [...path, 'lacks', index],
        `the rule ${rule} is in both lists`,
        'a key either has a rule or lacks it',
      );
  if (complete)
    complain(
      path,
      'has and lacks leave rules unknown: a complete world knows them all',
      `list exactly the rules that the key has: rules: [${has.join(', ')}]`,
      'key',
    );
  return { rules: UNKNOWN, someRules: { held: new Set(has), lacked: new Set(lacks) } };
}

/** What a file says about a key's rules. Left out they are unknown; in a complete world there are none. */
export function rulesOf(rules: RulesInput, complete: boolean, path: YamlPath, complain: Complain): Rules {
  if (rules === undefined) return { rules: complete ? new Set() : UNKNOWN };
  if (rules === 'all') return { rules: KNOWN };
  if (!Array.isArray(rules)) return someOf(rules, complete, path, complain);
  checkNames(rules, path, complain);
  return { rules: new Set(rules) };
}
