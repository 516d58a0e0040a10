/** What clients did against the document while a command ran, in lines for the end of `exec`. */
import type { ControlledSimulator } from '../../../simulator/control/controlled-simulator.ts';
import { clientsView, readingOf } from '../../../simulator/journal/entry-view.ts';
import { fewLines, plural } from '../../text/quantities.ts';
import { oneLine } from '../../text/visible.ts';

const MAX_LINES = 12;

export interface BrokenDuties {
  /** How many, how often, and which, in a line. */
  readonly summary: string;
  /** One for each client and duty: what is wrong, what to do, the section, and the first request. */
  readonly lines: readonly string[];
}

/** Undefined: no duty was broken. */
export function brokenDutiesOf({ journal, world, rig }: ControlledSimulator): BrokenDuties | undefined {
  const broken = clientsView(journal, readingOf(world, rig.rules)).items.flatMap(({ name, broken: duties }) =>
    duties.map((each) => ({ ...each, name })),
  );
  if (broken.length === 0) return undefined;
  const which = new Set(broken.map(({ duty, section }) => `${duty} (§${section})`));
  const times = broken.reduce((sum, { count }) => sum + count, 0);
  const lines = broken.map(
    ({ name, text, section, count, first }) =>
      `${oneLine(name)}: ${text} (§${section}); ${plural(count, 'time')}, first in request ${first}`,
  );
  return {
    summary: `clients broke ${which.size === 1 ? 'a duty' : `${which.size} duties`} of the document, ${plural(times, 'time')} in ${plural(journal.total, 'request')}: ${[...which].join(', ')}`,
    lines: fewLines(lines, MAX_LINES).map((line) => `  ${line}`),
  };
}
