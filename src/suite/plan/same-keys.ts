/**
 * Where tagKeys may be required, the requests of one case name the keys of all its subjects: by lists of their own a backend
 * could tell subjects apart that it mixes up as soon as it is asked for the same keys, as from a cache.
 */
import type { CaseRequest } from '../../judge/planned.ts';
import { MANY_KEYS } from '../../rules/tag-keys.ts';
import { UNKNOWN } from '../../world/world.ts';
import type { PlannedStep } from './plan.ts';
import { NO_KEY } from './valid-request.ts';

/** The keys that a request names for its subject; the one that stands for no key at all is not among them. */
function keysFor({ explicitKeys, who: { subject } }: CaseRequest): readonly string[] {
  const keys = explicitKeys?.keys ?? [];
  const tags = subject.exists?.tags ?? [];
  return tags !== UNKNOWN && tags.length === 0 ? keys.filter((key) => key !== NO_KEY) : keys;
}

function naming(planned: CaseRequest, named: readonly string[]): CaseRequest {
  const { explicitKeys } = planned;
  if (explicitKeys === undefined || JSON.stringify(explicitKeys.keys) === JSON.stringify(named))
    return planned;
  return { ...planned, request: explicitKeys.asking(named), explicitKeys: { ...explicitKeys, named } };
}

/** The steps with one list of keys; as they are where the list would be one that a limit may refuse as large. */
export function namingSameKeys(steps: readonly PlannedStep[]): readonly PlannedStep[] {
  const all = new Set(steps.flatMap(({ requests }) => requests.flatMap(keysFor)));
  if (all.size === 0 || all.size >= MANY_KEYS) return steps;
  const named = [...all];
  return steps.map((step) => ({
    ...step,
    requests: step.requests.map((planned) => naming(planned, named)),
  }));
}
