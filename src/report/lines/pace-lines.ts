/** What a run learned about the target's limits, in one line. */
import type { RunFinished } from '../../engine/events.ts';
import { plural } from '../../text/plural.ts';

const aboutRate = (perSecond: number): string =>
  `slowed down to about ${Number(perSecond.toPrecision(2))} requests/s`;

/** `slowed down to about 18 requests/s; 42 requests were sent again`; empty where the target set no limit. */
export function paceLines({ pace }: RunFinished): readonly string[] {
  if (pace === undefined) return [];
  const { perSecond, atOnce, resent } = pace;
  return [
    [
      ...(perSecond === undefined ? [] : [aboutRate(perSecond)]),
      ...(atOnce === undefined ? [] : [`at most ${plural(atOnce, 'request')} at once`]),
      `${plural(resent, 'request')} ${resent === 1 ? 'was' : 'were'} sent again`,
    ].join('; '),
  ];
}
