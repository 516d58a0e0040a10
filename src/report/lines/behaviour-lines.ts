/** What a fuzz run saw of a target's behaviours, and what is left by estimate: never a share of a whole that is not known. */
import type { RunFinished } from '../../engine/events.ts';
import { plural } from '../../text/plural.ts';

const grouped = (count: number): string => count.toLocaleString('en-US');
/** An estimated count: only its first two digits mean anything. */
const about = (count: number): string => grouped(Number(count.toPrecision(2)));

const ENDS = {
  runs: 'ended with --runs',
  time: 'ended with --time',
  until: 'ended by --until',
  all: 'ended with the last trial of its phases',
} as const;

/** `212 behaviours; the last new one 41,000 requests ago; a new one is expected about every 9,000 (Good-Turing)`. */
export function behaviourLines({ behaviours }: RunFinished): readonly string[] {
  if (behaviours === undefined) return [];
  const { count, capped = false, sinceLast, random, once, ended } = behaviours;
  const estimate =
    random === 0
      ? 'no random request was sent, so there is no estimate of how many are left'
      : once === 0
        ? `in ${grouped(random)} random requests none was seen only once, so a new one is rarer than that (Good-Turing)`
        : `a new one is expected about every ${about(random / once)} (Good-Turing)`;
  return [
    [
      `${capped ? 'at least ' : ''}${grouped(count)} ${plural(count, 'behaviour').replace(/^\S+ /, '')}`,
      `the last new one ${grouped(sinceLast)} ${plural(sinceLast, 'request').replace(/^\S+ /, '')} ago`,
      estimate,
      ...(ended === undefined ? [] : [ENDS[ended]]),
    ].join('; '),
  ];
}
