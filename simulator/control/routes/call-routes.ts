/** Calls of the operations, made by the simulator itself: as a chosen player and key, without knowing their values. */
import { z } from 'zod';
import {
  ENDPOINT_IDS,
  endpointOf,
  METHOD,
  type EndpointId,
  RESOURCES,
} from '../../../src/contract/endpoints.ts';
import { AUTH_TOKEN, CONTENT_TYPE, GAME_ID, JSON_TYPE, SECRET_KEY } from '../../../src/contract/headers.ts';
import { secretOf } from '../../journal/explain/redact.ts';
import type { Delivery } from '../../pipeline/stages.ts';
import { headerPairs } from '../../../src/rules/reading/header-values.ts';
import { ControlError, notFound } from '../api/control-error.ts';
import { type Rig, route, type ControlRoute } from '../api/route.ts';
import { firstCalls, type CallTarget } from '../../banner/sample-call.ts';
import { endpointSchema } from '../../shapes.ts';
import type { Subject } from '../../../src/world/world.ts';
import { backendOptions, optionOf } from '../../pipeline/options-at.ts';
import { completeDialect } from '../../../src/dialect/dialect.ts';

// The world as it is now, as far as curl lines to begin with need it.

/** How much of a large world is looked at. */
const MAX_GAMES = 20;
const MAX_SECRETS = 500;
const MAX_SUBJECTS = 100;

function first<T>(items: Iterable<T>, most: number): readonly T[] {
  const taken: T[] = [];
  for (const item of items) {
    if (taken.length >= most) break;
    taken.push(item);
  }
  return taken;
}

/** What the lines are made from: a little of each game. */
function sampleOf({ world, url, choices }: Rig): CallTarget {
  const { state } = world;
  const keys = first(state.keys.all(), MAX_SECRETS);
  const tokens = first(state.tokens.all(), MAX_SECRETS);
  const games = first(state.games, MAX_GAMES);
  const players = tokens.flatMap(({ item: { holder } }) =>
    holder.kind === 'player' ? (world.subject('gamePlayer', holder.game, holder.userId) ?? []) : [],
  );
  const subjects: readonly Subject[] = [
    ...players,
    ...games.flatMap(([, gameSubjects]) =>
      RESOURCES.flatMap((each) => first(gameSubjects[each].values(), MAX_SUBJECTS)),
    ),
  ];
  const dialect = completeDialect(choices.answers);
  return {
    url,
    world: {
      limits: state.limits,
      games: games.map(([id]) => id),
      secretKeys: keys.map(({ item }) => item),
      authTokens: tokens.map((held) => world.token(held)),
      subjects,
    },
    secrets: [...keys, ...tokens].map(secretOf),
    sendTagKeys: optionOf(backendOptions(dialect), 'tagKeys.omitted') !== 'all',
  };
}

const MAX_TEXT = 1_048_576;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const callBody = z.strictObject({
  endpoint: z.enum(ENDPOINT_IDS as [EndpointId, ...EndpointId[]]),
  key: z.string().optional().describe('The name of a secret key; left out: none is sent.'),
  token: z.string().optional().describe('The name of an auth token; left out: none is sent.'),
  gameId: z.string().optional().describe('The value of Game-Id; left out: it is not sent.'),
  headers: z
    .array(z.tuple([z.string().regex(HEADER_NAME), z.string().regex(/^[\x20-\x7e\x80-\xff\t]*$/)]))
    .max(100)
    .optional()
    .describe('More header lines.'),
  body: z
    .union([z.string().max(MAX_TEXT), z.record(z.string(), z.json())])
    .optional()
    .describe('An object, or the text of the body itself.'),
});

const callShape = z.strictObject({
  journalId: z.int().describe('The id of its entry in the journal.'),
  status: z.int().nullable(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string(),
  ms: z.number().describe('How long a fault would have held the reply back.'),
  breakage: z.string().nullable().describe('How a fault would have broken the connection.'),
});

type CallBody = z.infer<typeof callBody>;

function valueOf(
  name: string | undefined,
  kind: 'key' | 'token',
  { world: { state } }: Rig,
): string | undefined {
  if (name === undefined) return undefined;
  const held = kind === 'key' ? state.keys.get(name) : state.tokens.get(name);
  if (held === undefined) throw notFound(kind === 'key' ? 'secret key' : 'auth token', name, kind);
  return held.value;
}

const line = (name: string, value: string | undefined): readonly string[] =>
  value === undefined ? [] : [name, value];

function headersOf({ key, token, gameId, headers = [] }: CallBody, rig: Rig): readonly string[] {
  const isGiven = (name: string): boolean =>
    headers.some(([given]) => given.toLowerCase() === name.toLowerCase());
  return [
    ...(isGiven(CONTENT_TYPE) ? [] : [CONTENT_TYPE, JSON_TYPE]),
    ...line(SECRET_KEY, valueOf(key, 'key', rig)),
    ...line(AUTH_TOKEN, valueOf(token, 'token', rig)),
    ...line(GAME_ID, gameId),
    ...headers.flat(),
  ];
}

function show(delivery: Delivery, journalId: number): z.infer<typeof callShape> {
  if (delivery.kind === 'hang-up' || delivery.kind === 'verbatim')
    throw new ControlError(
      'unavailable',
      'this reply needs a connection; send the request to the operation itself',
      'body',
    );
  const reply = delivery.kind === 'faulty' ? delivery.reply : delivery;
  const text = typeof reply.body === 'string' ? reply.body : new TextDecoder().decode(reply.body);
  return {
    journalId,
    status: reply.status,
    headers: [...headerPairs(reply.headers)],
    body: text,
    ms: delivery.kind === 'faulty' ? delivery.delayMs : 0,
    breakage: delivery.kind === 'faulty' ? (delivery.breakage ?? null) : null,
  };
}

const encoder = new TextEncoder();

export const CALL_ROUTES: readonly ControlRoute[] = [
  route('calls', 'GET /first-calls', {
    does: 'Curl lines to begin with, one for each resource: the world as it is now answers them with tags.',
    reply: z.strictObject({
      items: z.array(z.strictObject({ endpoint: endpointSchema, curl: z.string() })),
    }),
    handle: (_, rig) => ({ items: firstCalls(sampleOf(rig)) }),
  }),
  route('calls', 'POST /calls', {
    does: 'Makes a request to an operation as a key and a player, and gives its reply. The journal records it.',
    body: callBody,
    reply: callShape,
    handle: ({ body: given }, rig) => {
      const { body } = given;
      const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
      const delivery = rig.answer({
        method: METHOD,
        target: endpointOf(given.endpoint).path,
        headers: headersOf(given, rig),
        version: '1.1',
        body: encoder.encode(text),
      });
      return show(delivery, rig.journal.total);
    },
  }),
];
