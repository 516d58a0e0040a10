/** Defects against §5 and §7.4: what a refused caller may learn, and which code a request gets that is wrong in two ways. */
import { RESOURCE_FACTS } from '../../../src/spec/endpoints.ts';
import type { RefusalCode } from '../../../src/spec/codes.ts';
import { idSent, type Call } from '../../../src/judge/rules/call.ts';
import { refusal, type BackendAnswer } from '../../../simulator/answer/answer.ts';
import { answering } from '../../alterations/answers.ts';
import { boundGame, lacksRule } from '../../alterations/callers.ts';
import { breaking, type Alter, type Mutant } from '../mutant.ts';

/** A refusal with this code is another answer where nothing has the id that was asked for, in any game known so far. */
const revealing =
  (code: RefusalCode, reveal: (answer: BackendAnswer, call: Call) => BackendAnswer): Alter =>
  (stages) => {
    const games = new Set<string>();
    const isAbsent = (call: Call): boolean => {
      const id = idSent(call);
      const game = boundGame(call);
      if (game !== undefined) games.add(game);
      return (
        typeof id === 'string' &&
        [...games].every((each) => stages.lookup(call.endpoint.resource, each, id, call).is === 'absent')
      );
    };
    return {
      ...stages,
      encode: (answer, call) => {
        const hidden =
          call !== undefined && isAbsent(call) && answer.kind === 'refused' && answer.code === code;
        return stages.encode(hidden ? reveal(answer, call) : answer, call);
      },
    };
  };

const asNotFound = (_: BackendAnswer, { endpoint }: Call): BackendAnswer => ({
  kind: 'not-found',
  resource: endpoint.resource,
});

/** Alters the answer to a call that is wrong in this way. */
const wherever = (isWrong: (call: Call) => boolean, alter: (call: Call) => BackendAnswer): Alter =>
  answering((answer, call) => (call !== undefined && isWrong(call) ? alter(call) : answer));

const hasShortId = (call: Call): boolean => {
  const id = idSent(call);
  return typeof id === 'string' && id.length < RESOURCE_FACTS[call.endpoint.resource].idLength;
};

export const ORDER_MUTANTS: readonly Mutant[] = breaking({
  '5.3/wrong': {
    'missing-subject-seen-before-key': [
      'tells a caller with a wrong secret key that nothing has the id',
      revealing('SecretInvalid', asNotFound),
    ],
    'missing-subject-seen-by-code': [
      'refuses a wrong secret key with another code where nothing has the id',
      revealing('SecretInvalid', (answer) =>
        answer.kind === 'refused' ? { ...answer, code: 'OperationNotAuthorized' } : answer,
      ),
    ],
    'wrong-key-and-malformed-body-crash': [
      'fails where the secret key is wrong and the body is not valid JSON',
      wherever(
        ({ key, body }) => key.is === 'unknown' && body.is === 'not-json',
        () => refusal('InternalServerError', 'no key for no body'),
      ),
    ],
  },
  '5.4/not-allow': {
    'missing-subject-seen-before-rule': [
      'tells a caller without the permission rule that nothing has the id',
      revealing('OperationNotAllow', asNotFound),
    ],
    'short-id-hides-missing-rule': [
      'finds nothing where the permission rule is missing and the id is too short',
      wherever(
        (call) => lacksRule(call) && hasShortId(call),
        (call) => asNotFound(refusal('OperationNotAllow', ''), call),
      ),
    ],
  },
  '4.2/auth-token/required': {
    'missing-subject-seen-before-token': [
      'tells a client without token that nothing has the id',
      revealing('OperationNotAuthorized', asNotFound),
    ],
  },
  '4.3/tag-keys/type': {
    'missing-subject-seen-before-members': [
      'reports a subject missing, whatever is wrong with tagKeys',
      revealing('InvalidRequestParameters', asNotFound),
    ],
  },
  '7.4.2/not-found': {
    'missing-subject-needs-other-rule': [
      'refuses as SecretInvalid what nothing has where a client lacks otherSelfEnable',
      answering((answer, call) =>
        answer.kind === 'not-found' &&
        call?.endpoint.variant === 'client' &&
        lacksRule(call, call.endpoint.otherRule)
          ? refusal('SecretInvalid', 'not with this key')
          : answer,
      ),
    ],
  },
});
