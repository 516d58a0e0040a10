/** Players, characters and groups of a game, and their tags. */
import { z } from 'zod';
import {
  readSubject,
  showSubject,
  SUBJECT_SCHEMAS,
  type SubjectInput,
} from '../../../src/world/world-file/subject.ts';
import { MAX_TAGS, tagSchema } from '../../../src/world/world-file/tags.ts';
import { RESOURCE_FACTS, type Resource } from '../../../src/spec/endpoints.ts';
import { UNKNOWN, type Subject } from '../../../src/world/world.ts';
import { alreadyThere, notFound } from '../api/control-error.ts';
import { readInWorld } from '../api/entities.ts';
import { checkValue } from '../api/read-value.ts';
import { type Rig, route, type ControlRequest, type ControlRoute } from '../api/route.ts';

/** The kinds by their word in paths. */
const KINDS: Readonly<Record<string, Resource>> = {
  players: 'gamePlayer',
  characters: 'characterPlayer',
  groups: 'group',
};

const ALL = '/games/{game}/{kind}';
const ONE = `${ALL}/{id}` as const;

const MAX_LISTED = 100;

function resourceOf({ params: { kind = '' } }: ControlRequest): Resource {
  const resource = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (resource === undefined) throw notFound('list', kind, 'path kind');
  return resource;
}

function subjectOf(request: ControlRequest, { world }: Rig): Subject {
  const resource = resourceOf(request);
  const { game = '' } = request;
  const { id = '' } = request.params;
  const subject = world.subject(resource, game, id);
  if (subject === undefined) throw notFound(RESOURCE_FACTS[resource].word, id, 'path id');
  return subject;
}

/** Puts a subject of a game, as a request describes it, into the world. */
function put(resource: Resource, input: SubjectInput, game: string, { world }: Rig): Subject {
  const subject = readInWorld(world, (scope) => readSubject(resource, { ...input, game }, scope));
  world.put(subject);
  return subject;
}

const without = (schema: z.ZodObject, member: string): z.ZodObject => {
  const { [member]: _, ...shape } = schema.shape;
  return z.strictObject(shape);
};

/** A subject as a body describes it: the game is in the path. */
const bodyOf = (resource: Resource): z.ZodObject => without(SUBJECT_SCHEMAS[resource], 'game');

const holds = ({ id, tags }: Subject, text: string): boolean =>
  id.includes(text) ||
  (tags !== UNKNOWN && tags.some(({ key, value }) => key.includes(text) || value.includes(text)));

const anySubject = z.union(Object.values(KINDS).map((resource) => SUBJECT_SCHEMAS[resource]));
/** Read by the schema of its kind. */
const anyBody = z.unknown().describe('One of this kind, as a world file has it, without its game.');

export const SUBJECT_ROUTES: readonly ControlRoute[] = [
  route('entities', `GET ${ALL}`, {
    does: `The players, characters or groups of a game: the first ${MAX_LISTED}.`,
    query: z.strictObject({
      search: z.string().optional().describe('Only those with this text in their id or tags.'),
    }),
    reply: z.strictObject({
      items: z.array(anySubject),
      total: z.int().describe('How many there are in all.'),
    }),
    handle: (request, { world }) => {
      const { game = '', query } = request;
      const items: unknown[] = [];
      let total = 0;
      for (const subject of world.state.games.get(game)?.[resourceOf(request)].values() ?? []) {
        if (query.search !== undefined && !holds(subject, query.search)) continue;
        if (items.length < MAX_LISTED) items.push(showSubject(subject));
        total += 1;
      }
      return { items, total };
    },
  }),
  route('entities', `POST ${ALL}`, {
    does: 'Adds a player, a character or a group.',
    body: anyBody,
    status: 201,
    reply: anySubject,
    handle: (request, rig) => {
      const resource = resourceOf(request);
      const { game = '' } = request;
      const { word, idMember } = RESOURCE_FACTS[resource];
      const body = checkValue(request.body, bodyOf(resource));
      const id = String(body[idMember]);
      if (rig.world.subject(resource, game, id) !== undefined) throw alreadyThere(word, id, idMember);
      return showSubject(put(resource, body, game, rig));
    },
  }),
  route('entities', `GET ${ONE}`, {
    does: 'A player, a character or a group with its tags.',
    reply: anySubject,
    handle: (request, rig) => showSubject(subjectOf(request, rig)),
  }),
  route('entities', `PUT ${ONE}`, {
    does: 'Replaces the one with this id, or adds it.',
    body: anyBody,
    reply: anySubject,
    handle: (request, rig) => {
      const resource = resourceOf(request);
      const { idMember } = RESOURCE_FACTS[resource];
      const body = checkValue(request.body, without(bodyOf(resource), idMember));
      const { game = '' } = request;
      return showSubject(put(resource, { ...body, [idMember]: request.params['id'] ?? '' }, game, rig));
    },
  }),
  route('entities', `DELETE ${ONE}`, {
    does: 'Deletes one. With a player go its tokens; its characters are then of no player, and groups lose the member.',
    handle: (request, rig) => {
      const { resource, game, id } = subjectOf(request, rig);
      rig.world.remove(resource, game, id);
    },
  }),
  route('entities', `PUT ${ONE}/tags`, {
    does: 'Replaces all tags of one by these.',
    body: z.strictObject({ tags: z.array(tagSchema).max(MAX_TAGS) }),
    reply: anySubject,
    handle: (request, rig) => {
      const subject = subjectOf(request, rig);
      const { tags } = request.body;
      return showSubject(put(subject.resource, { ...showSubject(subject), tags }, subject.game, rig));
    },
  }),
];
