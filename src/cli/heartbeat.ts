/** A line on standard error now and then while nothing else shows that a command is at work. */
import type { Activity } from '../run/run-options.ts';
import { showDuration } from '../text/duration.ts';
import type { Io } from './io.ts';

const QUIET_MS = 5000;
const LOOK_MS = 500;

export interface Heartbeat {
  /** What the command is at; the code that does the work sets it. */
  readonly activity: Activity;
  /** Notes that something was shown. */
  beat(): void;
  stop(): void;
}

/** `before`: called before a line is written, to take a progress line away. */
export function heartbeat({ err }: Pick<Io, 'err'>, before: () => void = () => {}): Heartbeat {
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
    beat: () => void (last = performance.now()),
    stop: () => clearInterval(timer),
  };
}
