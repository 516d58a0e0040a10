/** Which cases say nothing new: many fail for one reason, and a person needs to see it a few times at most. */
import type { CaseFinished } from '../../engine/events.ts';
import type { Verdict } from '../../engine/verdict.ts';

/** Cases of one written case that say what was shown before: one line for all of them. */
export interface Repeated {
  readonly verdict: Verdict;
  /** The case id without its endpoint. */
  readonly written: string;
  /** The endpoints where it is so. */
  readonly places: readonly string[];
  /** The case that was shown with the same findings; empty where it is the last one shown. */
  readonly as: string;
}

export interface Seen {
  /** Whether to show the case. */
  readonly show: boolean;
  /** The repetitions to be printed before it. */
  readonly before: readonly Repeated[];
}

export interface Repetition {
  see(event: CaseFinished): Seen;
  /** The repetitions that were not printed yet. */
  rest(): readonly Repeated[];
}

/** How many written cases are shown with the very same findings, before others only name the first; those with 0 are in the totals alone. */
const SHOWN_AT_MOST = { pass: 0, fail: 3, warn: 1, skip: 0, error: 1 } as const satisfies Record<
  Verdict,
  number
>;

function signatureOf({ verdict, reason, findings, confirmation }: CaseFinished): string {
  const said = findings.map(({ clause, kind, at, expected, actual }) => [clause, kind, at, expected, actual]);
  return JSON.stringify([verdict, reason, said, ...(confirmation === undefined ? [] : [confirmation])]);
}

/** `id/one-short@group.client` -> the written case and the endpoint. */
function partsOf({ id, endpoint }: CaseFinished['case']): readonly [written: string, place: string] {
  const at = id.lastIndexOf('@');
  return at === -1 ? [id, endpoint] : [id.slice(0, at), id.slice(at + 1)];
}

/** For each signature, the cases that were shown with it, by their written case. */
type ShownCases = Map<string, Map<string, string>>;

/** Whether the case is still to be shown; if so, it counts as shown. */
function claims(shown: ShownCases, signature: string, written: string, event: CaseFinished): boolean {
  const cases = shown.get(signature) ?? new Map<string, string>();
  if (cases.has(written) || cases.size >= SHOWN_AT_MOST[event.verdict]) return false;
  cases.set(written, event.case.id);
  shown.set(signature, cases);
  return true;
}

function exampleOf(shown: ShownCases, signature: string, written: string): string {
  const cases = shown.get(signature);
  return cases?.get(written) ?? cases?.values().next().value ?? '';
}

/** A new memory of what was shown. The cases of one written case mostly follow each other, but need not. */
export function repetition(): Repetition {
  const shown: ShownCases = new Map();
  const held = new Map<string, Repeated>();
  let current = '';
  /** The case shown last. */
  let last = { written: '', signature: '' };
  const rest = (): readonly Repeated[] => {
    const printed = [...held.values()];
    held.clear();
    return printed;
  };
  const hold = (signature: string, written: string, place: string, { verdict }: CaseFinished): void => {
    const isLast = signature === last.signature && written === last.written;
    const as = isLast ? '' : exampleOf(shown, signature, written);
    const line = held.get(signature) ?? { verdict, written, places: [], as };
    held.set(signature, { ...line, places: [...line.places, place] });
  };
  const see = (event: CaseFinished): Seen => {
    const [written, place] = partsOf(event.case);
    const before = written === current ? [] : rest();
    current = written;
    if (SHOWN_AT_MOST[event.verdict] === 0) return { show: false, before };
    const signature = signatureOf(event);
    if (claims(shown, signature, written, event)) {
      last = { written, signature };
      return { show: true, before: [...before, ...rest()] };
    }
    hold(signature, written, place, event);
    return { show: false, before };
  };
  return { see, rest };
}
