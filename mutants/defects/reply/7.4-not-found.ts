/** Defects against §7.2 and §7.4: what does not exist is answered Ok, with its not-found code, and what exists is not. */
import { ERROR_CODES } from '../../../src/spec/codes.ts';
import { ENVELOPE } from '../../../src/spec/envelope.ts';
import type { Call } from '../../../src/judge/rules/call.ts';
import { refusal, type BackendAnswer } from '../../../simulator/answer/answer.ts';
import { answering, enveloping, findingUntagged, NOT_FOUND, TAGS } from '../../alterations/answers.ts';
import { isUnbound } from '../../alterations/callers.ts';
import { drop, put, within } from '../../alterations/json.ts';
import { on } from '../../alterations/places.ts';
import { findingSubject, firstFound, untagged } from '../../alterations/subjects.ts';
import { breaking, type Alter, type Mutant } from '../mutant.ts';

const missing = (
  alter: (answer: BackendAnswer & { readonly kind: 'not-found' }, call: Call | undefined) => BackendAnswer,
): Alter => answering((answer, call) => (answer.kind === 'not-found' ? alter(answer, call) : answer));

export const NOT_FOUND_MUTANTS: readonly Mutant[] = breaking({
  '7.4.2/not-found': {
    'missing-subject-is-untagged': [
      'answers as if a subject without tags had the id that nothing has',
      findingUntagged(() => true),
    ],
    'missing-subject-as-not-authorized': [
      'answers with OperationNotAuthorized where nothing has the id',
      missing(() => refusal('OperationNotAuthorized', 'not yours')),
    ],
    'missing-character-crashes-client': [
      'fails on the client variant where no character has the id',
      on(
        ['characterPlayer.client'],
        missing(() => refusal('InternalServerError', 'owner of nothing')),
      ),
    ],
    'missing-subject-without-code': [
      'leaves errorCode out where nothing has the id',
      enveloping(NOT_FOUND, within([ENVELOPE.parameters], drop(ENVELOPE.errorCode))),
    ],
    'missing-subject-with-tags': [
      'lists a default tag where nothing has the id',
      enveloping(
        NOT_FOUND,
        within(
          [ENVELOPE.parameters, ENVELOPE.info],
          put(ENVELOPE.tags, [{ [ENVELOPE.key]: 'new', [ENVELOPE.value]: 'yes' }]),
        ),
      ),
    ],
    'reading-creates-subject': [
      'creates the subject that it did not find',
      (stages) => {
        const asked = new Set<string>();
        return findingSubject((sought, find) => {
          const found = find(sought);
          const key = `${sought.resource} ${sought.game} ${sought.id}`;
          if (found.is === 'present') return found;
          const again = asked.has(key);
          asked.add(key);
          return again
            ? { is: 'present', value: { ...untagged(sought.resource, sought.id), game: sought.game } }
            : found;
        })(stages);
      },
    ],
    'missing-subject-found-in-other-game': [
      'finds in another game what the game of the request lacks',
      (stages) => {
        const games = new Set<string>();
        return findingSubject((sought, find) => {
          games.add(sought.game);
          return firstFound(find, [sought, ...[...games].map((game) => ({ ...sought, game }))]);
        })(stages);
      },
    ],
    'missing-subject-found-past-game-id': [
      'finds in another game what the game of Game-Id lacks, where the key carries none',
      (stages) => {
        const games = new Set<string>();
        return findingSubject((sought, find, call) => {
          games.add(sought.game);
          const elsewhere = isUnbound(call) ? [...games] : [];
          return firstFound(find, [sought, ...elsewhere.map((game) => ({ ...sought, game }))]);
        })(stages);
      },
    ],
  },
  '7.4.3/exists': {
    'not-found-code-beside-tags': [
      'writes the not-found code where the subject exists, on the server variant of groups',
      on(
        ['group.server'],
        enveloping(TAGS, within([ENVELOPE.parameters], put(ENVELOPE.errorCode, ERROR_CODES.GroupNotFound))),
      ),
    ],
  },
});
