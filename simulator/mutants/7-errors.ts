/** Defects against §7.1, §7.2 and §7.4: limits, failures, and what does not exist. */
import type { RefusalCode } from '../../src/contract/codes.ts';
import { ENVELOPE } from '../../src/contract/envelope.ts';
import type { Call } from '../../src/rules/call.ts';
import type { Facts } from '../../src/rules/ruling.ts';
import type { KeyLimits, SecretKey, Subject } from '../../src/world/world.ts';
import { refusal, type Answer } from '../answer.ts';
import { answering, enveloping, hangingUp, NOT_FOUND, refusedAs } from './bends/answers.ts';
import { drop, put, within } from './bends/json.ts';
import { on } from './bends/places.ts';
import { headerOf, receiving } from './bends/requests.ts';
import { alsoRefusing, overlooking, refusingAs } from './bends/rules.ts';
import { finding, firstFound } from './bends/subjects.ts';
import type { Alter, Mutant } from './mutant.ts';

const SECOND = 1000;

/** Another code for what the limits of a key refuse; undefined: it is not refused. */
const admitting =
  (bend: (code: RefusalCode | undefined, call: Call) => RefusalCode | undefined): Alter =>
  (stages) => ({ ...stages, admit: (call) => bend(stages.admit(call), call) });

const limitAs = (from: RefusalCode, to: RefusalCode | undefined): Alter =>
  admitting((code) => (code === from ? to : code));

/** A limit beside the right one, for keys that declare some; it remembers as long as the simulator lives. */
const alsoLimiting =
  (make: () => (key: SecretKey, limits: KeyLimits, call: Call) => RefusalCode | undefined): Alter =>
  (stages) => {
    const limit = make();
    return admitting((code, call) =>
      code === undefined && call.key.is === 'known'
        ? limit(call.key.value, call.key.value.limits, call)
        : code,
    )(stages);
  };

/** When the requests of each place came, none longer ago than a second. */
function recent(): (place: unknown) => number {
  const times = new Map<unknown, readonly number[]>();
  return (place) => {
    const now = performance.now();
    const kept = [...(times.get(place) ?? []).filter((at) => now - at < SECOND), now];
    times.set(place, kept);
    return kept.length;
  };
}

const isLarge = ({ bytes }: Call, { world }: Facts): boolean =>
  world.limits.requestBytes !== undefined && bytes >= world.limits.requestBytes / 2;

/** What a client gets after an answer of this sort is a failure. */
const spoiling =
  (isBad: (answer: Answer) => boolean): Alter =>
  (stages) => {
    const spoilt = new Set<string>();
    let client = '';
    const noting = receiving((incoming) => {
      client = headerOf(incoming, 'User-Agent') ?? '';
      return incoming;
    });
    const spoil = answering((answer) => {
      const shown =
        spoilt.has(client) && !isBad(answer) ? refusal('InternalServerError', 'still down') : answer;
      if (isBad(answer)) spoilt.add(client);
      return shown;
    });
    return noting(spoil(stages));
  };

const failureAs = (from: RefusalCode, to: RefusalCode): Alter =>
  answering((answer) => (refusedAs(from)(answer) ? refusal(to, 'failed') : answer));

const LIMITS: readonly Mutant[] = [
  {
    name: 'size-limit-halved',
    clause: '7.1/max-size-request-reject',
    says: 'finds a request of half the declared size too large',
    alter: alsoRefusing('size', 'MaxSizeRequestReject', isLarge),
  },
  {
    name: 'size-not-limited',
    clause: '7.1/max-size-request-reject/enforced',
    says: 'does not limit the size of a request',
    alter: overlooking('size'),
  },
  {
    name: 'too-large-as-invalid-parameters',
    clause: '7.1/max-size-request-reject',
    says: 'answers a request that is too large with InvalidRequestParameters',
    alter: refusingAs('size', 'InvalidRequestParameters'),
  },
  {
    name: 'too-large-hangs-up',
    clause: '1/http-200/reply',
    says: 'closes the connection where a request is too large',
    alter: hangingUp((incoming) => (incoming.body?.length ?? 0) > 100_000),
  },
  {
    name: 'too-large-spoils-next',
    clause: '7.1/max-size-request-reject',
    says: 'fails with the requests of a client after one that was too large',
    alter: spoiling(refusedAs('MaxSizeRequestReject')),
  },
  {
    name: 'rate-halved',
    clause: '7.1/max-request-reject',
    says: 'finds half the declared rate too much',
    alter: alsoLimiting(() => {
      const count = recent();
      return (key, { requestsPerSecond }) =>
        requestsPerSecond !== undefined && count(key) > requestsPerSecond / 2
          ? 'MaxRequestReject'
          : undefined;
    }),
  },
  {
    name: 'rate-shared-by-keys',
    clause: '7.1/max-request-reject',
    says: 'counts the requests of all keys together',
    alter: alsoLimiting(() => {
      const count = recent();
      return (_, { requestsPerSecond }) =>
        requestsPerSecond !== undefined && count('all') > requestsPerSecond ? 'MaxRequestReject' : undefined;
    }),
  },
  {
    name: 'rate-never-forgives',
    clause: '7.1/max-request-reject',
    says: 'serves a key no more that was once too fast',
    alter: (stages) => {
      const banned = new Set<SecretKey>();
      return admitting((code, { key }) => {
        if (key.is !== 'known') return code;
        if (code === 'MaxRequestReject') banned.add(key.value);
        return banned.has(key.value) ? 'MaxRequestReject' : code;
      })(stages);
    },
  },
  {
    name: 'rate-not-limited',
    clause: '7.1/max-request-reject/enforced',
    says: 'does not limit the rate of a key',
    alter: limitAs('MaxRequestReject', undefined),
  },
  {
    name: 'rate-as-missing-rule',
    clause: '7.1/max-request-reject',
    says: 'answers too many requests with OperationNotAllow',
    alter: limitAs('MaxRequestReject', 'OperationNotAllow'),
  },
  {
    name: 'sessions-one-fewer',
    clause: '7.1/max-ccu-reject',
    says: 'serves one session fewer than declared',
    alter: alsoLimiting(() => {
      const seen = new Set<unknown>();
      return (_, { sessions }, { token }) => {
        if (sessions === undefined || token.is !== 'known') return undefined;
        seen.add(token.value);
        return seen.size >= sessions ? 'MaxCCUReject' : undefined;
      };
    }),
  },
  {
    name: 'sessions-not-limited',
    clause: '7.1/max-ccu-reject/enforced',
    says: 'does not limit the sessions of a key',
    alter: limitAs('MaxCCUReject', undefined),
  },
  {
    name: 'sessions-as-missing-rule',
    clause: '7.1/max-ccu-reject',
    says: 'answers too many sessions with OperationNotAllow',
    alter: limitAs('MaxCCUReject', 'OperationNotAllow'),
  },
];

const FAILURES: readonly Mutant[] = [
  {
    name: 'failure-as-unknown-error',
    clause: '7.1/internal-server-error',
    says: 'answers an internal failure with UnknownError',
    alter: failureAs('InternalServerError', 'UnknownError'),
  },
  {
    name: 'timeout-as-failure',
    clause: '7.1/operation-timeout',
    says: 'answers a request that timed out with InternalServerError',
    alter: failureAs('OperationTimeout', 'InternalServerError'),
  },
  {
    name: 'unknown-error-as-invalid-operation',
    clause: '7.1/unknown-error',
    says: 'answers a failure without a code of its own with OperationInvalid',
    alter: failureAs('UnknownError', 'OperationInvalid'),
  },
];

const missing = (
  bend: (answer: Answer & { readonly kind: 'not-found' }, call: Call | undefined) => Answer,
): Alter => answering((answer, call) => (answer.kind === 'not-found' ? bend(answer, call) : answer));

const nobody = (resource: Subject['resource'], id = ''): Subject => ({
  resource,
  id,
  game: '',
  owners: [],
  tags: [],
});

const MISSING: readonly Mutant[] = [
  {
    name: 'missing-subject-is-untagged',
    clause: '7.4.2/not-found',
    says: 'answers as if a subject without tags had the id that nothing has',
    alter: missing(({ resource }) => ({ kind: 'tags', resource, subject: nobody(resource), tags: [] })),
  },
  {
    name: 'missing-subject-as-not-authorized',
    clause: '7.4.2/not-found',
    says: 'answers with OperationNotAuthorized where nothing has the id',
    alter: missing(() => refusal('OperationNotAuthorized', 'not yours')),
  },
  {
    name: 'missing-character-crashes-client',
    clause: '7.4.2/not-found',
    says: 'fails on the client variant where no character has the id',
    alter: on(
      ['characterPlayer.client'],
      missing(() => refusal('InternalServerError', 'owner of nothing')),
    ),
  },
  {
    name: 'missing-subject-without-code',
    clause: '7.4.2/not-found',
    says: 'leaves errorCode out where nothing has the id',
    alter: enveloping(NOT_FOUND, within([ENVELOPE.parameters], drop(ENVELOPE.errorCode))),
  },
  {
    name: 'missing-subject-with-tags',
    clause: '7.4.2/not-found',
    says: 'lists a default tag where nothing has the id',
    alter: enveloping(
      NOT_FOUND,
      within(
        [ENVELOPE.parameters, ENVELOPE.info],
        put(ENVELOPE.tags, [{ [ENVELOPE.key]: 'new', [ENVELOPE.value]: 'yes' }]),
      ),
    ),
  },
  {
    name: 'reading-creates-subject',
    clause: '7.4.2/not-found',
    says: 'creates the subject that it did not find',
    alter: (stages) => {
      const asked = new Set<string>();
      return finding((sought, find) => {
        const found = find(sought);
        const key = `${sought.resource} ${sought.game} ${sought.id}`;
        if (found.is === 'present') return found;
        const again = asked.has(key);
        asked.add(key);
        return again
          ? { is: 'present', value: { ...nobody(sought.resource, sought.id), game: sought.game } }
          : found;
      })(stages);
    },
  },
  {
    name: 'missing-subject-found-in-other-game',
    clause: '7.4.2/not-found',
    says: 'finds in another game what the game of the request lacks',
    alter: (stages) => {
      const games = new Set<string>();
      return finding((sought, find) => {
        games.add(sought.game);
        return firstFound(find, [sought, ...[...games].map((game) => ({ ...sought, game }))]);
      })(stages);
    },
  },
  {
    name: 'not-found-code-beside-tags',
    clause: '7.4.3/exists',
    says: 'writes the not-found code where the subject exists, on the server variant of groups',
    alter: on(
      ['group.server'],
      enveloping(
        (answer) => answer.kind === 'tags',
        within([ENVELOPE.parameters], put(ENVELOPE.errorCode, 12)),
      ),
    ),
  },
];

export const ERROR_MUTANTS: readonly Mutant[] = [...LIMITS, ...FAILURES, ...MISSING];
