/** Ids that nothing has: their shapes, and those that something has elsewhere. */
import type { Subject } from '../../world/world.ts';
export const ABSENT_SHAPES = {
  plain: (id) => /^[A-Za-z]+$/.test(id) && !(id in {}),
  digits: (id) => /^[0-9]+$/.test(id),
  mixed: (id) => /^(?=.*[0-9])(?=.*[A-Za-z])[A-Za-z0-9]+$/.test(id),
  prototype: (id) => id in {},
  punctuation: (id) => /^(?=.*[^A-Za-z0-9])[\u0020-\u007E]+$/.test(id),
  any: () => true,
} as const satisfies Record<string, (id: string) => boolean>;

/** Whether the id is one that something has elsewhere. */
export const isElsewhere = (shape: AbsentShape | Elsewhere): shape is Elsewhere =>
  Object.hasOwn(ELSEWHERE, shape);

export type AbsentShape = keyof typeof ABSENT_SHAPES;

type HasElsewhere = (other: Subject, here: { readonly resource: string; readonly game: string }) => boolean;

/** Where else something has the id. */
export const ELSEWHERE = {
  'other-kind': (other, { resource, game }) => other.resource !== resource && other.game === game,
  'other-game': (other, { resource, game }) => other.resource === resource && other.game !== game,
} as const satisfies Record<string, HasElsewhere>;

export type Elsewhere = keyof typeof ELSEWHERE;
