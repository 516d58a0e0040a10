/** Why a run shows less than it could: too few successes, codes that never came, alterations that were never sent, trials without a reply at its end. */
import { fewOf } from '../../text/quantities.ts';
import { type ErrorCode, NOT_FOUND_CODES, type ReturnCode, showCode } from '../../contract/codes.ts';
import { holdsRule } from '../../world/world.ts';
import { allAlterationNames, alterNames } from '../trials/all-alterations.ts';
import type { FuzzInputs, EndpointInputs } from '../trials/fuzz-inputs.ts';
import type { EndpointId } from '../../contract/endpoints.ts';
import type { JudgedRequest } from '../trials/compare-replies.ts';
import type { Step } from '../trials/step.ts';

/** Trials that had waited long when they were ended. */
export interface Unfinished {
  readonly trials: number;
  /** How long the longest had waited, in milliseconds. */
  readonly longestMs: number;
  /** Whether no request at all was answered meanwhile. */
  readonly nothingAnswered: boolean;
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
export const trialsText = (count: number): string => (count === 1 ? 'one trial' : `${count} trials`);

/** A shorter wait means nothing: some request is always under way. */
const LONG_MS = 1000;

export class Hanging {
  #trials = 0;
  #longestMs = 0;
  #answeredAt = 0;
  #nothingAnswered = false;

  /** Notes that a trial got its replies. */
  answered(): void {
    this.#answeredAt = performance.now();
  }

  /** Notes a trial that began at this time and was ended without its replies. */
  ended(began: number): void {
    const now = performance.now();
    const waited = now - began;
    if (waited < LONG_MS) return;
    this.#nothingAnswered = now - this.#answeredAt >= LONG_MS;
    this.#trials += 1;
    this.#longestMs = Math.max(this.#longestMs, Math.round(waited));
  }

  get unfinished(): Unfinished {
    return { trials: this.#trials, longestMs: this.#longestMs, nothingAnswered: this.#nothingAnswered };
  }
}

interface EndpointStatistics {
  readonly sent: number;
  /** Replies with returnCode and errorCode Ok. */
  readonly succeeded: number;
}

/** What a reply says; a member is left out where there is none of it. */
export interface ReplyCodes {
  readonly returnCode?: ReturnCode;
  readonly errorCode?: ErrorCode;
}

/** The codes of a judged reply. */
export function codesOf({ judgement: { envelope } }: JudgedRequest): ReplyCodes {
  if (envelope === undefined) return {};
  const { returnCode, payload } = envelope;
  return returnCode === 'Ok' ? { returnCode, errorCode: payload.errorCode ?? 'Ok' } : { returnCode };
}

/** Takes memory by the kinds of things that are counted, not by the length of the run. */
export class FuzzStatistics {
  readonly #endpoints = new Map<EndpointId, EndpointStatistics>();
  readonly returnCodes = new Set<ReturnCode>();
  readonly errorCodes = new Set<ErrorCode>();
  /** The names of the alterations that were sent. */
  readonly alterations = new Set<string>();
  /** Whether a body beyond the declared size was sent. */
  oversized = false;

  add({ endpoint, send }: Step, { returnCode, errorCode }: ReplyCodes): void {
    const { sent, succeeded } = this.endpoint(endpoint);
    if (returnCode !== undefined) this.returnCodes.add(returnCode);
    if (errorCode !== undefined) this.errorCodes.add(errorCode);
    for (const name of alterNames(send)) this.alterations.add(name);
    if (send.pad === 'double') this.oversized = true;
    this.#endpoints.set(endpoint, {
      sent: sent + 1,
      succeeded: succeeded + Number(errorCode === 'Ok'),
    });
  }

  endpoint(id: EndpointId): EndpointStatistics {
    return this.#endpoints.get(id) ?? { sent: 0, succeeded: 0 };
  }
}

export interface FailedCheck {
  /** A word for an id: `successes`, `returnCodes`. */
  readonly name: string;
  /** What is weak, and what to do. */
  readonly description: string;
  /** A line for each part of it. */
  readonly details: readonly string[];
}

/** A smaller share of successes on an endpoint means that little of what it serves was seen. */
const FLOOR = 0.05;

const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;

/** How little succeeded on an endpoint, and what to do; undefined: enough did. */
function shortOf(
  { endpoint: { id }, lacks }: EndpointInputs,
  statistics: FuzzStatistics,
): string | undefined {
  const { sent, succeeded } = statistics.endpoint(id);
  if (sent === 0) return `${id}: no request; raise --runs or --time`;
  if (succeeded >= sent * FLOOR) return undefined;
  const why =
    lacks === undefined ? 'even the plain request is refused: is the world file right?' : `declare ${lacks}`;
  return `${id}: ${succeeded} of ${sent} (${percent(succeeded / sent)}); ${why}`;
}

/** The returnCodes that this world and what was sent let some request earn for sure. */
function earnedCodes(
  { endpoints, keys, key }: FuzzInputs,
  { oversized }: FuzzStatistics,
): readonly ReturnCode[] {
  const anyKey = keys.length > 0;
  const lacking = endpoints.some(
    ({ endpoint, lacks }) =>
      lacks === undefined &&
      keys.some((name) => {
        const found = key(name);
        return (
          found !== undefined && found.role === endpoint.role && holdsRule(found, endpoint.rule) === false
        );
      }),
  );
  const client = endpoints.some(
    ({ endpoint, lacks }) => endpoint.variant === 'client' && lacks === undefined,
  );
  return [
    ...(endpoints.some(({ lacks }) => lacks === undefined) ? (['Ok'] as const) : []),
    'SecretInvalid',
    ...(anyKey ? (['InvalidRequestParameters'] as const) : []),
    ...(lacking ? (['OperationNotAllow'] as const) : []),
    ...(client ? (['OperationNotAuthorized'] as const) : []),
    ...(anyKey && oversized ? (['MaxSizeRequestReject'] as const) : []),
  ];
}

/** The errorCodes that this world lets some request earn for sure. */
function earnedErrors({ facts: { world }, endpoints }: FuzzInputs): readonly ErrorCode[] {
  const served = endpoints.filter(({ lacks }) => lacks === undefined);
  const absent = served.filter(({ endpoint: { resource }, targets }) =>
    targets.some(({ game, id }) => world.subject(resource, game, id).is === 'absent'),
  );
  return [
    ...(served.length > 0 ? (['Ok'] as const) : []),
    ...new Set(absent.map(({ endpoint: { resource } }) => NOT_FOUND_CODES[resource])),
  ];
}

const MAX_NAMED = 12;

/** What never came, or was never sent; undefined: nothing is missing. */
function never(missing: readonly string[], what: string, remedy: string): string | undefined {
  if (missing.length === 0) return undefined;
  return `${what}: ${fewOf(missing, MAX_NAMED)}: ${remedy}`;
}

const CODES_REMEDY = 'is the world file right?';
const ALTERATIONS_REMEDY = 'raise --runs or --time, or do not leave the exhaustive phase out';

/** Everything that is weak about a run; none: it saw all that it could. */
export function failedHealthChecks(inputs: FuzzInputs, statistics: FuzzStatistics): readonly FailedCheck[] {
  const codes = earnedCodes(inputs, statistics).filter((code) => !statistics.returnCodes.has(code));
  const errors = earnedErrors(inputs).filter((code) => !statistics.errorCodes.has(code));
  const details = inputs.endpoints.flatMap((on) => shortOf(on, statistics) ?? []);
  // Alterations that need something that the world lacks can't be sent.
  const unsent = allAlterationNames(inputs.wire).filter((name) => !statistics.alterations.has(name));
  const checks: Readonly<Record<string, string | undefined>> = {
    successes:
      details.length === 0 ? undefined : `few requests succeeded; at least ${percent(FLOOR)} are wanted`,
    returnCodes: never(
      codes.map((code) => showCode('returnCode', code)),
      'returnCodes that never came',
      CODES_REMEDY,
    ),
    errorCodes: never(
      errors.map((code) => showCode('errorCode', code)),
      'errorCodes that never came',
      CODES_REMEDY,
    ),
    alterations: never(unsent, 'alterations that were never sent', ALTERATIONS_REMEDY),
  };
  return Object.entries(checks).flatMap(([name, description]) =>
    description === undefined ? [] : [{ name, description, details: name === 'successes' ? details : [] }],
  );
}

/** What hung when the time was over, while other requests were answered. */
export function unfinishedCheck({ trials, longestMs, nothingAnswered }: Unfinished): readonly FailedCheck[] {
  if (trials === 0 || nothingAnswered) return [];
  return [
    {
      name: 'unfinished',
      description: `${trialsText(trials)} had no reply when --time was over, the longest after ${seconds(longestMs)}: raise --time`,
      details: [],
    },
  ];
}
