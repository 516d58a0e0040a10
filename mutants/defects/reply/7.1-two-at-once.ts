/** Defects against §7.1 that need two things at once: each alone is answered rightly. */
import { RESOURCE_FACTS } from '../../../src/spec/endpoints.ts';
import { TAG_KEYS } from '../../../src/spec/members.ts';
import { idSent, tagKeysSent, type Call } from '../../../src/judge/rules/call.ts';
import { isArray } from '../../../src/judge/rules/json.ts';
import type { RuleId } from '../../../src/judge/rules/rulebook.ts';
import { refusal, type BackendAnswer } from '../../../simulator/answer/answer.ts';
import { answering } from '../../alterations/answers.ts';
import { boundGame, comes, isExpired, isUnbound, lacksRule } from '../../alterations/callers.ts';
import { overlooking } from '../../alterations/rules.ts';
import { both, breaking, type Alter, type Mutant } from '../mutant.ts';

type Is = (call: Call) => boolean;

const client: Is = ({ endpoint }) => endpoint.variant === 'client';
const keyMissing = comes('key', 'missing');
const keyUnknown = comes('key', 'unknown');
const tokenMissing: Is = (call) => client(call) && call.token.is === 'missing';
const otherRole: Is = ({ key, endpoint }) => key.is === 'known' && key.value.role !== endpoint.role;
const otherGame: Is = (call) =>
  call.game.is === 'given' && ![undefined, call.game.id].includes(boundGame(call));
const noGame: Is = (call) => isUnbound(call) && call.game.is === 'missing';
const malformed: Is = ({ body }) => body.is !== 'object';
const idNull: Is = (call) => idSent(call) === null;
const idNumber: Is = (call) => typeof idSent(call) === 'number';
const idLong: Is = (call) => {
  const id = idSent(call);
  return typeof id === 'string' && id.length > RESOURCE_FACTS[call.endpoint.resource].idLength;
};
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

/** Alters the answer where both hold. */
const where = (one: Is, other: Is, alter: (answer: BackendAnswer, call: Call) => BackendAnswer): Alter =>
  answering((answer, call) =>
    call !== undefined && one(call) && other(call) ? alter(answer, call) : answer,
  );

const crashing = (one: Is, other: Is): Alter =>
  where(one, other, () => refusal('InternalServerError', 'one too many'));

/** Rules that find nothing wrong where both hold. */
const passing = (one: Is, other: Is, ...rules: readonly RuleId[]): Alter =>
  rules
    .map((rule) => overlooking(rule, (call) => one(call) && other(call)))
    .reduce((all, next) => both(all, next));

export const TWO_AT_ONCE_MUTANTS: readonly Mutant[] = breaking({
  '7.1/condition': {
    'both-credentials-missing-crash': [
      'fails where a client sends neither key nor token',
      crashing(keyMissing, tokenMissing),
    ],
    'null-id-and-odd-keys-crash': [
      `fails where the id is null and ${TAG_KEYS} holds no strings`,
      crashing(idNull, keysOdd),
    ],
    'untagged-and-empty-keys-crash': [
      'fails where an empty list of keys meets an empty list of tags',
      answering((answer, call) =>
        call !== undefined && keysEmpty(call) && answer.kind === 'tags' && answer.tags.length === 0
          ? refusal('InternalServerError', 'nothing of nothing')
          : answer,
      ),
    ],
    'no-game-and-malformed-body-as-unknown-error': [
      'answers a malformed body without a game with UnknownError',
      where(noGame, malformed, () => refusal('UnknownError', 'what was that')),
    ],
    'expired-token-and-missing-rule-crash': [
      'fails where the token is expired and the rule is missing',
      crashing(isExpired, lacksRule),
    ],
    'role-and-game-cancel': [
      'serves a key of the other role that comes with another game',
      passing(otherRole, otherGame, 'role', 'game', 'permission'),
    ],
    'missing-rule-and-number-id-cancel': [
      'finds nothing wrong with a number as the id where the rule is missing, and no subject either',
      passing(lacksRule, idNumber, 'permission', 'members'),
    ],
    'unknown-key-and-odd-keys-as-not-allowed': [
      `answers an unknown key with OperationNotAllow where ${TAG_KEYS} are odd`,
      where(keyUnknown, keysOdd, () => refusal('OperationNotAllow', 'no rule for these keys')),
    ],
    'missing-rule-and-malformed-body-as-secret-invalid': [
      'answers a malformed body with SecretInvalid where the rule is missing',
      where(lacksRule, malformed, () => refusal('SecretInvalid', 'neither rule nor body')),
    ],
    'one-key-of-missing-subject-refused': [
      'refuses, rather than not to find the subject, where one key is asked for',
      answering((answer, call) =>
        answer.kind === 'not-found' && call !== undefined && keysNamed(call)
          ? refusal('OperationNotAllow', 'nothing with that key')
          : answer,
      ),
    ],
  },
  '7.1/invalid-request-parameters': {
    'long-id-and-odd-keys-cancel': [
      `looks for an id that is too long where ${TAG_KEYS} holds no strings`,
      passing(idLong, keysOdd, 'members'),
    ],
  },
});
