/** Two backends, or two releases of one, by what their replies to the same cases show. */
import {
  driftBetween,
  type ClassOf,
  type Drift,
  observedIn,
  type Observed,
  type ObservedSlot,
} from '../drift/drift.ts';
import { isJudged, keyedFindings } from '../gate/hold-baseline.ts';
import type { Slot } from '../probe/slots.ts';
import type { CaseFinished } from '../engine/events.ts';

/** The cases of both sides; of base those of each of its runs. */
export interface Sides {
  readonly base: readonly (readonly CaseFinished[])[];
  readonly candidate: readonly CaseFinished[];
}

export interface Comparison {
  readonly drifts: readonly Drift[];
  /** Keys of findings of musts that only the candidate has. */
  readonly regressions: readonly string[];
  /** The same for findings that only base has. */
  readonly repairs: readonly string[];
  /** Cases that pass on base and can't be judged on the candidate. */
  readonly unjudged: readonly string[];
  /** Where two runs of base differ, or what was not seen again. */
  readonly noise: readonly string[];
  /** Places of questions that both sides answer. */
  readonly compared: number;
  /** Those that the candidate answers. */
  readonly answered: number;
  /** How many cases were judged on both sides, and of how many. */
  readonly cases: { readonly compared: number; readonly of: number };
  /** Cases that a side skipped: they are not compared. */
  readonly skipped: readonly CaseFinished[];
}

type Verdicts = ReadonlyMap<string, CaseFinished['verdict']>;

const verdictsOf = (cases: readonly CaseFinished[]): Verdicts =>
  new Map(cases.map((event) => [event.case.id, event.verdict]));

function mustKeys(cases: readonly CaseFinished[]): ReadonlySet<string> {
  return new Set(
    keyedFindings(cases)
      .filter(({ found }) => found.level === 'must')
      .map(({ key }) => key),
  );
}

const nameOf = ({ question, at }: Slot): string => (at === '' ? question : `${question} on ${at}`);
const caseOf = (key: string): string => key.slice(0, key.indexOf(' '));

/** `codes.returnCode: number, then name`: what differs between two runs of base. */
function noisySlots(first: Observed, second: Observed): readonly string[] {
  return [...first].flatMap(([key, slot]) => {
    const again = second.get(key);
    if (again === undefined || again.options.join() === slot.options.join()) return [];
    return [`${nameOf(slot)}: ${slot.options.join(' and ')}, then ${again.options.join(' and ')}`];
  });
}

function noisyCases(first: Verdicts, second: Verdicts): ReadonlySet<string> {
  return new Set([...first].filter(([id, verdict]) => second.get(id) !== verdict).map(([id]) => id));
}

/** Everything that base ever answered at a place. */
function optionsOf(key: string, runs: readonly Observed[]): readonly string[] {
  return [...new Set(runs.flatMap((run) => run.get(key)?.options ?? []))];
}

function driftsOf(base: readonly Observed[], candidate: Observed, classOf?: ClassOf): readonly Drift[] {
  return [...candidate].flatMap(([key, slot]: readonly [string, ObservedSlot]) => {
    const from = optionsOf(key, base);
    const drift = from.length === 0 ? undefined : driftBetween(slot, from, slot.options, slot.cases, classOf);
    return drift === undefined ? [] : [drift];
  });
}

/** Compares the sides. Differences between runs of base don't count. */
export function compare({ base, candidate }: Sides, classOf?: ClassOf): Comparison {
  const [first = [], second = first] = base;
  const [before, again, now] = [verdictsOf(first), verdictsOf(second), verdictsOf(candidate)];
  const noisy = noisyCases(before, again);
  const [keys, keysAgain, newKeys] = [mustKeys(first), mustKeys(second), mustKeys(candidate)];
  const counts = (key: string, verdicts: Verdicts): boolean =>
    !noisy.has(caseOf(key)) && isJudged(verdicts.get(caseOf(key)));
  const observed = base.map(observedIn);
  const shown = observedIn(candidate);
  const [one = observedIn([]), other = one] = observed;
  return {
    drifts: driftsOf(observed, shown, classOf),
    regressions: [...newKeys].filter((key) => !keys.has(key) && !keysAgain.has(key) && counts(key, before)),
    repairs: [...keys].filter((key) => keysAgain.has(key) && !newKeys.has(key) && counts(key, now)),
    unjudged: [...before]
      .filter(
        ([id, verdict]) => verdict === 'pass' && !noisy.has(id) && now.has(id) && !isJudged(now.get(id)),
      )
      .map(([id]) => id),
    noise: [
      ...noisySlots(one, other),
      ...[...noisy].map((id) => `${id}: ${before.get(id) ?? 'not run'}, then ${again.get(id) ?? 'not run'}`),
    ],
    compared: [...shown.keys()].filter((key) => optionsOf(key, observed).length > 0).length,
    answered: shown.size,
    cases: {
      compared: [...before].filter(([id, verdict]) => isJudged(verdict) && isJudged(now.get(id))).length,
      of: before.size,
    },
    skipped: [...first, ...candidate].filter(({ verdict }) => verdict === 'skip'),
  };
}

/** The cases that show what differs: those to send once more before it counts. */
export function comparedEvidence({ drifts, regressions, unjudged }: Comparison): ReadonlySet<string> {
  const ofDrifts = drifts.flatMap(({ evidence }) => evidence.slice(0, 2));
  return new Set([...ofDrifts, ...regressions.map(caseOf), ...unjudged]);
}

const driftKey = ({ question, at, to }: Drift): string => JSON.stringify([question, at, to]);

/** The comparison without what a second look does not show again, which is noise. */
export function confirmedBy(first: Comparison, again: Comparison): Comparison {
  const drifts = new Set(again.drifts.map(driftKey));
  const regressions = new Set(again.regressions);
  const unjudged = new Set(again.unjudged);
  const lostDrifts = first.drifts.filter((drift) => !drifts.has(driftKey(drift)));
  const lost = first.regressions.filter((key) => !regressions.has(key));
  return {
    ...first,
    drifts: first.drifts.filter((drift) => drifts.has(driftKey(drift))),
    regressions: first.regressions.filter((key) => regressions.has(key)),
    unjudged: first.unjudged.filter((id) => unjudged.has(id)),
    noise: [
      ...first.noise,
      ...lostDrifts.map((drift) => `${nameOf(drift)}: ${drift.to.join(' and ')} was not seen again`),
      ...lost.map((key) => `${key} was not seen again`),
      ...first.unjudged
        .filter((id) => !unjudged.has(id))
        .map((id) => `${id}: not judged on the candidate, then judged`),
    ],
  };
}
