/** "Was this called?": counting entries that fit, and naming those that nearly do. */
import type { EntryMatch, WantedCalls } from './journal-shapes.ts';
import { fitting, mismatches, type Matched } from './match.ts';

const MAX_CLOSEST = 5;

function bounds({ exactly, atLeast, atMost }: WantedCalls): { readonly min: number; readonly max: number } {
  if (exactly !== undefined) return { min: exactly, max: exactly };
  return { min: atLeast ?? (atMost === undefined ? 1 : 0), max: atMost ?? Infinity };
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

function wantedText(min: number, max: number): string {
  if (min === max) return `exactly ${times(min)}`;
  if (max === Infinity) return `at least ${times(min)}`;
  return min === 0 ? `at most ${times(max)}` : `${min} to ${max} times`;
}

/** The entries that differ in the fewest parts, the latest first. */
function closestTo(match: EntryMatch, { journal, world }: Matched) {
  return [...journal.after(match.after ?? 0)]
    .toReversed()
    .map((entry) => ({ entry, differsIn: mismatches(match, entry, world) }))
    .filter(({ differsIn }) => differsIn.length > 0)
    .sort((a, b) => a.differsIn.length - b.differsIn.length)
    .slice(0, MAX_CLOSEST);
}

/** Whether as many requests fit as are wanted. */
export function verify(match: EntryMatch, wanted: WantedCalls, of: Matched) {
  const { min, max } = bounds(wanted);
  const count = [...fitting(match, of)].length;
  const ok = count >= min && count <= max;
  const { dropped } = of.journal;
  const gone = dropped === 0 ? '' : `; ${dropped} older ones are no longer in the journal`;
  const message = `called ${times(count)}, wanted ${wantedText(min, max)}${gone}`;
  return { ok, count, message, closest: count < min ? closestTo(match, of) : [] };
}
