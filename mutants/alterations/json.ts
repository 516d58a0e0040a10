/** Altering plain JSON values: members put, left out, renamed, or altered further within. */

export type JsonAlteration = (value: unknown) => unknown;
type Members = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const onMembers =
  (alter: (members: Members) => unknown): JsonAlteration =>
  (value) =>
    isMembers(value) ? alter(value) : value;

/** Alters the value at the end of a path of members; a value without such a path stays as it is. */
export function within(path: readonly string[], alter: JsonAlteration): JsonAlteration {
  const [name, ...rest] = path;
  if (name === undefined) return alter;
  return onMembers((members) =>
    Object.hasOwn(members, name) ? { ...members, [name]: within(rest, alter)(members[name]) } : members,
  );
}

export const put = (name: string, value: unknown): JsonAlteration =>
  onMembers((members) => ({ ...members, [name]: value }));

export const drop = (name: string): JsonAlteration =>
  onMembers((members) => Object.fromEntries(Object.entries(members).filter(([each]) => each !== name)));

export const rename = (from: string, to: string): JsonAlteration =>
  onMembers(({ [from]: value, ...others }) => (value === undefined ? others : { ...others, [to]: value }));

/** Every item of an array, altered. */
export const each =
  (alter: JsonAlteration): JsonAlteration =>
  (value) =>
    Array.isArray(value) ? value.map(alter) : value;

/** One alteration after the other. */
export const inTurn =
  (...alterations: readonly JsonAlteration[]): JsonAlteration =>
  (value) =>
    alterations.reduce((altered, alter) => alter(altered), value);
