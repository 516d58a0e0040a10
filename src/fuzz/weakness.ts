/** Why a run shows less than it could: too few successes, codes that never came, alterations that were never sent. */
import { NOT_FOUND_CODES, showCode, type ErrorCode, type ReturnCode } from '../contract/codes.ts';
import { UNKNOWN } from '../world/world.ts';
import { allBendNames } from './bend-names.ts';
import type { Material, Stage } from './material.ts';
import type { Tally } from './tally.ts';

export interface Weakness {
  /** Words for an id: `successes`, `returnCodes`. */
  readonly name: string;
  /** What is weak, and what to do. */
  readonly says: string;
}

/** A smaller share of successes on an endpoint means that little of what it serves was seen. */
const FLOOR = 0.05;

const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

function fewSuccesses({ endpoint, lacks }: Stage, tally: Tally): readonly Weakness[] {
  const { sent, succeeded } = tally.endpoint(endpoint.id);
  if (sent === 0)
    return [
      { name: `successes/${endpoint.id}`, says: `no request went to ${endpoint.id}: raise --runs or --time` },
    ];
  if (succeeded >= sent * FLOOR) return [];
  const why = lacks === undefined ? 'the plain request was refused as well' : `declare ${lacks}`;
  return [
    {
      name: `successes/${endpoint.id}`,
      says: `${succeeded} of ${sent} requests to ${endpoint.id} succeeded (${share(succeeded, sent)}, at least ${share(FLOOR, 1)} are wanted): ${why}`,
    },
  ];
}

/** The returnCodes that this world lets some request earn for sure. */
function earnedCodes({ facts: { world }, stages, keys, key }: Material): readonly ReturnCode[] {
  const anyKey = keys.length > 0;
  const lacking = stages.some(
    ({ endpoint, lacks }) =>
      lacks === undefined &&
      keys.some((name) => {
        const found = key(name);
        return (
          found !== undefined &&
          found.role === endpoint.role &&
          found.rules !== UNKNOWN &&
          !found.rules.has(endpoint.rule)
        );
      }),
  );
  const client = stages.some(({ endpoint, lacks }) => endpoint.variant === 'client' && lacks === undefined);
  return [
    ...(stages.some(({ lacks }) => lacks === undefined) ? (['Ok'] as const) : []),
    'SecretInvalid',
    ...(anyKey ? (['InvalidRequestParameters'] as const) : []),
    ...(lacking ? (['OperationNotAllow'] as const) : []),
    ...(client ? (['OperationNotAuthorized'] as const) : []),
    ...(anyKey && world.limits.requestBytes !== undefined ? (['MaxSizeRequestReject'] as const) : []),
  ];
}

/** The errorCodes that this world lets some request earn for sure. */
function earnedErrors({ facts: { world }, stages }: Material): readonly ErrorCode[] {
  const served = stages.filter(({ lacks }) => lacks === undefined);
  const absent = served.filter(({ endpoint: { resource }, targets }) =>
    targets.some(({ game, id }) => world.subject(resource, game, id).is === 'absent'),
  );
  return [
    ...(served.length > 0 ? (['Ok'] as const) : []),
    ...new Set(absent.map(({ endpoint: { resource } }) => NOT_FOUND_CODES[resource])),
  ];
}

const MOST_NAMED = 12;

function never(name: string, what: string, missing: readonly string[], remedy: string): readonly Weakness[] {
  if (missing.length === 0) return [];
  const more = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : '';
  return [{ name, says: `${what}: ${missing.slice(0, MOST_NAMED).join(', ')}${more}: ${remedy}` }];
}

/** Alterations that need something that the world lacks can not be sent. */
function neverFired({ wire }: Material, tally: Tally): readonly string[] {
  return allBendNames(wire).filter((name) => tally.fired(name) === 0);
}

/** Everything that is weak about a run; none: it saw all that it could. */
export function weaknessesOf(material: Material, tally: Tally): readonly Weakness[] {
  const codes = earnedCodes(material).filter((code) => !tally.returnCodes.has(code));
  const errors = earnedErrors(material).filter((code) => !tally.errorCodes.has(code));
  return [
    ...material.stages.flatMap((stage) => fewSuccesses(stage, tally)),
    ...never(
      'returnCodes',
      'returnCodes that never came',
      codes.map((code) => showCode('returnCode', code)),
      'is the world file right?',
    ),
    ...never(
      'errorCodes',
      'errorCodes that never came',
      errors.map((code) => showCode('errorCode', code)),
      'is the world file right?',
    ),
    ...never(
      'alterations',
      'alterations that were never sent',
      neverFired(material, tally),
      'raise --runs or --time, or do not leave the boundaries out',
    ),
  ];
}
