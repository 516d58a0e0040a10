/** The control API of the simulator in the description: made of the table of routes from which the server is made. */
import { z } from 'zod';
import { capital, ref, SIMULATOR_ONLY, type JsonNode } from './label.ts';

/** What a description needs of a route; the rows of the simulator's table have it. */
interface DescribedRoute {
  readonly method: string;
  /** Below the prefix, for instance `/games/{game}/players/{id}`. */
  readonly path: string;
  readonly group: string;
  /** What it does, in a sentence. */
  readonly does: string;
  /** Whether it is answered without the control token. */
  readonly open: boolean;
  readonly query: z.ZodType;
  /** A schema of JSON, or the name of another form, such as `world file`; undefined: it takes no body. */
  readonly body: z.ZodType | string | undefined;
  readonly status: number;
  readonly reply: z.ZodType | string | undefined;
}

export interface ControlApi {
  /** The base URL of its paths, where that is not the one of the operations. */
  readonly serverUrl?: string | undefined;
  /** For instance `/_tagproof`. */
  readonly prefix: string;
  readonly routes: readonly DescribedRoute[];
  /** What each group of routes is for. */
  readonly groups: Readonly<Record<string, string>>;
  /** The body of a reply that refuses. */
  readonly refusal: z.ZodType;
}

const CONTROL_SCHEME = 'controlToken';
export const CONTROL_SCHEMES: JsonNode = {
  [CONTROL_SCHEME]: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token that the simulator prints when it starts.',
    ...SIMULATOR_ONLY,
  },
};

/** The media types of what is not JSON. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  'world file': ['application/json', 'application/yaml'],
  events: ['text/event-stream'],
};

/** Replaces references of a schema to itself: they would point to definitions that a part of the description does not have. */
function withoutCycles(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutCycles);
  if (typeof part !== 'object' || part === null) return part;
  const { $ref: reference, ...rest } = part as JsonNode;
  if (typeof reference === 'string' && reference.startsWith('#/$defs/'))
    return { ...rest, description: 'Any JSON value.' };
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, withoutCycles(value)]));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonNode {
  const {
    $schema: _,
    $defs: __,
    ...rest
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref' });
  return withoutCycles(rest) as JsonNode;
}

function contentOf(what: z.ZodType | string, io: 'input' | 'output'): JsonNode {
  if (typeof what !== 'string') return { 'application/json': { schema: schemaOf(what, io) } };
  const types = FORMS[what] ?? ['application/octet-stream'];
  return Object.fromEntries(
    types.map((type) => [type, { schema: type === 'application/json' ? {} : { type: 'string' } }]),
  );
}

const PARAMETER = /\{(\w+)\}/g;

function pathParameters(path: string): readonly JsonNode[] {
  return [...path.matchAll(PARAMETER)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(query: z.ZodType): readonly JsonNode[] {
  const { properties = {}, required = [] } = schemaOf(query, 'input') as {
    readonly properties?: Readonly<Record<string, JsonNode>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

/** `POST /games/{game}/reset` gives `controlPostGamesGameReset`. */
function operationId({ method, path }: DescribedRoute): string {
  const words = [method.toLowerCase(), ...path.split(/[^A-Za-z0-9]+/)].filter((word) => word !== '');
  return `control${words.map(capital).join('')}`;
}

const REFUSAL = 'ControlRefusal';

/** The schemas that the operations share. */
export const controlSchemas = ({ refusal }: ControlApi): JsonNode => ({
  [REFUSAL]: { ...schemaOf(refusal, 'output'), ...SIMULATOR_ONLY },
});

function operationOf(route: DescribedRoute): JsonNode {
  const { group, does, open, query, body, status, reply, path } = route;
  return {
    operationId: operationId(route),
    tags: [group],
    summary: does,
    ...SIMULATOR_ONLY,
    security: open ? [] : [{ [CONTROL_SCHEME]: [] }],
    parameters: [...pathParameters(path), ...queryParameters(query)],
    ...(body !== undefined && { requestBody: { required: true, content: contentOf(body, 'input') } }),
    responses: {
      [status]: {
        description: 'Done.',
        ...(reply !== undefined && { content: contentOf(reply, 'output') }),
      },
      default: {
        description: 'Refused: the body says why, and where.',
        content: { 'application/json': { schema: ref('schemas', REFUSAL) } },
      },
    },
  };
}

/** Paths with their operations, as the description has them. */
export function controlPaths({ prefix, routes, serverUrl }: ControlApi): Readonly<Record<string, JsonNode>> {
  const servers = serverUrl === undefined ? {} : { servers: [{ url: serverUrl }] };
  const paths = new Map<string, JsonNode>();
  for (const route of routes) {
    const path = `${prefix}${route.path}`;
    paths.set(path, { ...servers, ...paths.get(path), [route.method.toLowerCase()]: operationOf(route) });
  }
  return Object.fromEntries(paths);
}

export const controlTags = ({ groups }: ControlApi): readonly JsonNode[] =>
  Object.entries(groups).map(([name, description]) => ({ name, description, ...SIMULATOR_ONLY }));
