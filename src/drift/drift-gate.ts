/** What drift says in words, and which of it turns a run red. */
import { objectIf, type Objection } from '../gate/objection.ts';
import { fewOf } from '../gate/fail-on.ts';
import { grouped } from '../text/grouping.ts';
import { plural } from '../text/plural.ts';
import { fingerprint, type Drift } from './drift.ts';
import { isOpen, type HeldDrift, type HeldLock } from './hold-lock.ts';

/** Names the same drift of one question at several places once. */
function together(drifts: readonly HeldDrift[]): readonly (readonly HeldDrift[])[] {
  return [
    ...grouped(
      drifts,
      ({ drift, approval }) => `${fingerprint({ ...drift, at: '' })} ${approval?.place ?? ''}`,
    ).values(),
  ];
}

const placesOf = (drifts: readonly HeldDrift[]): string => {
  const places = drifts.map(({ drift }) => drift.at).filter((at) => at !== '');
  return places.length === 0 ? '' : ` on ${places.join(', ')}`;
};

const nameOf = (drift: Drift): string => fingerprint({ ...drift, at: '' });

/** `breaking drift: codes.returnCode: number -> name (form)`, who breaks, the evidence, what to do. */
function driftLines(drifts: readonly HeldDrift[], file: string): readonly string[] {
  const [first] = drifts;
  if (first === undefined) return [];
  const { drift, approval } = first;
  const evidence = [...new Set(drifts.flatMap((each) => each.drift.evidence))];
  return [
    `${drift.severity === 'breaking' ? 'breaking drift' : `drift (${drift.severity})`}: ${nameOf(drift)} (${drift.class})${placesOf(drifts)}`,
    `  ${drift.breaks}`,
    `  seen in ${fewOf(evidence, 2)}`,
    ...(approval === undefined
      ? [
          `  to approve it, add to approved: of ${file}: { drift: ${JSON.stringify(nameOf(drift))}, reason: … }`,
        ]
      : [`  its approval (${approval.place}) ended on ${approval.expires ?? ''}`]),
  ];
}

const approvedLine = ([first, ...others]: readonly HeldDrift[]): string =>
  first === undefined
    ? ''
    : `approved drift: ${nameOf(first.drift)}${placesOf([first, ...others])}: ${first.approval?.reason ?? ''}`;

/** Objects to breaking drift, with `all` to any; what is approved never counts. */
export function driftObjections(
  { drifts }: Pick<HeldLock, 'drifts'>,
  all: boolean,
  file: string,
): readonly Objection[] {
  return together(drifts.filter(isOpen))
    .filter((each) => all || each.some(({ drift }) => drift.severity === 'breaking'))
    .flatMap((each) => objectIf(true, 'broken', ...driftLines(each, file)));
}

/** Other drift and approved drift, in words. */
export function driftNotes(
  { drifts }: Pick<HeldLock, 'drifts'>,
  all: boolean,
  file: string,
): readonly string[] {
  const mild = drifts.filter((each) => isOpen(each) && !all && each.drift.severity !== 'breaking');
  return [
    ...together(mild).flatMap((each) => driftLines(each, file)),
    ...together(drifts.filter((each) => !isOpen(each))).map(approvedLine),
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
