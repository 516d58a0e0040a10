/** What the rows of set-up faults look at. */
import type { DeclaredWorld } from '../../world/declared-world.ts';
import { refusalOf, type Attempt } from './attempt.ts';
import type { SetupFault } from './setup-fault.ts';

export interface Seen {
  readonly world: DeclaredWorld;
  readonly attempts: readonly Attempt[];
}

/** One kind of fault: every occurrence in what was seen. */
export type FaultRow = (seen: Seen) => readonly SetupFault[];

/** `SecretInvalid`, or what else came. */
export function answersOf(attempts: readonly Attempt[]): string {
  const words = attempts.map(({ answered }) => {
    if (answered.kind === 'refused') return answered.code;
    return answered.kind === 'other' ? `HTTP ${answered.status}` : answered.kind;
  });
  return [...new Set(words)].join(' or ');
}

/** A key that the backend does not know: each of its requests is refused as SecretInvalid. */
export const isRefused = (attempts: readonly Attempt[]): boolean =>
  attempts.length > 0 && attempts.every((each) => refusalOf(each) === 'SecretInvalid');
