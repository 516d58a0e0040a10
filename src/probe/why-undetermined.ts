/** Why a slot stayed undetermined. */
import type { CaseFinished } from '../engine/events.ts';
import type { Verdict } from '../engine/verdict.ts';
import type { Instance } from '../suite/format/instance.ts';

/** A reply that breaks a must shows no option: its meaning can only be guessed. */
function broken({ case: { id }, findings }: CaseFinished): string {
  const clause = findings.find(({ level }) => level === 'must')?.clause ?? '';
  return `the reply to ${id} breaks ${clause}, so it shows nothing`;
}

const SEVERAL = 'the replies fit several options';

const WHY = {
  pass: () => SEVERAL,
  warn: () => SEVERAL,
  fail: broken,
  skip: ({ reason }) => reason,
  error: ({ reason }) => `no reply to judge: ${reason}`,
} as const satisfies Record<Verdict, (event: CaseFinished) => string>;

/** Each reason once, by the cases that could have shown the answer. */
export function whyUndetermined(
  cases: readonly Instance[],
  finished: ReadonlyMap<string, CaseFinished>,
): readonly string[] {
  const reasons = cases.map(({ id }) => {
    const event = finished.get(id);
    return event === undefined ? `${id} was not run` : WHY[event.verdict](event);
  });
  return [...new Set(reasons)];
}
