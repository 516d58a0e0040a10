/** The routes of the control API as data, and what they act on: the parts of one running simulator. */
import type { z } from 'zod';
import type { Provocations } from '../../src/spec/codes.ts';
import type { Extension } from '../../src/spec/members.ts';
import type { Answer } from '../../src/spec/dialect/dialect.ts';
import type { FaultSet } from '../faults/fault-set.ts';
import type { Journal } from '../journal/journal.ts';
import type { LiveWorld } from '../world/live-world.ts';

/** What a backend chooses where the document is silent, and what it knows beyond it. */
export interface BackendChoices {
  readonly answers: readonly Answer[];
  readonly extensions: readonly Extension[];
  readonly provoke: Provocations;
}

export interface SimulatorParts {
  readonly world: LiveWorld;
  readonly journal: Journal;
  readonly faults: FaultSet;
  /** The rules in the order in which they are asked. */
  readonly rules: readonly string[];
  readonly choices: BackendChoices;
  readonly adopt: (changes: Partial<BackendChoices>) => void;
  /** Back to the choices of the start. */
  readonly resetChoices: () => void;
}

/** A request that was let in, read by the schemas of its route. */
export interface ControlRequest<Q = unknown, B = unknown> {
  /** The parts of the path in braces, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Q;
  readonly body: B;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

interface Reading<Q extends z.ZodType, B extends z.ZodType | 'text'> {
  /** Answered without the control token. */
  readonly open?: boolean;
  readonly query?: Q;
  /** Left out: it takes no body. `text`: as it comes. */
  readonly body?: B;
}

export interface ControlRoute<S = SimulatorParts> extends Reading<z.ZodType, z.ZodType | 'text'> {
  readonly method: string;
  /** Below `/_tagproof`, for instance `/{kind}/{id}`. */
  readonly path: string;
  /** What it returns is sent as JSON, pieces of text as server-sent events; undefined is HTTP 204. */
  readonly handle: (request: ControlRequest, sim: S) => unknown;
}

/** A route that knows what it acts on. */
export type ServedRoute = ControlRoute<void>;

/** A row of the table: `route('POST /reset', {}, (request, sim) => …)`. */
export function route<
  Q extends z.ZodType = z.ZodObject,
  B extends z.ZodType | 'text' = 'text',
  S = SimulatorParts,
>(
  methodAndPath: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`,
  reading: Reading<Q, B>,
  handle: (request: ControlRequest<z.infer<Q>, B extends z.ZodType ? z.infer<B> : string>, sim: S) => unknown,
): ControlRoute<S> {
  const [method = '', path = ''] = methodAndPath.split(' ');
  // The schemas of the row have read what the handler gets.
  return { method, path, ...reading, handle: handle as ControlRoute<S>['handle'] };
}
