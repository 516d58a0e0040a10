/** Whether a failure shows again: by itself, or after the trials that came before it. */
import { causeOf, type Group } from './groups.ts';
import type { Tried } from '../execute/perform.ts';
import { causeFirst, tryOnce, type Settling } from './settling.ts';
import { recipesOf } from '../generate/shots.ts';
import type { Trial } from '../generate/trial.ts';

/** How often a failure showed when it was repeated. */
export interface Repeats {
  readonly failed: number;
  readonly of: number;
}

/** A group after its repeats; `last` is the latest trial that showed it. */
export interface Confirmed {
  readonly group: Group;
  readonly repeats: Repeats;
  readonly last: Tried;
}

export const REPEATS = 4;

async function repeated(group: Group, trial: Trial, settling: Settling): Promise<Confirmed> {
  let failed = 0;
  let of = 0;
  let last = group.example;
  for (let attempt = 0; attempt < REPEATS && !settling.stop(); attempt += 1) {
    const tried = await tryOnce(trial, settling);
    const shows = causeFirst(tried, group.key) !== undefined;
    // What got no answer tells nothing of whether it is flaky.
    if (shows || tried.trouble === undefined) of += 1;
    if (!shows) continue;
    failed += 1;
    last = tried;
  }
  return { group, repeats: { failed, of }, last };
}

/** Whether the request after an odd one shows the same by itself: that is a cause of its own, and not the odd one. */
export async function showsAlone(
  { key, finding, example: { trial } }: Group,
  settling: Settling,
): Promise<boolean> {
  if (trial.kind !== 'after-odd') return false;
  const { found } = await tryOnce({ kind: 'single', recipe: trial.next }, settling);
  return found.some((each) => each.finding.kind === finding.kind && causeOf(each) !== key);
}

/** Repeats the example of a group. */
export function confirm(group: Group, settling: Settling): Promise<Confirmed> {
  return repeated(group, group.example.trial, settling);
}

/** Repeats what did not show by itself after the trials before it in its block. */
export async function confirmInContext(
  confirmed: Confirmed,
  context: readonly Trial[],
  settling: Settling,
): Promise<Confirmed> {
  const { group, repeats } = confirmed;
  if (repeats.failed > 0 || repeats.of === 0 || context.length === 0) return confirmed;
  const recipes = [...context, group.example.trial].flatMap(recipesOf);
  const again = await repeated(group, { kind: 'sequence', recipes }, settling);
  return again.repeats.failed > 0 ? again : confirmed;
}
