/** What a baseline says about a run in words, and which of it turns the run red. */
import { percent } from '../../engine/unanswered-events.ts';
import { plural } from '../../text/plural.ts';
import type { BaselineEntry } from './baseline.ts';
import { objectIf, type Objection } from '../objection.ts';
import { type EntryState, ENTRY_STATES, type HeldBaseline } from './hold-baseline.ts';

const MOST_LISTED = 20;

function listed(head: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const rest = lines.length - MOST_LISTED;
  const shown = lines.slice(0, MOST_LISTED).map((line) => `  ${line}`);
  return [`${head}:`, ...shown, ...(rest > 0 ? [`  and ${rest} more`] : [])];
}

/** Entries that say something that is no longer so. */
const STALE = {
  gone: 'prune takes it out',
  'no case': 'prune takes it out, or give it the id that the case has now',
  expired: 'fix it, or give the entry another day and say why',
} as const satisfies Partial<Record<EntryState, string>>;

/** The entries in a state, in the order of the file. */
export function entriesOf({ states }: HeldBaseline, state: EntryState): readonly BaselineEntry[] {
  return [...states].filter(([, each]) => each === state).map(([entry]) => entry);
}

const entryLine = ({ place, finding, expires }: BaselineEntry): string =>
  `${place}: ${finding}${expires === undefined ? '' : ` (until ${expires})`}`;

/** The new findings whose level counts: of musts, and with `warnings` also of shoulds. */
export const freshFindings = ({ fresh }: HeldBaseline, warnings: boolean): HeldBaseline['fresh'] =>
  fresh.filter(({ found }) => warnings || found.level === 'must');

/** Objects to new findings and to stale entries, each kind with a message of its own. */
export function baselineObjections(held: HeldBaseline, warnings: boolean): readonly Objection[] {
  const fresh = freshFindings(held, warnings).map(({ key, found: { share } }) =>
    share === undefined ? key : `${key} (${percent(share)} of all requests)`,
  );
  const stale = Object.entries(STALE) as readonly (readonly [keyof typeof STALE, string])[];
  return [
    ...objectIf(
      fresh.length > 0,
      'broken',
      ...listed(`${plural(fresh.length, 'new finding')}, not in the baseline`, fresh),
    ),
    ...stale.flatMap(([state, what]) => {
      const entries = entriesOf(held, state);
      const head = `${entries.length} of the baseline: ${ENTRY_STATES[state]}; ${what}`;
      return objectIf(entries.length > 0, 'broken', ...listed(head, entries.map(entryLine)));
    }),
  ];
}

/** What is worth knowing besides the objections. */
export function baselineNotes(held: HeldBaseline): readonly string[] {
  return (['known', 'not seen', 'not checked'] as const).flatMap((state) => {
    const count = entriesOf(held, state).length;
    return count === 0 ? [] : [`${count} of the baseline: ${ENTRY_STATES[state]}`];
  });
}
