/** Why a run shows less than it could: too few successes, codes that never came, alterations that were never sent. */
import { NOT_FOUND_CODES, showCode, type ErrorCode, type ReturnCode } from '../../contract/codes.ts';
import { holdsRule } from '../../world/world.ts';
import { allAlterationNames } from '../save/alteration-names.ts';
import { seconds, trialsText, type Unfinished } from './hanging.ts';
import type { Material, Stage } from '../generate/material.ts';
import type { RunStatistics } from './run-statistics.ts';

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
function shortOf({ endpoint: { id }, lacks }: Stage, statistics: RunStatistics): string | undefined {
  const { sent, succeeded } = statistics.endpoint(id);
  if (sent === 0) return `${id}: no request; raise --runs or --time`;
  if (succeeded >= sent * FLOOR) return undefined;
  const why =
    lacks === undefined ? 'even the plain request is refused: is the world file right?' : `declare ${lacks}`;
  return `${id}: ${succeeded} of ${sent} (${percent(succeeded / sent)}); ${why}`;
}

function fewSuccesses(stages: readonly Stage[], statistics: RunStatistics): readonly FailedCheck[] {
  const details = stages.flatMap((stage) => shortOf(stage, statistics) ?? []);
  if (details.length === 0) return [];
  return [
    {
      name: 'successes',
      description: `few requests succeeded; at least ${percent(FLOOR)} are wanted`,
      details,
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
          found !== undefined && found.role === endpoint.role && holdsRule(found, endpoint.rule) === false
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

function never(
  name: string,
  what: string,
  missing: readonly string[],
  remedy: string,
): readonly FailedCheck[] {
  if (missing.length === 0) return [];
  const more = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : '';
  return [
    {
      name,
      description: `${what}: ${missing.slice(0, MOST_NAMED).join(', ')}${more}: ${remedy}`,
      details: [],
    },
  ];
}

/** Names the alterations that were never sent; those that need something that the world lacks can't be. */
function neverFired({ wire }: Material, statistics: RunStatistics): readonly string[] {
  return allAlterationNames(wire).filter((name) => statistics.fired(name) === 0);
}

/** Everything that is weak about a run; none: it saw all that it could. */
export function failedHealthChecks(material: Material, statistics: RunStatistics): readonly FailedCheck[] {
  const codes = earnedCodes(material).filter((code) => !statistics.returnCodes.has(code));
  const errors = earnedErrors(material).filter((code) => !statistics.errorCodes.has(code));
  return [
    ...fewSuccesses(material.stages, statistics),
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
      neverFired(material, statistics),
      'raise --runs or --time, or do not leave the exhaustive phase out',
    ),
  ];
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
