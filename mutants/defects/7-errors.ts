/** Defects against §7.1: the limits of size, rate and sessions, and failures. */
import type { RefusalCode } from '../../src/contract/codes.ts';
import type { Call } from '../../src/rules/call.ts';
import type { Facts } from '../../src/rules/ruling.ts';
import type { KeyLimits, SecretKey } from '../../src/world/world.ts';
import { refusal, type Answer } from '../../simulator/pipeline/answer.ts';
import { answering, hangingUp, refusedAs } from '../alterations/answers.ts';
import { headerOf, receiving } from '../alterations/requests.ts';
import { alsoRefusing, overlooking, refusingAs } from '../alterations/rules.ts';
import type { Alter, Mutant } from './mutant.ts';

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
    description: 'finds a request of half the declared size too large',
    alter: alsoRefusing('size', 'MaxSizeRequestReject', isLarge),
  },
  {
    name: 'size-not-limited',
    clause: '7.1/max-size-request-reject/enforced',
    description: 'does not limit the size of a request',
    alter: overlooking('size'),
  },
  {
    name: 'too-large-as-invalid-parameters',
    clause: '7.1/max-size-request-reject',
    description: 'answers a request that is too large with InvalidRequestParameters',
    alter: refusingAs('size', 'InvalidRequestParameters'),
  },
  {
    name: 'too-large-hangs-up',
    clause: '1/http-200/reply',
    description: 'closes the connection where a request is too large',
    alter: hangingUp((incoming) => (incoming.body?.length ?? 0) > 100_000),
  },
  {
    name: 'too-large-spoils-next',
    clause: '7.1/max-size-request-reject',
    description: 'fails with the requests of a client after one that was too large',
    alter: spoiling(refusedAs('MaxSizeRequestReject')),
  },
  {
    name: 'rate-halved',
    clause: '7.1/max-request-reject',
    description: 'finds half the declared rate too much',
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
    description: 'counts the requests of all keys together',
    alter: alsoLimiting(() => {
      const count = recent();
      return (_, { requestsPerSecond }) =>
        requestsPerSecond !== undefined && count('all') > requestsPerSecond ? 'MaxRequestReject' : undefined;
    }),
  },
  {
    name: 'rate-never-forgives',
    clause: '7.1/max-request-reject',
    description: 'serves a key no more that was once too fast',
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
    description: 'does not limit the rate of a key',
    alter: limitAs('MaxRequestReject', undefined),
  },
  {
    name: 'rate-as-missing-rule',
    clause: '7.1/max-request-reject',
    description: 'answers too many requests with OperationNotAllow',
    alter: limitAs('MaxRequestReject', 'OperationNotAllow'),
  },
  {
    name: 'sessions-one-fewer',
    clause: '7.1/max-ccu-reject',
    description: 'serves one session fewer than declared',
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
    description: 'does not limit the sessions of a key',
    alter: limitAs('MaxCCUReject', undefined),
  },
  {
    name: 'sessions-as-missing-rule',
    clause: '7.1/max-ccu-reject',
    description: 'answers too many sessions with OperationNotAllow',
    alter: limitAs('MaxCCUReject', 'OperationNotAllow'),
  },
];

const FAILURES: readonly Mutant[] = [
  {
    name: 'failure-as-unknown-error',
    clause: '7.1/internal-server-error',
    description: 'answers an internal failure with UnknownError',
    alter: failureAs('InternalServerError', 'UnknownError'),
  },
  {
    name: 'timeout-as-failure',
    clause: '7.1/operation-timeout',
    description: 'answers a request that timed out with InternalServerError',
    alter: failureAs('OperationTimeout', 'InternalServerError'),
  },
  {
    name: 'unknown-error-as-invalid-operation',
    clause: '7.1/unknown-error',
    description: 'answers a failure without a code of its own with OperationInvalid',
    alter: failureAs('UnknownError', 'OperationInvalid'),
  },
];

export const ERROR_MUTANTS: readonly Mutant[] = [...LIMITS, ...FAILURES];
