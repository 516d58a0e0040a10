/** Bending plain JSON values: members put, left out, renamed, or bent further within. */

export type JsonBend = (value: unknown) => unknown;
type Members = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const onMembers =
  (bend: (members: Members) => unknown): JsonBend =>
  (value) =>
    isMembers(value) ? bend(value) : value;

/** What lies at the end of a path of members, bent; a value without such a path stays as it is. */
export function within(path: readonly string[], bend: JsonBend): JsonBend {
  const [name, ...rest] = path;
  if (name === undefined) return bend;
  return onMembers((members) =>
    Object.hasOwn(members, name) ? { ...members, [name]: within(rest, bend)(members[name]) } : members,
  );
}

export const put = (name: string, value: unknown): JsonBend =>
  onMembers((members) => ({ ...members, [name]: value }));

export const drop = (name: string): JsonBend =>
  onMembers((members) => Object.fromEntries(Object.entries(members).filter(([each]) => each !== name)));

export const rename = (from: string, to: string): JsonBend =>
  onMembers(({ [from]: value, ...others }) => (value === undefined ? others : { ...others, [to]: value }));

/** Every item of an array, bent. */
export const each =
  (bend: JsonBend): JsonBend =>
  (value) =>
    Array.isArray(value) ? value.map(bend) : value;

/** One bend after the other. */
export const inTurn =
  (...bends: readonly JsonBend[]): JsonBend =>
  (value) =>
    bends.reduce((bent, bend) => bend(bent), value);
