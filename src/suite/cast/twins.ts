/** Subjects that are easily mistaken for one another: what a twin of a subject is. */
import type { Subject } from '../../world/world.ts';

type IsTwin = (a: Subject, b: Subject) => boolean;

const neighbours = (a: Subject, b: Subject): boolean =>
  a.resource === b.resource && a.game === b.game && a.id !== b.id;
const differAt = (a: string, b: string): readonly number[] =>
  [...a].flatMap((character, index) => (character === b[index] ? [] : [index]));

/** What makes two subjects twins; both exist, under other tags. */
export const TWINS = {
  case: (a, b) => neighbours(a, b) && a.id.toLowerCase() === b.id.toLowerCase(),
  'last-character': (a, b) =>
    neighbours(a, b) &&
    a.id.length === b.id.length &&
    differAt(a.id, b.id).join() === String(a.id.length - 1),
  'first-character': (a, b) =>
    neighbours(a, b) && a.id.length === b.id.length && differAt(a.id, b.id).join() === '0',
  'leading-zero': (a, b) => neighbours(a, b) && /^0[0-9]+$/.test(a.id) && /^[0-9]+$/.test(b.id),
  kind: (a, b) => a.resource !== b.resource && a.id === b.id,
  game: (a, b) => a.resource === b.resource && a.game !== b.game && a.id === b.id,
} as const satisfies Record<string, IsTwin>;

export type Twin = keyof typeof TWINS;
