/** Compares what a run shows about a dialect with a lock, says it in words, and tells which drift turns the run red. */
import { isOver } from '../gate/day.ts';
import { slotKey } from '../probe/slots.ts';
import { type Drift, driftBetween, fingerprint, type Observed } from './drift.ts';
import type { Approval, Lock } from './lock.ts';
import { objectIf, type Objection } from '../gate/run-gates.ts';
import { knownClients, type Tolerance } from '../vary/tolerance.ts';
import { grouped } from '../text/grouping.ts';
import { fewOf, plural } from '../text/quantities.ts';

/** A drift, and the approval that names it. */
export interface HeldDrift extends Drift {
  readonly approval?: Approval;
  /** The last day of the approval is over. */
  readonly isOver: boolean;
  /** What becomes of the clients of `--clients`. */
  readonly clients?: ReturnType<typeof knownClients>;
}

/** The drift wherever it occurs. */
export const driftName = (drift: Drift): string => fingerprint({ ...drift, at: '' });

/** The drift, and what the known clients bear of it. */
export function withClients(held: HeldDrift, clients: readonly Tolerance[]): HeldDrift {
  const { question, from, to } = held;
  if (clients.length === 0) return held;
  return {
    ...held,
    clients: knownClients(
      clients,
      question,
      to.filter((option) => !from.includes(option)),
    ),
  };
}

const isBreaking = ({ severity, clients }: HeldDrift): boolean =>
  severity === 'breaking' || clients?.breaks === true;

/** The drift with its approval, whether of its place or of every place. `today`: as `2027-01-31`. */
export function withApproval(drift: Drift, approvals: readonly Approval[], today: string): HeldDrift {
  const names = new Set([fingerprint(drift), driftName(drift)]);
  const approval = approvals.find((each) => names.has(each.drift));
  if (approval === undefined) return { ...drift, isOver: false };
  return { ...drift, approval, isOver: isOver(approval.expires, today) };
}

/** Whether a drift still counts. */
export const needsApproval = ({ approval, isOver: over }: HeldDrift): boolean =>
  approval === undefined || over;

/** Compares the answers of a run with the lock. */
export function holdLock(lock: Lock, observed: Observed, today: string) {
  const { answers, approvals, classOf } = lock;
  const locked = new Set(answers.map(slotKey));
  const drifts = answers.flatMap((answer) => {
    const now = observed.get(slotKey(answer));
    const drift = now && driftBetween(answer, answer.options, now.options, now.cases, classOf);
    return drift === undefined ? [] : [withApproval(drift, approvals, today)];
  });
  return {
    drifts,
    /** Locked answers that no reply of the run shows. */
    unseen: answers.filter((answer) => !observed.has(slotKey(answer))),
    /** Answers that the lock does not have yet. */
    fresh: [...observed.values()].filter((slot) => !locked.has(slotKey(slot))),
  };
}

type HeldLock = ReturnType<typeof holdLock>;

/** Names the same drift of one question at several places once. */
function together(drifts: readonly HeldDrift[]): readonly (readonly HeldDrift[])[] {
  return [...grouped(drifts, (drift) => `${driftName(drift)} ${drift.approval?.place ?? ''}`).values()];
}

const placesOf = (drifts: readonly HeldDrift[]): string => {
  const places = drifts.map(({ at }) => at).filter((at) => at !== '');
  return places.length === 0 ? '' : ` on ${places.join(', ')}`;
};

/** `breaking drift: codes.returnCode: number -> name (form)`, who breaks, the evidence, what to do. */
function driftLines(drifts: readonly HeldDrift[], file: string): readonly string[] {
  const [first] = drifts;
  if (first === undefined) return [];
  const { approval, clients } = first;
  const seenIn = [...new Set(drifts.flatMap(({ evidence }) => evidence))];
  return [
    `${isBreaking(first) ? 'breaking drift' : `drift (${first.severity})`}: ${driftName(first)} (${first.class})${placesOf(drifts)}`,
    `  ${first.breaks}`,
    ...(clients?.lines ?? []).map((line) => `  ${line}`),
    `  seen in ${fewOf(seenIn, 2)}`,
    ...(approval === undefined
      ? [
          `  to approve it, add to approved: of ${file}: { drift: ${JSON.stringify(driftName(first))}, reason: … }`,
        ]
      : [`  its approval (${approval.place}) ended on ${approval.expires ?? ''}`]),
  ];
}

const approvedLine = ([first, ...others]: readonly HeldDrift[]): string =>
  first === undefined
    ? ''
    : `approved drift: ${driftName(first)}${placesOf([first, ...others])}: ${first.approval?.reason ?? ''}`;

/** Objects to breaking drift, with `all` to any; what is approved never counts. */
export function driftObjections(
  { drifts }: Pick<HeldLock, 'drifts'>,
  all: boolean,
  file: string,
): readonly Objection[] {
  return together(drifts.filter(needsApproval))
    .filter((each) => all || each.some(isBreaking))
    .flatMap((each) => objectIf(true, 'broken', ...driftLines(each, file)));
}

/** Other drift and approved drift, in words. */
export function driftNotes(
  { drifts }: Pick<HeldLock, 'drifts'>,
  all: boolean,
  file: string,
): readonly string[] {
  const mild = drifts.filter((each) => needsApproval(each) && !all && !isBreaking(each));
  return [
    ...together(mild).flatMap((each) => driftLines(each, file)),
    ...together(drifts.filter((each) => !needsApproval(each))).map(approvedLine),
  ];
}

/** The answers of the lock that the run does not show, and those that the lock does not have yet. */
export function extentNotes({ unseen, fresh }: HeldLock, file: string): readonly string[] {
  return [
    ...(unseen.length === 0
      ? []
      : [`${file}: ${plural(unseen.length, 'locked answer')} not seen in this run`]),
    ...(fresh.length === 0
      ? []
      : [`${file}: ${plural(fresh.length, 'answer')} not locked yet: add with --update-lock`]),
  ];
}
