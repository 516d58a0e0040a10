/** Which request targets belong to the control API and the console. */

/** Everything of the control API and the console lies below. */
export const CONTROL_PREFIX = '/_tagproof';

/** Whether a request target, spelt exactly so, belongs here: the operations keep every other one. */
export function isControlTarget(target: string): boolean {
  if (!target.startsWith(CONTROL_PREFIX)) return false;
  const next = target[CONTROL_PREFIX.length];
  return next === undefined || next === '/' || next === '?';
}
