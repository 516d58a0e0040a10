/** Defects against §3: a decision about one request is taken for the next one of the same client, key, token or id. */
import { idSent, type Call } from '../../../src/judge/rules/call.ts';
import type { RefusalCode } from '../../../src/spec/codes.ts';
import type { RuleId } from '../../../src/judge/rules/rulebook.ts';
import type { BackendAnswer } from '../../../simulator/answer/answer.ts';
import { answering } from '../../alterations/answers.ts';
import { calling, knowingClient } from '../../alterations/requests.ts';
import { overlooking } from '../../alterations/rules.ts';
import { findingSubject, type Sought } from '../../alterations/subjects.ts';
import { breaking, type Alter, type Mutant } from '../mutant.ts';

/** The key under which a decision is remembered; undefined: it is not remembered. */
type NameOf = (call: Call, client: string) => string | undefined;

const byClient: NameOf = (_, client) => client;
const byClientAndPlace: NameOf = ({ endpoint }, client) => `${client} ${endpoint.id}`;
const byToken: NameOf = ({ token, endpoint }) =>
  token.is === 'known' ? `${token.value.name} ${endpoint.id}` : undefined;
const byKey: NameOf = ({ key }) => (key.is === 'known' ? key.value.name : undefined);
const byId: NameOf = (call) => {
  const id = idSent(call);
  return typeof id === 'string' && id !== '' ? `${id} ${call.endpoint.id}` : undefined;
};

/** Skips these rules for a client that was served once. */
const servedStays = (nameOf: NameOf, rules: readonly RuleId[]): Alter =>
  knowingClient((client) => (stages) => {
    const served = new Set<string>();
    const noting = answering((answer, call) => {
      const known = call === undefined ? undefined : nameOf(call, client());
      if (known !== undefined && answer.kind === 'tags') served.add(known);
      return answer;
    });
    const isServed = (call: Call): boolean => served.has(nameOf(call, client()) ?? '');
    return rules.reduce((all, rule) => overlooking(rule, isServed)(all), noting(stages));
  });

/** Refuses a client for good that was refused once with this code. */
const refusalStays = (nameOf: NameOf, code: RefusalCode): Alter =>
  knowingClient((client) => (stages) => {
    const refused = new Map<string, BackendAnswer>();
    return answering((answer, call) => {
      const known = call === undefined ? undefined : nameOf(call, client());
      if (known === undefined) return answer;
      if (answer.kind === 'refused' && answer.code === code) refused.set(known, answer);
      return refused.get(known) ?? answer;
    })(stages);
  });

/** A subject that was once not found stays not found. */
const missingStays =
  (keyOf: (sought: Sought) => string): Alter =>
  (stages) => {
    const missing = new Set<string>();
    return findingSubject((sought, find) => {
      if (missing.has(keyOf(sought))) return { is: 'absent' };
      const found = find(sought);
      if (found.is === 'absent') missing.add(keyOf(sought));
      return found;
    })(stages);
  };

/** A key without a game keeps the one that Game-Id first named for it. */
const gameStays: Alter = (stages) => {
  const games = new Map<string, string>();
  return calling((call) => {
    const { key, game } = call;
    if (key.is !== 'known' || key.value.game !== null || game.is !== 'given') return call;
    const first = games.get(key.value.name) ?? game.id;
    games.set(key.value.name, first);
    return { ...call, game: { is: 'given', id: first } };
  })(stages);
};

export const DECISION_MUTANTS: readonly Mutant[] = breaking({
  '5.4/not-allow': {
    'permission-stays-with-client': [
      'asks a client that was served no more for the permission rule of its key',
      servedStays(byClient, ['permission']),
    ],
    'permission-stays-with-token': [
      'asks a sender who was served no more for the permission rule of the key',
      servedStays(byToken, ['permission']),
    ],
    'permission-stays-with-id': [
      'asks for no permission rule once a subject was read on the same path',
      servedStays(byId, ['permission']),
    ],
  },
  '4.1/rule/required': {
    'permission-stays-with-key': [
      'asks for no permission rule once a key was served on any path',
      servedStays(byKey, ['permission']),
    ],
  },
  '5.3/route': {
    'role-stays-with-client': [
      'asks a client that was served no more for the role of its key',
      servedStays(byClient, ['role', 'permission']),
    ],
  },
  '4.2/auth-token/required': {
    'token-stays-with-client': [
      'asks a client that was served no more for a token',
      servedStays(byClient, ['token']),
    ],
  },
  '1/read-only': {
    'denial-stays-with-client': [
      'refuses a client on a path where its key once lacked the rule',
      refusalStays(byClientAndPlace, 'OperationNotAllow'),
    ],
    'missing-key-stays-with-client': [
      'refuses a client that once sent no right secret key',
      refusalStays(byClient, 'SecretInvalid'),
    ],
  },
  '4.5.2/tags': {
    'missing-ids-stay-without-kind': [
      'remembers what was not found by game and id, whatever its kind',
      missingStays(({ game, id }) => `${game} ${id}`),
    ],
    'missing-ids-stay-without-game': [
      'remembers what was not found by kind and id, whatever its game',
      missingStays(({ resource, id }) => `${resource} ${id}`),
    ],
  },
  '4.2/game-id/targets': {
    'game-stays-with-key': ['reads for a key without a game the one that Game-Id named first', gameStays],
  },
});
