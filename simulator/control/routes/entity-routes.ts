/** Players, characters and groups of a game, and their tags. */
import { z } from 'zod';
import { RESOURCES, RESOURCE_FACTS, type Resource } from '../../../src/contract/endpoints.ts';
import type { TagItem } from '../../../src/contract/envelope.ts';
import { UNKNOWN, type Subject } from '../../../src/world/world.ts';
import { alreadyThere, notFound } from '../control-error.ts';
import { readSubject, showSubject, type SubjectInput } from '../../../src/config/world-file/subject.ts';
import type { LiveWorld } from '../../world/live-world.ts';
import { readInWorld } from '../read/read-entity.ts';
import type { Rig } from '../rig.ts';
import { route, type ControlRequest, type Route } from '../route.ts';
import {
  KINDS,
  listOf,
  pageOf,
  pageQuery,
  subjectBody,
  subjectChanges,
  subjectShape,
  tagListSchema,
  tagsReply,
} from './shapes.ts';

const tagsOf = ({ tags }: Subject): readonly TagItem[] => (tags === UNKNOWN ? [] : tags);

/** Whether the id or a tag holds a text. */
const has = (subject: Subject, text: string): boolean =>
  subject.id.includes(text) ||
  tagsOf(subject).some(({ key, value }) => key.includes(text) || value.includes(text));

function found(resource: Resource, { params, game = '' }: ControlRequest, { world }: Rig): Subject {
  const { id = '' } = params;
  const subject = world.subject(resource, game, id);
  if (subject === undefined) throw notFound(RESOURCE_FACTS[resource].word, id, 'path id');
  return subject;
}

/** A subject of the path's game that a request describes. */
const readIn = (resource: Resource, input: SubjectInput, game: string, world: LiveWorld): Subject =>
  readInWorld(world, (scope) => readSubject(resource, { ...input, game }, scope));

/** Tags as the schema of world files has them, read with a subject's other facts. */
function withTags(subject: Subject, tags: unknown, { world }: Rig): Subject {
  const input = { ...showSubject(subject), game: undefined, tags } as SubjectInput;
  return readIn(subject.resource, input, subject.game, world);
}

const tagValue = z.strictObject({ value: z.string().max(1_048_576).describe('The value of the tag.') });

function routesOf(resource: Resource): readonly Route[] {
  const { segment } = KINDS[resource];
  const { word, idMember } = RESOURCE_FACTS[resource];
  const all = `/games/{game}/${segment}` as const;
  const one = `${all}/{id}` as const;
  return [
    route('entities', `GET ${all}`, {
      does: `The ${segment} of a game.`,
      query: pageQuery,
      reply: listOf(subjectShape(resource)),
      handle: ({ query, game = '' }, { world }) =>
        pageOf(
          world.state.games.get(game)?.[resource].values() ?? [],
          query,
          (subject) => query.search === undefined || has(subject, query.search),
          showSubject,
        ),
    }),
    route('entities', `POST ${all}`, {
      does: `Adds a ${word}.`,
      body: subjectBody(resource),
      status: 201,
      reply: subjectShape(resource),
      handle: ({ body, game = '' }, { world }) => {
        const subject = readIn(resource, body as SubjectInput, game, world);
        if (world.subject(resource, game, subject.id) !== undefined)
          throw alreadyThere(word, subject.id, idMember);
        world.put(subject);
        return showSubject(subject);
      },
    }),
    route('entities', `GET ${one}`, {
      does: `A ${word}.`,
      reply: subjectShape(resource),
      handle: (request, rig) => showSubject(found(resource, request, rig)),
    }),
    route('entities', `PUT ${one}`, {
      does: `Replaces the ${word} with this id, or adds it.`,
      body: subjectChanges(resource),
      reply: subjectShape(resource),
      handle: ({ params, body, game = '' }, { world }) => {
        const input = { ...(body as object), [idMember]: params['id'] ?? '' } as SubjectInput;
        const subject = readIn(resource, input, game, world);
        world.put(subject);
        return showSubject(subject);
      },
    }),
    route('entities', `PATCH ${one}`, {
      does: `Changes the given members of a ${word}; the rest stays.`,
      body: subjectChanges(resource).partial(),
      reply: subjectShape(resource),
      handle: (request, rig) => {
        const { game = '', body } = request;
        const before = { ...showSubject(found(resource, request, rig)), game: undefined };
        const subject = readIn(resource, { ...before, ...(body as object) } as SubjectInput, game, rig.world);
        rig.world.put(subject);
        return showSubject(subject);
      },
    }),
    route('entities', `DELETE ${one}`, {
      does:
        resource === 'gamePlayer'
          ? 'Deletes a game player with its tokens; its characters are then of no player, and groups lose the member.'
          : `Deletes a ${word}.`,
      handle: (request, rig) => {
        const { game, id } = found(resource, request, rig);
        rig.world.remove(resource, game, id);
      },
    }),
    route('entities', `GET ${one}/tags`, {
      does: `The tags of a ${word}.`,
      reply: tagsReply,
      handle: (request, rig) => ({ tags: tagsOf(found(resource, request, rig)) }),
    }),
    route('entities', `PUT ${one}/tags`, {
      does: `Replaces all tags of a ${word} by these.`,
      body: z.strictObject({ tags: tagListSchema }),
      reply: tagsReply,
      handle: (request, rig) => {
        const subject = withTags(found(resource, request, rig), request.body.tags, rig);
        rig.world.put(subject);
        return { tags: tagsOf(subject) };
      },
    }),
    route('entities', `PUT ${one}/tags/{key}`, {
      does: `Sets one tag of a ${word}: it replaces those with its key, or is added behind the others.`,
      body: tagValue,
      reply: tagsReply,
      handle: (request, rig) => {
        const before = found(resource, request, rig);
        const tag = { key: request.params['key'] ?? '', value: request.body.value };
        const at = tagsOf(before).findIndex(({ key }) => key === tag.key);
        const others = tagsOf(before).filter(({ key }) => key !== tag.key);
        const tags = at === -1 ? [...others, tag] : others.toSpliced(at, 0, tag);
        const subject = withTags(before, tags, rig);
        rig.world.put(subject);
        return { tags: tagsOf(subject) };
      },
    }),
    route('entities', `DELETE ${one}/tags/{key}`, {
      does: `Takes the tags with a key away from a ${word}.`,
      reply: tagsReply,
      handle: (request, rig) => {
        const subject = found(resource, request, rig);
        const { key: wanted = '' } = request.params;
        const tags = tagsOf(subject).filter(({ key }) => key !== wanted);
        if (tags.length === tagsOf(subject).length) throw notFound('tag', wanted, 'path key');
        rig.world.put({ ...subject, tags });
        return { tags };
      },
    }),
  ];
}

export const ENTITY_ROUTES: readonly Route[] = RESOURCES.flatMap(routesOf);
