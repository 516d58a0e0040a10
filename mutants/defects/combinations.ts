/**
 * Defects that show only where several things come together. There are more combinations than declared cases could
 * name: generated requests have to find them.
 */
import { TAG_KEYS } from '../../src/contract/members.ts';
import { tagKeysSent, membersSent, type Call } from '../../src/rules/call.ts';
import { isArray } from '../../src/rules/json.ts';
import { UNKNOWN } from '../../src/world/world.ts';
import { answering } from '../alterations/answers.ts';
import { calling } from '../alterations/requests.ts';
import { failing, overlooking } from '../alterations/rules.ts';
import { both, type Mutant } from './mutant.ts';

const FEW = 5;

const lacksRule = ({ key, endpoint }: Call): boolean =>
  key.is === 'known' && key.value.rules !== UNKNOWN && !key.value.rules.has(endpoint.rule);
const hasNoToken = ({ token, endpoint }: Call): boolean =>
  endpoint.variant === 'client' && token.is === 'missing';
const hasUnaskedToken = ({ token, endpoint }: Call): boolean =>
  endpoint.variant !== 'client' && token.is !== 'missing';
const hasManyKeys = (call: Call): boolean => {
  const keys = tagKeysSent(call);
  return keys !== undefined && isArray(keys) && keys.length > FEW;
};

export const COMBINATION_MUTANTS: readonly Mutant[] = [
  {
    name: 'late-keys-not-checked',
    clause: '4.3/tag-keys/type',
    description: 'checks the types of the first few tagKeys only',
    fuzz: true,
    alter: failing((member) =>
      member.member === TAG_KEYS && (member.element ?? 0) > FEW ? undefined : member,
    ),
  },
  {
    name: 'missing-rule-and-missing-token-cancel',
    clause: '5.4/not-allow',
    description: 'serves a client whose key lacks the rule and who sends no token',
    fuzz: true,
    alter: both(
      overlooking('token', (call) => hasNoToken(call) && lacksRule(call)),
      overlooking('permission', (call) => hasNoToken(call) && lacksRule(call)),
    ),
  },
  {
    name: 'other-game-with-token-ignored',
    clause: '5.3/game',
    description: 'ignores the Game-Id of a server request that brings an Auth-Token, too',
    fuzz: true,
    alter: overlooking('game', hasUnaskedToken),
  },
  {
    name: 'many-keys-hide-missing-subject',
    clause: '7.4.2/not-found',
    description: 'finds a subject without tags, rather than none, where many tagKeys are named',
    fuzz: true,
    alter: answering((answer, call) => {
      if (answer.kind !== 'not-found' || call === undefined || !hasManyKeys(call)) return answer;
      const { resource } = answer;
      return {
        kind: 'tags',
        resource,
        subject: { resource, id: '', game: '', owners: [], tags: [] },
        tags: [],
      };
    }),
  },
  {
    name: 'null-keys-before-id-crash',
    clause: '4.5.2/tags',
    description: 'fails where tagKeys is null and comes before the id',
    fuzz: true,
    alter: calling((call) => {
      const [first] = membersSent(call).keys();
      if (first === TAG_KEYS && tagKeysSent(call) === null) throw new Error('nothing to read the id after');
      return call;
    }),
  },
];
