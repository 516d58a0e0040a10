/** What shows that a command is at work: the progress line on a terminal, and a line now and then where nothing else is shown. */
import { CLEAR_LINE, progress } from '../../report/progress.ts';
import type { RunEvent } from '../../report/record/events.ts';
import type { Io } from '../io/io.ts';
import type { Activity } from '../../run/suite/run-options.ts';
import { digits, plural, showDuration } from '../../base/text/quantities.ts';
import type { Progress as FuzzProgress } from '../../fuzz/fuzz-options.ts';

const DRAW_MS = 80;

/**
 * A line on standard error that is drawn again and again in the same place, unless that was done just now; nothing is drawn where there
 * is no terminal. `draw` takes what makes the line; undefined: there is none.
 */
export function liveLine({ err }: Pick<Io, 'err'>) {
  let drawn = false;
  let last = Number.NEGATIVE_INFINITY;
  const clear = (): void => {
    if (drawn) err.writeStyled(CLEAR_LINE);
    drawn = false;
  };
  const draw = (lineOf: () => string | undefined): void => {
    const now = performance.now();
    if (!err.isTerminal || now - last < DRAW_MS) return;
    last = now;
    const line = lineOf();
    clear();
    if (line !== undefined) err.write(line);
    drawn = line !== undefined;
  };
  return { clear, draw };
}

/** The line of a run; `describe` gives it as it is now, also where there is no terminal. */
export function liveProgress(io: Io) {
  const { err } = io;
  const { clear, draw } = liveLine(io);
  const shown = progress();
  const describe = (columns = Infinity): string => shown.line(columns, Date.now());
  return {
    clear,
    describe,
    /** Takes the line away while `write` may write something. */
    on(event: RunEvent, write: () => void = () => {}): void {
      shown.on(event);
      if (!err.isTerminal) return write();
      if (event.kind !== 'case-finished' || event.verdict !== 'pass') clear();
      write();
      draw(() => describe(err.columns()) || undefined);
    },
  };
}

/** `random, 12,345 requests, 5,210/s, 2 causes of failures, 3.4 s`. */
export function fuzzLine({ phase, requests, buckets, elapsed }: FuzzProgress): string {
  const rate = elapsed > 0 ? Math.round((requests * 1000) / elapsed) : 0;
  const failures = buckets === 0 ? 'no failure' : plural(buckets, 'cause').concat(' of failures');
  const parts = [phase, `${digits(requests)} requests`, `${digits(rate)}/s`, failures, showDuration(elapsed)];
  return parts.join(', ');
}

/** The line of a fuzz run. */
export function liveFuzz(io: Pick<Io, 'err'>) {
  const { clear, draw } = liveLine(io);
  const room = (): number => Math.max(0, io.err.columns() - 1);
  return { clear, on: (news: FuzzProgress): void => draw(() => fuzzLine(news).slice(0, room())) };
}

// A line on standard error now and then while nothing else shows that a command is at work.

const QUIET_MS = 5000;
const LOOK_MS = 500;

/**
 * `activity`: what the command is at; the code that does the work sets it. `beat` notes that something was shown. `before`: called
 * before a line is written, to take a progress line away.
 */
export function heartbeat({ err }: Pick<Io, 'err'>, before: () => void = () => {}) {
  const activity: Activity = { describe: () => 'beginning' };
  const began = performance.now();
  let last = began;
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - last < QUIET_MS) return;
    last = now;
    before();
    err.write(`after ${showDuration(now - began)}: ${activity.describe()}\n`);
  }, LOOK_MS).unref();
  return {
    activity,
    beat: (): void => void (last = performance.now()),
    stop: (): void => clearInterval(timer),
  };
}
