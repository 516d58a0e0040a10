/** Ids that a case can ask for: those that nothing has, and those that are easily mistaken for one another. */
import type { Subject } from '../../../world/world.ts';

interface AbsentIdShape {
  readonly fits: (id: string) => boolean;
  /** Between `an id` and `that no group has`. */
  readonly words: string;
  /** A made-up id does as well: the shape is not what a backend may mistake. */
  readonly inventable?: true;
}

export const ABSENT_SHAPES = {
  plain: {
    fits: (id) => /^[A-Za-z]+$/.test(id) && !(id in {}),
    words: 'of letters',
    inventable: true,
  },
  digits: {
    fits: (id) => /^[0-9]+$/.test(id),
    words: 'of digits',
    inventable: true,
  },
  mixed: {
    fits: (id) => /^(?=.*[0-9])(?=.*[A-Za-z])[A-Za-z0-9]+$/.test(id),
    words: 'of letters and digits',
    inventable: true,
  },
  punctuation: {
    fits: (id) => /^(?=.*[^A-Za-z0-9])[\u0020-\u007E]+$/.test(id),
    words: 'with punctuation',
  },
  any: { fits: () => true, words: '', inventable: true },
} as const satisfies Record<string, AbsentIdShape>;

export type AbsentShape = keyof typeof ABSENT_SHAPES;

type HasElsewhere = (other: Subject, here: { readonly resource: string; readonly game: string }) => boolean;

/** Where else something has the id. */
export const ID_ELSEWHERE = {
  'other-kind': (other, { resource, game }) => other.resource !== resource && other.game === game,
  'other-game': (other, { resource, game }) => other.resource === resource && other.game !== game,
} as const satisfies Record<string, HasElsewhere>;

export type Elsewhere = keyof typeof ID_ELSEWHERE;

/** Whether the id is one that something has elsewhere. */
export const isElsewhere = (shape: AbsentShape | Elsewhere): shape is Elsewhere =>
  Object.hasOwn(ID_ELSEWHERE, shape);

/** Whether a made-up id is as good as any other of this shape. */
export const isInventable = (shape: AbsentShape | Elsewhere): boolean =>
  !isElsewhere(shape) && 'inventable' in ABSENT_SHAPES[shape];

interface Likeness {
  /** Behind the kind of the first one. */
  readonly words: string;
  /** What makes two subjects near-duplicates; both exist, under other tags. */
  readonly fits: (a: Subject, b: Subject) => boolean;
  /** What a subject shares with its near-duplicates; undefined: it has none. */
  readonly shared: (subject: Subject) => readonly string[] | undefined;
}

const differingIn = (what: string): string =>
  `and another one with other tags, whose ids differ only in ${what}`;
const neighbours = (a: Subject, b: Subject): boolean =>
  a.resource === b.resource && a.game === b.game && a.id !== b.id;
const withoutLast = (id: string): string => id.slice(0, -1);
const withoutFirst = (id: string): string => id.slice(1);
const ALL_DIGITS = /^[0-9]+$/;

export const NEAR_DUPLICATES = {
  case: {
    words: differingIn('case'),
    fits: (a, b) => neighbours(a, b) && a.id.toLowerCase() === b.id.toLowerCase(),
    shared: ({ resource, game, id }) => [resource, game, id.toLowerCase()],
  },
  'last-character': {
    words: differingIn('the last character'),
    fits: (a, b) =>
      neighbours(a, b) && a.id.length === b.id.length && withoutLast(a.id) === withoutLast(b.id),
    shared: ({ resource, game, id }) => [resource, game, withoutLast(id)],
  },
  'first-character': {
    words: differingIn('the first character'),
    fits: (a, b) =>
      neighbours(a, b) && a.id.length === b.id.length && withoutFirst(a.id) === withoutFirst(b.id),
    shared: ({ resource, game, id }) => [resource, game, withoutFirst(id)],
  },
  'leading-zero': {
    words: differingIn('a leading zero'),
    fits: (a, b) => neighbours(a, b) && /^0[0-9]+$/.test(a.id) && ALL_DIGITS.test(b.id),
    shared: ({ resource, game, id }) => (ALL_DIGITS.test(id) ? [resource, game] : undefined),
  },
  kind: {
    words: 'and one of another kind with the same id and other tags',
    fits: (a, b) => a.resource !== b.resource && a.id === b.id,
    shared: ({ id }) => [id],
  },
  game: {
    words: 'and one of another game with the same id and other tags',
    fits: (a, b) => a.resource === b.resource && a.game !== b.game && a.id === b.id,
    shared: ({ resource, id }) => [resource, id],
  },
} as const satisfies Record<string, Likeness>;

export type NearDuplicate = keyof typeof NEAR_DUPLICATES;

/** The name of the only bucket in which near-duplicates of a subject can be; undefined: it has none. */
export function nearDuplicateBucket(nearDuplicate: NearDuplicate, subject: Subject): string | undefined {
  return NEAR_DUPLICATES[nearDuplicate].shared(subject)?.join('\n');
}
