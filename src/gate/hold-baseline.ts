/** Compares a run with a baseline: which findings are new, and which entries say something that is no longer so. */
import { bucketKey, findingKey } from '../judge/finding.ts';
import { globToPattern } from '../suite/format/select.ts';
import {
  RECORDED_CHAPTER,
  SYNTHETIC_CHAPTERS,
  type CaseFinished,
  type RedactedFinding,
} from '../engine/events.ts';
import type { Verdict } from '../engine/verdict.ts';
import { grouped } from '../text/grouping.ts';
import { isOver } from './day.ts';
import type { Baseline, BaselineEntry } from './baseline.ts';
import { fewLines, percent, plural } from '../text/quantities.ts';
import { headed } from '../text/columns.ts';
import { objectIf, type Objection } from './run-gates.ts';

/** Whether an entry accepts a finding of its key: one about all requests may be accepted up to a share of them. */
export function accepts({ atMost }: BaselineEntry, { share = 0 }: Pick<RedactedFinding, 'share'>): boolean {
  return atMost === undefined || share * 100 <= Number.parseFloat(atMost);
}

/** What became of an entry. */
const ENTRY_STATES = {
  known: 'it was found again',
  expired: 'found again, but expired',
  gone: 'it no longer occurs',
  'no case': 'the suite has no such case',
  'not seen': 'it is flaky and did not occur this time',
  'not checked': 'its case did not run, or there was no reply to judge',
} as const satisfies Record<string, string>;

export type EntryState = keyof typeof ENTRY_STATES;

/** What a run was, as far as it matters to entries whose finding it does not have. */
interface RunExtent {
  readonly cases: readonly CaseFinished[];
  /** Every case of the suite ran to its end, so that what is not reported does not occur. */
  readonly whole: boolean;
  /** The ids of the suite; undefined where only a record is there. */
  readonly ids: ReadonlySet<string> | undefined;
}

/** Every finding of these cases with its key. */
export const keyedFindings = (cases: readonly CaseFinished[]) =>
  cases.flatMap((event) =>
    event.findings.map((found) => ({
      key: findingKey(event.case.id, found),
      /** The key without its case: what an entry for all cases names. */
      cause: bucketKey(found),
      event,
      found,
    })),
  );

export type KeyedFinding = ReturnType<typeof keyedFindings>[number];

/** Whether a verdict came of replies; undefined: the case did not run. */
export const isJudged = (verdict: Verdict | undefined): boolean =>
  verdict === 'pass' || verdict === 'fail' || verdict === 'warn';

const PREFIXES = [...Object.values(SYNTHETIC_CHAPTERS), RECORDED_CHAPTER].map((chapter) => `${chapter}/`);

/** Whether a case is outside the suite: it is reported only if it finds something. */
const isOfNoSuite = (caseId: string): boolean => PREFIXES.some((prefix) => caseId.startsWith(prefix));

type IsCase = (id: string) => boolean;

const isGlob = ({ caseId }: BaselineEntry): boolean => caseId.includes('*');

/** Which cases an entry is about: one, or all that its glob matches. */
function casesOf(entry: BaselineEntry): IsCase {
  if (!isGlob(entry)) return (id) => id === entry.caseId;
  const pattern = globToPattern(entry.caseId);
  return (id) => pattern.test(id);
}

function stateOfUnseen(entry: BaselineEntry, isCase: IsCase, { cases, ids, whole }: RunExtent): EntryState {
  const its = cases.filter((event) => isCase(event.case.id));
  if (its.some(({ verdict }) => !isJudged(verdict))) return 'not checked';
  if (its.length === 0 && !isOfNoSuite(entry.caseId)) {
    const isThere = ids === undefined ? !whole : [...ids].some(isCase);
    return isThere ? 'not checked' : 'no case';
  }
  // Another case that a glob matches, or one about all requests, may show it.
  if (!whole && (its.length === 0 || isGlob(entry))) return 'not checked';
  return entry.flaky === true || entry.atMost !== undefined ? 'not seen' : 'gone';
}

/** Whether some entry accepts a finding of a case. */
function acceptedBy(entries: readonly BaselineEntry[]): (caseId: string, found: RedactedFinding) => boolean {
  const known = grouped(
    entries.map((entry) => ({ entry, isCase: casesOf(entry) })),
    ({ entry }) => bucketKey(entry),
  );
  return (caseId, found) =>
    known.get(bucketKey(found))?.some(({ entry, isCase }) => isCase(caseId) && accepts(entry, found)) ===
    true;
}

/** Compares every finding of a run with the entries. `today`: as `2027-01-31`. */
export function holdBaseline({ entries }: Baseline, extent: RunExtent, today: string) {
  const found = keyedFindings(extent.cases);
  const causes = grouped(found, ({ cause }) => cause);
  const accepted = acceptedBy(entries);
  const states = entries.map((entry): readonly [BaselineEntry, EntryState] => {
    const isCase = casesOf(entry);
    const isSeen = causes.get(bucketKey(entry))?.some(({ event }) => isCase(event.case.id)) === true;
    if (!isSeen) return [entry, stateOfUnseen(entry, isCase, extent)];
    return [entry, isOver(entry.expires, today) ? 'expired' : 'known'];
  });
  const first = new Set<string>();
  const fresh = found.filter(
    (each) => !accepted(each.event.case.id, each.found) && !first.has(each.key) && first.add(each.key),
  );
  return {
    /** Findings that no entry knows; of one key only the first. */
    fresh,
    states: new Map(states),
  };
}

type HeldBaseline = ReturnType<typeof holdBaseline>;

/** Whether the baseline knows everything for which a case fails or warns. */
export function isKnown({ entries }: Baseline): (event: CaseFinished) => boolean {
  const accepted = acceptedBy(entries);
  return (event) => {
    const grave = event.findings.filter(({ level }) => event.verdict !== 'fail' || level === 'must');
    return grave.length > 0 && grave.every((found) => accepted(event.case.id, found));
  };
}

// What a baseline says about a run in words, and which of it turns the run red.

const MAX_LISTED = 20;

const listed = (head: string, lines: readonly string[]): readonly string[] =>
  headed(`${head}:`, fewLines(lines, MAX_LISTED));

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
