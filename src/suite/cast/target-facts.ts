/** What is known of the target that a suite is planned for. */
import type { Extension } from '../../contract/members.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import type { Provocations } from '../plan/bent-request.ts';

export interface TargetFacts {
  readonly world: DeclaredWorld;
  readonly extensions: readonly Extension[];
  readonly provocations: Provocations;
  readonly dialect: Dialect;
}
