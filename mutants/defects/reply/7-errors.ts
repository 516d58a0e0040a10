/** Defects against §7.1: the limits of size, rate and sessions, and failures. */
import type { RefusalCode } from '../../../src/spec/codes.ts';
import type { Call } from '../../../src/judge/rules/call.ts';
import type { Facts } from '../../../src/judge/rules/ruling.ts';
import type { AuthToken, KeyLimits, SecretKey } from '../../../src/world/world.ts';
import { refusal, type BackendAnswer } from '../../../simulator/answer/answer.ts';
import { answering, hangingUp, refusedAs } from '../../alterations/answers.ts';
import { calling, headerOf, knowingClient } from '../../alterations/requests.ts';
import { alsoRefusing, overlooking, refusingAs } from '../../alterations/rules.ts';
import { breaking, type Alter, type Mutant } from '../mutant.ts';

const SECOND = 1000;

/** Another code for what the limits of a key refuse; undefined: it is not refused. */
const admitting =
  (alter: (code: RefusalCode | undefined, call: Call) => RefusalCode | undefined): Alter =>
  (stages) => ({ ...stages, admit: (call) => alter(stages.admit(call), call) });

const limitAs = (from: RefusalCode, to: RefusalCode | undefined): Alter =>
  admitting((code) => (code === from ? to : code));

/** A limit in addition to the right one, for keys that declare some; it remembers as long as the simulator lives. */
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

/** Sessions that stay once their time is over: all, or all but those of the token that came first. */
const keepingSessions = (stay: 'all' | 'all but the first'): Alter =>
  alsoLimiting(() => {
    const seen = new Map<AuthToken, number>();
    let first: AuthToken | undefined;
    return (_, { sessions, sessionSeconds = 0 }, { token }) => {
      if (sessions === undefined || token.is !== 'known') return undefined;
      first ??= token.value;
      const now = performance.now();
      const isOver = now - (seen.get(first) ?? now) >= sessionSeconds * SECOND;
      if (stay === 'all but the first' && isOver) seen.delete(first);
      if (!seen.has(token.value) && seen.size >= sessions) return 'MaxCCUReject';
      seen.set(token.value, now);
      return undefined;
    };
  });

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

/** After an answer of this sort, a client gets a failure. */
const spoiling = (isBad: (answer: BackendAnswer) => boolean): Alter =>
  knowingClient((client) => (stages) => {
    const spoilt = new Set<string>();
    return answering((answer) => {
      const shown =
        spoilt.has(client()) && !isBad(answer) ? refusal('InternalServerError', 'still down') : answer;
      if (isBad(answer)) spoilt.add(client());
      return shown;
    })(stages);
  });

const failureAs = (from: RefusalCode, to: RefusalCode): Alter =>
  answering((answer) => (refusedAs(from)(answer) ? refusal(to, 'failed') : answer));

export const ERROR_MUTANTS: readonly Mutant[] = breaking({
  '7.1/max-size-request-reject': {
    'size-limit-halved': [
      'finds a request of half the declared size too large',
      alsoRefusing('size', 'MaxSizeRequestReject', isLarge),
    ],
    'too-large-as-invalid-parameters': [
      'answers a request that is too large with InvalidRequestParameters',
      refusingAs('size', 'InvalidRequestParameters'),
    ],
    'too-large-spoils-next': [
      'fails with the requests of a client after one that was too large',
      spoiling(refusedAs('MaxSizeRequestReject')),
    ],
  },
  '7.1/max-size-request-reject/enforced': {
    'size-not-limited': ['does not limit the size of a request', overlooking('size')],
    'size-by-content-length': [
      'takes the size of a request from its Content-Length, and so does not limit one in chunks',
      calling((call, incoming) =>
        headerOf(incoming, 'Transfer-Encoding') === undefined ? call : { ...call, bytes: 0 },
      ),
    ],
  },
  '1/http-200/reply': {
    'too-large-hangs-up': [
      'closes the connection where a request is too large',
      hangingUp((incoming) => (incoming.body?.length ?? 0) > 100_000),
    ],
  },
  '7.1/max-request-reject': {
    'rate-halved': [
      'finds half the declared rate too much',
      alsoLimiting(() => {
        const count = recent();
        return (key, { requestsPerSecond }) =>
          requestsPerSecond !== undefined && count(key) > requestsPerSecond / 2
            ? 'MaxRequestReject'
            : undefined;
      }),
    ],
    'rate-shared-by-keys': [
      'counts the requests of all keys together',
      alsoLimiting(() => {
        const count = recent();
        return (_, { requestsPerSecond }) =>
          requestsPerSecond !== undefined && count('all') > requestsPerSecond
            ? 'MaxRequestReject'
            : undefined;
      }),
    ],
    'rate-never-forgives': [
      'serves a key no more that was once too fast',
      (stages) => {
        const banned = new Set<SecretKey>();
        return admitting((code, { key }) => {
          if (key.is !== 'known') return code;
          if (code === 'MaxRequestReject') banned.add(key.value);
          return banned.has(key.value) ? 'MaxRequestReject' : code;
        })(stages);
      },
    ],
    'rate-as-missing-rule': [
      'answers too many requests with OperationNotAllow',
      limitAs('MaxRequestReject', 'OperationNotAllow'),
    ],
  },
  '7.1/max-request-reject/enforced': {
    'rate-not-limited': ['does not limit the rate of a key', limitAs('MaxRequestReject', undefined)],
  },
  '7.1/max-ccu-reject': {
    'sessions-never-end': ['serves no more sessions than declared, ever', keepingSessions('all')],
    'only-first-session-ends': [
      'lets the first session of a key end, and no other',
      keepingSessions('all but the first'),
    ],
    'sessions-one-fewer': [
      'serves one session fewer than declared',
      alsoLimiting(() => {
        const seen = new Set<unknown>();
        return (_, { sessions }, { token }) => {
          if (sessions === undefined || token.is !== 'known') return undefined;
          seen.add(token.value);
          return seen.size >= sessions ? 'MaxCCUReject' : undefined;
        };
      }),
    ],
    'sessions-as-missing-rule': [
      'answers too many sessions with OperationNotAllow',
      limitAs('MaxCCUReject', 'OperationNotAllow'),
    ],
  },
  '7.1/max-ccu-reject/enforced': {
    'sessions-not-limited': ['does not limit the sessions of a key', limitAs('MaxCCUReject', undefined)],
  },
  '7.1/internal-server-error': {
    'failure-as-unknown-error': [
      'answers an internal failure with UnknownError',
      failureAs('InternalServerError', 'UnknownError'),
    ],
  },
  '7.1/operation-timeout': {
    'timeout-as-failure': [
      'answers a request that timed out with InternalServerError',
      failureAs('OperationTimeout', 'InternalServerError'),
    ],
  },
  '7.1/unknown-error': {
    'unknown-error-as-invalid-operation': [
      'answers a failure without a code of its own with OperationInvalid',
      failureAs('UnknownError', 'OperationInvalid'),
    ],
  },
});
