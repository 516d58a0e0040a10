/** What is wrong with the set-up rather than with the backend, found by the plain requests of the orientation. */
import type { DeclaredWorld } from '../../world/declared-world.ts';
import type { Attempt } from './attempt.ts';
import type { FaultRow } from './fault-row.ts';
import {
  missingRules,
  refusedKeys,
  unansweredKeys,
  unknownGames,
  unknownPaths,
  wrongGames,
} from './key-faults.ts';
import type { SetupFault } from './setup-fault.ts';
import { existingAbsents, missingSubjects } from './subject-faults.ts';
import { refusedTokens } from './token-faults.ts';

const ROWS: readonly FaultRow[] = [
  unknownPaths,
  refusedKeys,
  missingRules,
  refusedTokens,
  wrongGames,
  unknownGames,
  unansweredKeys,
  missingSubjects,
  existingAbsents,
];

/** Every fault of the set-up, by what the file declares. */
export function setupFaults(world: DeclaredWorld, attempts: readonly Attempt[]): readonly SetupFault[] {
  return ROWS.flatMap((row) => row({ world, attempts }));
}
