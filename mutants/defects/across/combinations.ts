/**
 * Defects that show only where several things come together. There are more combinations than declared cases could
 * name: generated requests have to find them.
 */
import { TAG_KEYS } from '../../../src/spec/members.ts';
import { tagKeysSent, membersSent, type Call } from '../../../src/judge/rules/call.ts';
import { isArray } from '../../../src/judge/rules/json.ts';
import { findingUntagged } from '../../alterations/answers.ts';
import { lacksRule } from '../../alterations/callers.ts';
import { crashingOn } from '../../alterations/requests.ts';
import { failing, overlooking } from '../../alterations/rules.ts';
import { both, breaking, type Mutant } from '../mutant.ts';

const FEW = 5;

const hasNoToken = ({ token, endpoint }: Call): boolean =>
  endpoint.variant === 'client' && token.is === 'missing';
const hasUnaskedToken = ({ token, endpoint }: Call): boolean =>
  endpoint.variant !== 'client' && token.is !== 'missing';
const hasManyKeys = (call: Call): boolean => {
  const keys = tagKeysSent(call);
  return keys !== undefined && isArray(keys) && keys.length > FEW;
};

export const COMBINATION_MUTANTS: readonly Mutant[] = breaking({
  '4.3/tag-keys/type': {
    'late-keys-not-checked': [
      'checks the types of the first few tagKeys only',
      failing((member) => (member.member === TAG_KEYS && (member.element ?? 0) > FEW ? undefined : member)),
      { fuzz: true },
    ],
  },
  '5.4/not-allow': {
    'missing-rule-and-missing-token-cancel': [
      'serves a client whose key lacks the rule and who sends no token',
      both(
        overlooking('token', (call) => hasNoToken(call) && lacksRule(call)),
        overlooking('permission', (call) => hasNoToken(call) && lacksRule(call)),
      ),
      { fuzz: true },
    ],
  },
  '5.3/game': {
    'other-game-with-token-ignored': [
      'ignores the Game-Id of a server request that brings an Auth-Token, too',
      overlooking('game', hasUnaskedToken),
      { fuzz: true },
    ],
  },
  '7.4.2/not-found': {
    'many-keys-hide-missing-subject': [
      'finds a subject without tags, rather than none, where many tagKeys are named',
      findingUntagged((call) => call !== undefined && hasManyKeys(call)),
    ],
  },
  '7.1/internal-server-error': {
    'null-keys-before-id-crash': [
      'fails where tagKeys is null and comes before the id',
      crashingOn((call) => [...membersSent(call).keys()][0] === TAG_KEYS && tagKeysSent(call) === null),
      { fuzz: true },
    ],
  },
});
