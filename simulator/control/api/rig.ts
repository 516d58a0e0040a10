/** What the routes of the control API act on: the parts of one running simulator. */
import type { Extension } from '../../../src/contract/members.ts';
import type { Answer } from '../../../src/dialect/dialect.ts';
import type { FaultSet } from '../../faults/fault-set.ts';
import type { Journal } from '../../journal/journal.ts';
import type { RunStatistics } from '../../journal/tally.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { Provocations } from '../../pipeline/read/faults.ts';
import type { LiveWorld } from '../../world/live-world.ts';
import type { Snapshots } from '../../world/snapshots.ts';

/** What a backend chooses where the document is silent, and what it knows beyond it. */
export interface Choices {
  readonly answers: readonly Answer[];
  readonly extensions: readonly Extension[];
  readonly provoke: Provocations;
}

export interface Rig {
  readonly world: LiveWorld;
  readonly snapshots: Snapshots;
  readonly journal: Journal;
  readonly statistics: RunStatistics;
  readonly faults: FaultSet;
  /** The rules in the order in which they are asked. */
  readonly rules: readonly string[];
  /** Answers a request as one from the network is answered. */
  readonly answer: Pipeline;
  /** Whether requests are answered. */
  readonly isServing: () => boolean;
  readonly choices: () => Choices;
  readonly adopt: (changes: Partial<Choices>) => void;
  /** Back to the choices of the start. */
  readonly resetChoices: () => void;
  /** The OpenAPI description of what is served now. */
  readonly describe: () => Promise<unknown>;
  /** Where the simulator is reached, without a slash at the end. */
  readonly url: () => string;
}
