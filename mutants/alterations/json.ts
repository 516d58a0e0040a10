/** Altering plain JSON values: members put, left out, renamed, or altered further within. */

export type ReplyJsonAlteration = (value: unknown) => unknown;
type Members = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const onMembers =
  (alter: (members: Members) => unknown): ReplyJsonAlteration =>
  (value) =>
    isMembers(value) ? alter(value) : value;

/** Alters the value at the end of a path of members; a value without such a path stays as it is. */
export function within(path: readonly string[], alter: ReplyJsonAlteration): ReplyJsonAlteration {
  const [name, ...rest] = path;
  if (name === undefined) return alter;
  return onMembers((members) =>
    Object.hasOwn(members, name) ? { ...members, [name]: within(rest, alter)(members[name]) } : members,
  );
}

export const put = (name: string, value: unknown): ReplyJsonAlteration =>
  onMembers((members) => ({ ...members, [name]: value }));

export const drop = (name: string): ReplyJsonAlteration =>
  onMembers((members) => Object.fromEntries(Object.entries(members).filter(([each]) => each !== name)));

export const rename = (from: string, to: string): ReplyJsonAlteration =>
  onMembers(({ [from]: value, ...others }) => (value === undefined ? others : { ...others, [to]: value }));

/** Every item of an array, altered. */
export const each =
  (alter: ReplyJsonAlteration): ReplyJsonAlteration =>
  (value) =>
    Array.isArray(value) ? value.map(alter) : value;

/** One alteration after the other. */
export const inTurn =
  (...alterations: readonly ReplyJsonAlteration[]): ReplyJsonAlteration =>
  (value) =>
    alterations.reduce((altered, alter) => alter(altered), value);
