/** Compares what a run shows about a dialect with a lock. */
import { isOver } from '../gate/day.ts';
import { slotKey, type Slot } from '../probe/slots.ts';
import { driftBetween, fingerprint, type Drift } from './drift.ts';
import type { Approval, Lock } from './lock.ts';
import type { Observed } from './observed.ts';

/** A drift, and the approval that names it. */
export interface HeldDrift {
  readonly drift: Drift;
  readonly approval?: Approval;
  /** The last day of the approval is over. */
  readonly isOver: boolean;
}

export interface HeldLock {
  readonly drifts: readonly HeldDrift[];
  /** Locked answers that no reply of the run shows. */
  readonly unseen: readonly Slot[];
  /** Answers that the lock does not have yet. */
  readonly fresh: readonly Slot[];
}

/** The drift with its approval, whether of its place or of every place. `today`: as `2027-01-31`. */
export function withApproval(drift: Drift, approvals: readonly Approval[], today: string): HeldDrift {
  const names = new Set([fingerprint(drift), fingerprint({ ...drift, at: '' })]);
  const approval = approvals.find((each) => names.has(each.drift));
  if (approval === undefined) return { drift, isOver: false };
  return { drift, approval, isOver: isOver(approval.expires, today) };
}

/** Whether a drift still counts. */
export const isOpen = ({ approval, isOver: over }: HeldDrift): boolean => approval === undefined || over;

/** Compares the answers of a run with the lock. */
export function holdLock(lock: Lock, observed: Observed, today: string): HeldLock {
  const { answers, approvals, classOf } = lock;
  const locked = new Set(answers.map(slotKey));
  const drifts = answers.flatMap((answer) => {
    const now = observed.get(slotKey(answer));
    const drift = now && driftBetween(answer, answer.options, now.options, now.cases, classOf);
    return drift === undefined ? [] : [withApproval(drift, approvals, today)];
  });
  return {
    drifts,
    unseen: answers.filter((answer) => !observed.has(slotKey(answer))),
    fresh: [...observed.values()].filter((slot) => !locked.has(slotKey(slot))),
  };
}
