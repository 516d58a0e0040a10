/** What a run knows about its target: by its file, and by the orientation. */
import type { TargetFacts } from '../../suite/roles/target-facts.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import type { Fact } from '../orientation/learned.ts';

export interface KnownFacts extends TargetFacts {
  /** The world as the file has it, without what was learned. */
  readonly declared: DeclaredWorld;
  readonly learned: readonly Fact[];
}
