/** Confirms all failures of a run by repeats, then shrinks each. */
import type { Allowance } from '../execute/budget.ts';
import type { Found } from '../execute/compare.ts';
import { confirm, confirmInContext, showsAlone, type Confirmed, type Repeats } from './confirm.ts';
import { keepable, type Group } from './groups.ts';
import type { Tried } from '../execute/perform.ts';
import type { Property } from '../execute/properties.ts';
import { causeFirst, type Settling } from './settling.ts';
import { shrink, type Ending } from './shrink.ts';
import type { Trial } from '../generate/trial.ts';

export interface Failure {
  readonly group: Group;
  readonly property: Property;
  /** The smallest trial, its replies and what is wrong with them; the first of `found` is the cause. */
  readonly tried: Tried;
  readonly found: readonly Found[];
  readonly repeats: Repeats;
  /** The names of the simplifications that were kept. */
  readonly steps: readonly string[];
  readonly ended: Ending;
  /** Its place among the trials that may have silenced the target. */
  readonly suspect?: number;
}

/** Properties that are of several requests already. */
const OF_SEVERAL: ReadonlySet<Property> = new Set(['repeat', 'spelling', 'variants', 'no-leak']);

/** What several requests show that none of them shows alone. The first of a row has nothing before it. */
export function propertyIn({ property, shot }: Found, { kind }: Trial): Property {
  if (OF_SEVERAL.has(property)) return property;
  if (kind === 'at-once') return 'concurrent';
  if (kind === 'after-odd') return 'answered';
  return (kind === 'sequence' || kind === 'again') && shot > 0 ? 'history' : property;
}

async function made(confirmed: Confirmed, settling: Settling, allowance?: Allowance): Promise<Failure> {
  const { group, repeats } = confirmed;
  const { best, steps, ended } = await shrink(confirmed, settling, allowance);
  const found = causeFirst(best, group.key) ?? [];
  const [cause] = found;
  return {
    group,
    property: cause === undefined ? group.property : propertyIn(cause, best.trial),
    tried: keepable(best),
    found,
    repeats,
    steps,
    ended,
  };
}

/** How a run settles its failures. */
export interface SettlingOfAll {
  readonly settlingOf: (group: Group) => Settling;
  /** The trials of its block before the one that showed a group. */
  readonly contextOf: (group: Group) => readonly Trial[];
  /** What one of so many failures may spend on becoming small. */
  readonly allowanceFor: (failures: number) => Allowance;
}

/**
 * Confirms all groups before any is made small, so that a budget that is too small for all of it leaves out what matters least.
 * A group whose cause is another's is left out.
 */
export async function settleAll(
  groups: readonly Group[],
  { settlingOf, contextOf, allowanceFor }: SettlingOfAll,
): Promise<readonly Failure[]> {
  const shown: Confirmed[] = [];
  for (const group of groups) {
    const settling = settlingOf(group);
    if (!settling.stop() && (await showsAlone(group, settling))) continue;
    shown.push(await confirm(group, settling));
  }
  const confirmed: Confirmed[] = [];
  for (const each of shown)
    confirmed.push(await confirmInContext(each, contextOf(each.group), settlingOf(each.group)));
  const failures: Failure[] = [];
  for (const [at, each] of confirmed.entries())
    failures.push(await made(each, settlingOf(each.group), allowanceFor(confirmed.length - at)));
  return failures;
}
