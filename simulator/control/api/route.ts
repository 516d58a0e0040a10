/** The routes of the control API as data: the server is made of its rows, and the documentation names each. */
import { z } from 'zod';
import type { Provocations } from '../../../src/spec/codes.ts';
import type { Extension } from '../../../src/spec/members.ts';
import type { Answer } from '../../../src/spec/dialect/dialect.ts';
import type { FaultSet } from '../../faults/fault-set.ts';
import type { Journal } from '../../journal/journal.ts';
import type { LiveWorld } from '../../world/live-world.ts';

// What the routes of the control API act on: the parts of one running simulator.

/** What a backend chooses where the document is silent, and what it knows beyond it. */
export interface BackendChoices {
  readonly answers: readonly Answer[];
  readonly extensions: readonly Extension[];
  readonly provoke: Provocations;
}

export interface Rig {
  readonly world: LiveWorld;
  readonly journal: Journal;
  readonly faults: FaultSet;
  /** The rules in the order in which they are asked. */
  readonly rules: readonly string[];
  /** Whether requests are answered. */
  readonly isServing: boolean;
  readonly choices: BackendChoices;
  readonly adopt: (changes: Partial<BackendChoices>) => void;
  /** Back to the choices of the start. */
  readonly resetChoices: () => void;
}

type ControlMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

export const ROUTE_GROUPS = {
  server: 'Health.',
  world: 'The whole world: read, replace, reset.',
  entities: 'Players, characters and groups with their tags.',
  credentials: 'Secret keys and auth tokens.',
  journal: 'What was asked and answered.',
  faults: 'Replies that are refused, late or broken on purpose.',
  clock: 'The time by which tokens expire and limits refill.',
  dialect: 'The choices that the document leaves to a backend.',
} as const satisfies Record<string, string>;

export type RouteGroup = keyof typeof ROUTE_GROUPS;

/** How a reply is written where it is not JSON. */
type ReplyForm = 'events' | 'world file';

/** A request that was let in, read by the schemas of its route. */
export interface ControlRequest<Q = unknown, B = unknown> {
  /** The parts of the path in braces, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Q;
  readonly body: B;
  /** The game that the path names. It exists. */
  readonly game: string | undefined;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

export interface ControlRoute {
  readonly method: ControlMethod;
  /** Below `/_tagproof`, for instance `/games/{game}/{kind}/{id}`. */
  readonly path: string;
  readonly group: RouteGroup;
  /** What it does, in a sentence. */
  readonly does: string;
  /** Whether it is answered without the control token. */
  readonly open: boolean;
  readonly query: z.ZodType;
  /** Undefined: it takes no body. `world file`: the text of one, in YAML or JSON. */
  readonly body: z.ZodType | 'world file' | undefined;
  /** The status of success; with 204 there is no body. */
  readonly status: 200 | 201 | 204;
  /** The shape of the reply's body. */
  readonly reply: z.ZodType | ReplyForm | undefined;
  readonly handle: (request: ControlRequest, rig: Rig) => unknown;
}

const NO_QUERY = z.strictObject({});

interface Given<Q extends z.ZodType, B extends z.ZodType | 'world file'> {
  readonly does: string;
  readonly open?: boolean;
  readonly query?: Q;
  readonly body?: B;
  readonly status?: ControlRoute['status'];
  readonly reply?: ControlRoute['reply'];
  readonly handle: (
    request: ControlRequest<z.infer<Q>, B extends z.ZodType ? z.infer<B> : WorldText>,
    rig: Rig,
  ) => unknown;
}

/** The text of a world file as a request brought it. */
export interface WorldText {
  readonly text: string;
  readonly format: 'json' | 'yaml';
}

/** A row of the table: `route('world', 'POST /reset', { … })`. */
export function route<
  Q extends z.ZodType = typeof NO_QUERY,
  B extends z.ZodType | 'world file' = 'world file',
>(
  group: RouteGroup,
  methodAndPath: `${ControlMethod} /${string}`,
  { does, open = false, query, body, status, reply, handle }: Given<Q, B>,
): ControlRoute {
  const [method, path = ''] = methodAndPath.split(' ') as [ControlMethod, string];
  return {
    method,
    path,
    group,
    does,
    open,
    query: query ?? NO_QUERY,
    body,
    status: status ?? (reply === undefined ? 204 : 200),
    reply,
    // The schemas of the row have read what the handler gets.
    handle: handle as ControlRoute['handle'],
  };
}
