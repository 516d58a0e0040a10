/** Players, characters, groups, secret keys and auth tokens: lists, each of them, and the tags of one. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { suggest } from '../../src/base/text/nearest.ts';
import { fewOf } from '../../src/base/text/quantities.ts';
import { headerValueProblem } from '../../src/http/header-text.ts';
import { envNameOf } from '../../src/http/secrets/secrets.ts';
import { RESOURCE_FACTS, type Resource } from '../../src/spec/endpoints.ts';
import { ENTITY_KINDS, type SECRET_KINDS } from '../../src/world/entity-kinds.ts';
import { authTokenSchema, readAuthToken } from '../../src/world/world-file/auth-token.ts';
import { NAME_PATTERN, type EntityScope } from '../../src/world/world-file/entity.ts';
import { readSecretKey, secretKeySchema } from '../../src/world/world-file/secret-key.ts';
import { readSubject, showSubject, SUBJECT_SCHEMAS } from '../../src/world/world-file/subject.ts';
import { MAX_TAGS, tagSchema } from '../../src/world/world-file/tags.ts';
import { UNKNOWN, type AuthToken, type SecretKey, type Subject } from '../../src/world/world.ts';
import type { LiveWorld } from '../world/live-world.ts';
import type { Held, SecretTable, WorldState } from '../world/world-state.ts';
import { notFound, refusedFor } from './control-error.ts';
import { checkValue, readInWorld } from './read-value.ts';
import { route, type ControlRequest, type ControlRoute } from './route.ts';
import { showKey, showToken } from './world-document.ts';

/** Where an entity is: the game is that of the query. */
interface EntityPlace {
  readonly game: string | undefined;
  readonly id: string;
}

/** What a kind of entity can do. A place that leads nowhere is `not-found`; what is shown has the form of a world file. */
interface EntityKind {
  /** The member that the address has. */
  readonly idMember: string;
  /** Those that are searched for; each is shown when it is called. */
  readonly all: (game: string | undefined, search: string, world: LiveWorld) => Iterable<() => unknown>;
  readonly get: (at: EntityPlace, world: LiveWorld) => unknown;
  readonly put: (at: EntityPlace, body: unknown, world: LiveWorld) => unknown;
  readonly remove: (at: EntityPlace, world: LiveWorld) => unknown;
}

// Players, characters and groups.

/** The game of a subject: the one that is named, or the only one. */
function gameIn(game: string | undefined, world: LiveWorld): string {
  const [only, ...others] = world.gameIds;
  if (game === undefined && others.length > 0)
    throw refusedFor(
      'invalid',
      `the game is missing, and there are several: ${fewOf(world.gameIds)}`,
      'query game',
    );
  const wanted = game ?? only ?? '';
  if (!world.state.games.has(wanted)) throw notFound('game', wanted, 'query game');
  return wanted;
}

function subjectAt(resource: Resource, { game, id }: EntityPlace, world: LiveWorld): Subject {
  const subject = world.subject(resource, gameIn(game, world), id);
  if (subject === undefined) throw notFound(RESOURCE_FACTS[resource].word, id, 'path id');
  return subject;
}

const holds = ({ id, tags }: Subject, text: string): boolean =>
  id.includes(text) ||
  (tags !== UNKNOWN && tags.some(({ key, value }) => key.includes(text) || value.includes(text)));

/** A schema of a world file without the members that the address has. */
const without = (schema: z.ZodObject, ...members: readonly string[]): z.ZodObject =>
  z.strictObject(
    Object.fromEntries(Object.entries(schema.shape).filter(([name]) => !members.includes(name))),
  );

function subjects(resource: Resource): EntityKind {
  const { idMember } = RESOURCE_FACTS[resource];
  const bodySchema = without(SUBJECT_SCHEMAS[resource], idMember, 'game');
  const schema = without(SUBJECT_SCHEMAS[resource], 'game');
  return {
    idMember,
    *all(game, search, world) {
      for (const subject of world.state.games.get(gameIn(game, world))?.[resource].values() ?? [])
        if (holds(subject, search)) yield () => showSubject(subject);
    },
    get: (at, world) => showSubject(subjectAt(resource, at, world)),
    put({ game, id }, body, world) {
      const named = checkValue({ ...checkValue(body, bodySchema), [idMember]: id }, schema);
      const input = { ...named, game: gameIn(game, world) };
      const subject = readInWorld(world, (scope) => readSubject(resource, input, scope));
      world.put(subject);
      return showSubject(subject);
    },
    remove(at, world) {
      const { game, id } = subjectAt(resource, at, world);
      world.remove(resource, game, id);
    },
  };
}

// Secret keys and auth tokens: a value that is given or made up here is public.

const VALUE_BYTES = 18;
const MAX_SECRETS = 100_000;

interface SecretRow<T extends SecretKey | AuthToken> {
  readonly schema: z.ZodObject;
  readonly table: (state: WorldState) => SecretTable<T>;
  /** The input has been read by the schema. */
  readonly read: (input: never, scope: EntityScope) => T;
  readonly show: (held: Held<T>, world: LiveWorld) => object;
  /** What the world keeps of a new one. */
  readonly kept: (held: Held<T>, world: LiveWorld) => Held<T>;
}

/** Refuses a value that no header can carry, or that another key or token has already. */
function checkIsFree(name: string, value: string, at: string, { keys, tokens }: WorldState): void {
  const problem = headerValueProblem(value);
  if (problem !== undefined) throw refusedFor('invalid', `this value ${problem}`, at);
  const taken = (keys.withValue(value) ?? tokens.withValue(value))?.item.name;
  if (taken !== undefined && taken !== name)
    throw refusedFor('conflict', `${JSON.stringify(taken)} has the same value`, at);
}

/** The shell variable of a name: `TEST_7_KEY`. */
function variableOf(name: string, word: string): string {
  const variable = envNameOf(name);
  return variable.endsWith(word) ? variable : `${variable}_${word}`;
}

function secrets<T extends SecretKey | AuthToken>(
  kind: (typeof SECRET_KINDS)[number],
  { schema, table, read, show, kept }: SecretRow<T>,
): EntityKind {
  const { word, secretMember } = ENTITY_KINDS[kind];
  const bodySchema = without(schema, 'name').partial({ [secretMember]: true } as never);
  const heldAt = ({ id }: EntityPlace, { state }: LiveWorld): Held<T> => {
    const held = table(state).get(id);
    if (held === undefined) throw notFound(word, id, 'path id');
    return held;
  };
  return {
    idMember: 'name',
    *all(game, search, world) {
      for (const held of table(world.state).of(game))
        if (held.item.name.includes(search)) yield () => show(held, world);
    },
    get: (at, world) => show(heldAt(at, world), world),
    put({ id: name }, body, world) {
      const { state } = world;
      const before = table(state).get(name);
      if (!NAME_PATTERN.test(name))
        throw refusedFor(
          'invalid',
          'a name is a word of at most 64 letters, digits, ".", "_" and "-", a letter or a digit first',
          'path id',
        );
      if (before === undefined && (state.keys.has(name) || state.tokens.has(name)))
        throw refusedFor(
          'conflict',
          `the name ${JSON.stringify(name)} is taken by a key or a token`,
          'path id',
        );
      if (before === undefined && table(state).size >= MAX_SECRETS)
        throw refusedFor('too-many', `at most ${MAX_SECRETS} are kept; delete some`, 'body');
      const input = checkValue(body, bodySchema);
      const given = input[secretMember] as string | undefined;
      const isSame = given === undefined || given === `\${env:${before?.envName}}`;
      const value =
        isSame && before !== undefined
          ? before.value
          : (given ?? randomBytes(VALUE_BYTES).toString('base64url'));
      checkIsFree(name, value, secretMember, state);
      const named = { ...input, name, [secretMember]: value };
      const held = kept(
        {
          item: readInWorld(world, (scope) => read(named as never, scope)),
          value,
          envName: before?.envName ?? variableOf(name, secretMember.toUpperCase()),
          public: isSame && before !== undefined ? before.public : true,
        },
        world,
      );
      world.change(() => table(state).put(held));
      return show(held, world);
    },
    remove(at, world) {
      const { item } = heldAt(at, world);
      world.change(({ keys, tokens }) => void [keys, tokens].map((each) => each.remove(item.name)));
    },
  };
}

/** The kinds by their word in paths. */
const KINDS_BY_WORD: Readonly<Record<string, EntityKind>> = {
  players: subjects('gamePlayer'),
  characters: subjects('characterPlayer'),
  groups: subjects('group'),
  keys: secrets<SecretKey>('secretKey', {
    schema: secretKeySchema,
    table: ({ keys }) => keys,
    read: readSecretKey,
    show: (held) => showKey(held),
    kept: (held) => held,
  }),
  tokens: secrets<AuthToken>('authToken', {
    schema: authTokenSchema,
    table: ({ tokens }) => tokens,
    read: readAuthToken,
    show: (held, world) => showToken(held, world),
    kept: (held, world) => world.started(held),
  }),
};
const KIND_WORDS = Object.keys(KINDS_BY_WORD);

function kindIn({ params: { kind = '' } }: ControlRequest): EntityKind {
  const found = Object.hasOwn(KINDS_BY_WORD, kind) ? KINDS_BY_WORD[kind] : undefined;
  if (found !== undefined) return found;
  const hint = suggest(kind, [...KIND_WORDS, 'world', 'journal', 'faults'], 'the lists are') ?? '';
  throw refusedFor('not-found', `the control API has no such path; ${hint}`, 'path');
}

const MAX_FOUND = 100;
const inGame = z.strictObject({ game: z.string().optional() });
type InGame = z.infer<typeof inGame>;

const placeOf = ({ params: { id = '' }, query: { game } }: ControlRequest<InGame>): EntityPlace => ({
  game,
  id,
});

export const ENTITY_ROUTES: readonly ControlRoute[] = [
  route('GET /{kind}', { query: inGame.extend({ search: z.string().optional() }) }, (request, { world }) => {
    const { game, search = '' } = request.query;
    const all = [...kindIn(request).all(game, search, world)];
    return { items: all.slice(0, MAX_FOUND).map((show) => show()), total: all.length };
  }),
  route('GET /{kind}/{id}', { query: inGame }, (request, { world }) =>
    kindIn(request).get(placeOf(request), world),
  ),
  route('PUT /{kind}/{id}', { query: inGame, body: z.unknown() }, (request, { world }) =>
    kindIn(request).put(placeOf(request), request.body, world),
  ),
  route('DELETE /{kind}/{id}', { query: inGame }, (request, { world }) =>
    kindIn(request).remove(placeOf(request), world),
  ),
  route(
    'PUT /{kind}/{id}/tags',
    { query: inGame, body: z.strictObject({ tags: z.array(tagSchema).max(MAX_TAGS) }) },
    (request, { world }) => {
      const kind = kindIn(request);
      const at = placeOf(request);
      const { [kind.idMember]: _, game: __, ...before } = kind.get(at, world) as Record<string, unknown>;
      return kind.put(at, { ...before, tags: request.body.tags }, world);
    },
  ),
];
