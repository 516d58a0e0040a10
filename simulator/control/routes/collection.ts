/** The routes that every kind of entity has: list, add, read, replace, change, delete. */
import { z } from 'zod';
import { notFound } from '../api/control-error.ts';
import { type Rig, route, type ControlRequest, type ControlRoute, type RouteGroup } from '../api/route.ts';
import { wholeNumberShape } from '../../shapes.ts';

const MAX_LISTED = 1000;
const USUALLY_LISTED = 100;

/** Which part of a long list to return. */
const pageQuery = z.strictObject({
  offset: wholeNumberShape(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('How many to pass over; 0 unless given.'),
  limit: wholeNumberShape(1, MAX_LISTED)
    .optional()
    .describe(`How many to list: at most ${MAX_LISTED}, ${USUALLY_LISTED} unless given.`),
  search: z.string().optional().describe('Only items with this text in their id, name or tags.'),
});

const pageOf = (item: z.ZodType): z.ZodType =>
  z.strictObject({
    items: z.array(item),
    total: z.int().describe('How many there are in all, beyond this part of the list.'),
  });

/** A body that a route takes, what the route does with it, and what it says about that in the documentation. */
interface Change<T, B extends z.ZodType> {
  readonly does: string;
  readonly body: B;
  readonly apply: (item: T, body: z.infer<B>, request: ControlRequest, rig: Rig) => unknown;
}

export interface Collection<T, Add extends z.ZodType, Edit extends z.ZodType> {
  readonly group: RouteGroup;
  /** The path of the list, for instance `/keys`. */
  readonly path: `/${string}`;
  /** The parameter that names one of the list in the path below. */
  readonly parameter: string;
  /** One of the list, in a sentence. */
  readonly word: string;
  readonly shape: z.ZodType;
  readonly does: { readonly list: string; readonly read: string; readonly remove: string };
  readonly items: (request: ControlRequest, rig: Rig) => Iterable<T>;
  /** Whether the id, the name or a tag of an item holds a text. */
  readonly holds: (item: T, text: string) => boolean;
  /** The one that the path names. */
  readonly find: (name: string, request: ControlRequest, rig: Rig) => T | undefined;
  readonly show: (item: T, rig: Rig) => unknown;
  /** Adds one, and gives the reply. */
  readonly add: Omit<Change<undefined, Add>, 'apply'> & {
    readonly reply?: z.ZodType;
    readonly apply: (body: z.infer<Add>, request: ControlRequest, rig: Rig) => unknown;
  };
  /** Changes the given members of one. */
  readonly edit?: Change<T, Edit>;
  readonly remove: (item: T, rig: Rig) => void;
}

/** The item of a path; ControlError('not-found') where there is none. */
export function itemOf<T, A extends z.ZodType, E extends z.ZodType>(
  { word, parameter, find }: Collection<T, A, E>,
  request: ControlRequest,
  rig: Rig,
): T {
  const name = request.params[parameter] ?? '';
  const item = find(name, request, rig);
  if (item === undefined) throw notFound(word, name, `path ${parameter}`);
  return item;
}

/** The routes of a collection. */
export function collectionRoutes<T, A extends z.ZodType, E extends z.ZodType>(
  collection: Collection<T, A, E>,
): readonly ControlRoute[] {
  const { group, path, parameter, shape, does, items, holds, show, add, edit, remove } = collection;
  const one = `${path}/{${parameter}}` as const;
  return [
    route(group, `GET ${path}`, {
      does: does.list,
      query: pageQuery,
      reply: pageOf(shape),
      handle: (request, rig) => {
        const { offset = 0, limit = USUALLY_LISTED, search } = request.query;
        const shown: unknown[] = [];
        let total = 0;
        for (const item of items(request, rig)) {
          if (search !== undefined && !holds(item, search)) continue;
          if (total >= offset && shown.length < limit) shown.push(show(item, rig));
          total += 1;
        }
        return { items: shown, total };
      },
    }),
    route(group, `POST ${path}`, {
      does: add.does,
      body: add.body,
      status: 201,
      reply: add.reply ?? shape,
      handle: (request, rig) => add.apply(request.body as z.infer<A>, request, rig),
    }),
    route(group, `GET ${one}`, {
      does: does.read,
      reply: shape,
      handle: (request, rig) => show(itemOf(collection, request, rig), rig),
    }),
    ...(edit === undefined
      ? []
      : [
          route(group, `PATCH ${one}`, {
            does: edit.does,
            body: edit.body,
            reply: shape,
            handle: (request, rig) =>
              edit.apply(itemOf(collection, request, rig), request.body as z.infer<E>, request, rig),
          }),
        ]),
    route(group, `DELETE ${one}`, {
      does: does.remove,
      handle: (request, rig) => remove(itemOf(collection, request, rig), rig),
    }),
  ];
}
