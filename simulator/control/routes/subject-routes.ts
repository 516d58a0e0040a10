/** Players, characters and groups of a game, and their tags. */
import { z } from 'zod';
import {
  readSubject,
  showSubject,
  SUBJECT_SCHEMAS,
  type SubjectInput,
} from '../../../src/config/world-file/subject.ts';
import { MAX_TAG_TEXT, MAX_TAGS, tagSchema } from '../../../src/config/world-file/tags.ts';
import { RESOURCES, RESOURCE_FACTS, type Resource } from '../../../src/contract/endpoints.ts';
import type { TagItem } from '../../../src/contract/envelope.ts';
import { UNKNOWN, type Subject } from '../../../src/world/world.ts';
import { alreadyThere, notFound } from '../api/control-error.ts';
import { readInWorld } from '../api/entities.ts';
import { type Rig, route, type ControlRequest, type ControlRoute } from '../api/route.ts';
import { collectionRoutes, itemOf, type Collection } from './collection.ts';

/** What routes call the three kinds. */
const SEGMENTS = {
  gamePlayer: 'players',
  characterPlayer: 'characters',
  group: 'groups',
} as const satisfies Record<Resource, string>;

const tagsOf = ({ tags }: Subject): readonly TagItem[] => (tags === UNKNOWN ? [] : tags);

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

/** The game is in the path. */
const bodyOf = (resource: Resource): z.ZodObject => without(SUBJECT_SCHEMAS[resource], 'game');

/** What may be changed of a subject: all but its id. */
const editOf = (resource: Resource): z.ZodObject =>
  without(bodyOf(resource), RESOURCE_FACTS[resource].idMember);

function collectionOf(resource: Resource): Collection<Subject, z.ZodObject, z.ZodObject> {
  const { word, idMember } = RESOURCE_FACTS[resource];
  const segment = SEGMENTS[resource];
  return {
    group: 'entities',
    path: `/games/{game}/${segment}`,
    parameter: 'id',
    word,
    shape: SUBJECT_SCHEMAS[resource],
    does: {
      list: `The ${segment} of a game.`,
      read: `A ${word}.`,
      remove:
        resource === 'gamePlayer'
          ? 'Deletes a game player with its tokens; its characters are then of no player, and groups lose the member.'
          : `Deletes a ${word}.`,
    },
    items: ({ game = '' }, { world }) => world.state.games.get(game)?.[resource].values() ?? [],
    holds: (subject, text) =>
      subject.id.includes(text) ||
      tagsOf(subject).some(({ key, value }) => key.includes(text) || value.includes(text)),
    find: (id, { game = '' }, { world }) => world.subject(resource, game, id),
    show: showSubject,
    add: {
      does: `Adds a ${word}.`,
      body: bodyOf(resource),
      apply: (body, { game = '' }, rig) => {
        const id = String(body[idMember]);
        if (rig.world.subject(resource, game, id) !== undefined) throw alreadyThere(word, id, idMember);
        return showSubject(put(resource, body, game, rig));
      },
    },
    edit: {
      does: `Changes the given members of a ${word}; the rest stays.`,
      body: editOf(resource).partial(),
      apply: (subject, body, { game = '' }, rig) =>
        showSubject(put(resource, { ...showSubject(subject), ...body }, game, rig)),
    },
    remove: ({ game, id }, { world }) => void world.remove(resource, game, id),
  };
}

const tagsReply = z.strictObject({
  tags: z.array(z.strictObject({ key: z.string(), value: z.string() })),
});
const tagsBody = z.strictObject({ tags: z.array(tagSchema).max(MAX_TAGS) });
const tagBody = z.strictObject({ value: z.string().max(MAX_TAG_TEXT).describe('The value of the tag.') });

/** The tags with one set: it replaces those with its key, or is added behind the others. */
function withTag(tags: readonly TagItem[], tag: TagItem): readonly TagItem[] {
  const at = tags.findIndex(({ key }) => key === tag.key);
  const others = tags.filter(({ key }) => key !== tag.key);
  return at === -1 ? [...others, tag] : others.toSpliced(at, 0, tag);
}

function routesOf(resource: Resource): readonly ControlRoute[] {
  const { word, idMember } = RESOURCE_FACTS[resource];
  const collection = collectionOf(resource);
  const one = `${collection.path}/{id}` as const;
  const subjectOf = (request: ControlRequest, rig: Rig): Subject => itemOf(collection, request, rig);
  const setTags = (subject: Subject, tags: SubjectInput['tags'], rig: Rig): unknown => ({
    tags: tagsOf(put(resource, { ...showSubject(subject), tags }, subject.game, rig)),
  });
  return [
    ...collectionRoutes(collection),
    route('entities', `PUT ${one}`, {
      does: `Replaces the ${word} with this id, or adds it.`,
      body: editOf(resource),
      reply: collection.shape,
      handle: ({ params, body, game = '' }, rig) =>
        showSubject(put(resource, { ...body, [idMember]: params['id'] ?? '' }, game, rig)),
    }),
    route('entities', `GET ${one}/tags`, {
      does: `The tags of a ${word}.`,
      reply: tagsReply,
      handle: (request, rig) => ({ tags: tagsOf(subjectOf(request, rig)) }),
    }),
    route('entities', `PUT ${one}/tags`, {
      does: `Replaces all tags of a ${word} by these.`,
      body: tagsBody,
      reply: tagsReply,
      handle: (request, rig) => setTags(subjectOf(request, rig), request.body.tags, rig),
    }),
    route('entities', `PUT ${one}/tags/{key}`, {
      does: `Sets one tag of a ${word}: it replaces those with its key, or is added behind the others.`,
      body: tagBody,
      reply: tagsReply,
      handle: (request, rig) => {
        const subject = subjectOf(request, rig);
        const tag = { key: request.params['key'] ?? '', value: request.body.value };
        return setTags(subject, [...withTag(tagsOf(subject), tag)], rig);
      },
    }),
    route('entities', `DELETE ${one}/tags/{key}`, {
      does: `Takes the tags with a key away from a ${word}.`,
      reply: tagsReply,
      handle: (request, rig) => {
        const subject = subjectOf(request, rig);
        const { key: wanted = '' } = request.params;
        const tags = tagsOf(subject).filter(({ key }) => key !== wanted);
        if (tags.length === tagsOf(subject).length) throw notFound('tag', wanted, 'path key');
        rig.world.put({ ...subject, tags });
        return { tags };
      },
    }),
  ];
}

export const SUBJECT_ROUTES: readonly ControlRoute[] = RESOURCES.flatMap(routesOf);
