/** From --target and --world to something that a suite can be run against. */
import { connect, type OpenTarget, type ReadTarget } from '../connect/connect.ts';
import type { Io } from './io.ts';
import { readTargetToReach, type TargetWords, worldFileOf } from './read-target.ts';

export { setupPolicy, type OpenTarget } from '../connect/connect.ts';

export interface TargetOptions extends TargetWords {
  /** Milliseconds that a request may take. */
  readonly timeout: number;
  readonly concurrency: number;
  /** Milliseconds to wait until the target answers at all. */
  readonly waitForStart?: number;
  /** Many requests will be sent: the embedded simulator gets a thread of its own. */
  readonly ownThread?: boolean;
}

/** Opens the target, `read` where that is done already; without one, the embedded simulator is started. */
export async function openTarget(options: TargetOptions, io: Io, read?: ReadTarget): Promise<OpenTarget> {
  const { timeout: timeoutMs, concurrency, ownThread = true } = options;
  return connect(read ?? (await readTargetToReach(options, io.env)), {
    timeoutMs,
    concurrency,
    worldFile: worldFileOf(options),
    ownThread,
  });
}
