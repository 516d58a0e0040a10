/** Defects against §7.1 that need two things at once: each alone is answered rightly. */
import { TAG_KEYS } from '../../src/contract/members.ts';
import { idSent, tagKeysSent, type Call } from '../../src/rules/call.ts';
import { isArray } from '../../src/rules/json.ts';
import type { RuleId } from '../../src/rules/ruling.ts';
import { UNKNOWN } from '../../src/world/world.ts';
import { refusal, type Answer } from '../../simulator/pipeline/answer.ts';
import { answering } from '../alterations/answers.ts';
import { overlooking } from '../alterations/rules.ts';
import { both, type Alter, type Mutant } from './mutant.ts';

type Is = (call: Call) => boolean;

const client: Is = ({ endpoint }) => endpoint.variant === 'client';
const keyMissing: Is = ({ key }) => key.is === 'missing';
const keyUnknown: Is = ({ key }) => key.is === 'unknown';
const tokenMissing: Is = (call) => client(call) && call.token.is === 'missing';
const tokenExpired: Is = ({ token }) => token.is === 'known' && token.value.expired;
const otherRole: Is = ({ key, endpoint }) => key.is === 'known' && key.value.role !== endpoint.role;
const otherGame: Is = ({ key, game }) =>
  key.is === 'known' &&
  typeof key.value.game === 'string' &&
  game.is === 'given' &&
  game.id !== key.value.game;
const noGame: Is = ({ key, game }) => key.is === 'known' && key.value.game === null && game.is === 'missing';
const lacksRule: Is = ({ key, endpoint }) =>
  key.is === 'known' && key.value.rules !== UNKNOWN && !key.value.rules.has(endpoint.rule);
const malformed: Is = ({ body }) => body.is !== 'object';
const idNull: Is = (call) => idSent(call) === null;
const idNumber: Is = (call) => typeof idSent(call) === 'number';
const keysOdd: Is = (call) => {
  const keys = tagKeysSent(call);
  return keys !== undefined && (!isArray(keys) || keys.some((key) => typeof key !== 'string'));
};
const keysEmpty: Is = (call) => {
  const keys = tagKeysSent(call);
  return keys !== undefined && isArray(keys) && keys.length === 0;
};
const keysNamed: Is = (call) => {
  const keys = tagKeysSent(call);
  return keys !== undefined && isArray(keys) && keys.length === 1;
};

/** Another answer where both are so. */
const where = (one: Is, other: Is, alter: (answer: Answer, call: Call) => Answer): Alter =>
  answering((answer, call) =>
    call !== undefined && one(call) && other(call) ? alter(answer, call) : answer,
  );

const crashing = (one: Is, other: Is): Alter =>
  where(one, other, () => refusal('InternalServerError', 'one too many'));

/** Rules that find nothing wrong where both are so. */
const passing = (one: Is, other: Is, ...rules: readonly RuleId[]): Alter =>
  rules
    .map((rule) => overlooking(rule, (call) => one(call) && other(call)))
    .reduce((all, next) => both(all, next));

export const TWO_AT_ONCE_MUTANTS: readonly Mutant[] = [
  {
    name: 'both-credentials-missing-crash',
    clause: '7.1/condition',
    description: 'fails where a client sends neither key nor token',
    alter: crashing(keyMissing, tokenMissing),
  },
  {
    name: 'null-id-and-odd-keys-crash',
    clause: '7.1/condition',
    description: `fails where the id is null and ${TAG_KEYS} holds no strings`,
    alter: crashing(idNull, keysOdd),
  },
  {
    name: 'untagged-and-empty-keys-crash',
    clause: '7.1/condition',
    description: 'fails where an empty list of keys meets an empty list of tags',
    alter: answering((answer, call) =>
      call !== undefined && keysEmpty(call) && answer.kind === 'tags' && answer.tags.length === 0
        ? refusal('InternalServerError', 'nothing of nothing')
        : answer,
    ),
  },
  {
    name: 'no-game-and-malformed-body-as-unknown-error',
    clause: '7.1/condition',
    description: 'answers a malformed body without a game with UnknownError',
    alter: where(noGame, malformed, () => refusal('UnknownError', 'what was that')),
  },
  {
    name: 'expired-token-and-missing-rule-crash',
    clause: '7.1/condition',
    description: 'fails where the token is expired and the rule is missing',
    alter: crashing(tokenExpired, lacksRule),
  },
  {
    name: 'role-and-game-cancel',
    clause: '7.1/condition',
    description: 'serves a key of the other role that comes with another game',
    alter: passing(otherRole, otherGame, 'role', 'game', 'permission'),
  },
  {
    name: 'missing-rule-and-number-id-cancel',
    clause: '7.1/condition',
    description:
      'finds nothing wrong with a number as the id where the rule is missing, and no subject either',
    alter: passing(lacksRule, idNumber, 'permission', 'members'),
  },
  {
    name: 'unknown-key-and-odd-keys-as-not-allowed',
    clause: '7.1/condition',
    description: `answers an unknown key with OperationNotAllow where ${TAG_KEYS} are odd`,
    alter: where(keyUnknown, keysOdd, () => refusal('OperationNotAllow', 'no rule for these keys')),
  },
  {
    name: 'missing-rule-and-malformed-body-as-secret-invalid',
    clause: '7.1/condition',
    description: 'answers a malformed body with SecretInvalid where the rule is missing',
    alter: where(lacksRule, malformed, () => refusal('SecretInvalid', 'neither rule nor body')),
  },
  {
    name: 'one-key-of-missing-subject-refused',
    clause: '7.1/condition',
    description: 'refuses, rather than not to find the subject, where one key is asked for',
    alter: answering((answer, call) =>
      answer.kind === 'not-found' && call !== undefined && keysNamed(call)
        ? refusal('OperationNotAllow', 'nothing with that key')
        : answer,
    ),
  },
];
