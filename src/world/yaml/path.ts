/** Paths into a YAML document: keys of mappings, positions in lists. */
export type YamlPath = readonly PropertyKey[];

/** A YAML mapping or a JSON object whose members are not checked yet. */
export type Mapping = Readonly<Record<string, unknown>>;

export const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isMappingOrList = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null;

/** `world.gamePlayers[12].userId`: where something is in a document without lines. */
export const pathText = (path: YamlPath): string =>
  path
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at === 0 ? '' : '.'}${String(step)}`))
    .join('');

/** The value at a path of plain values; undefined: a mapping or list on the way does not have it. */
export function valueAt(values: unknown, path: YamlPath): unknown {
  let value = values;
  for (const step of path) {
    if (!isMappingOrList(value) || !Object.hasOwn(value, step)) return undefined;
    value = value[step];
  }
  return value;
}

/** What is left out where something at a path is wrong: the item of a list that holds it, else all below its first key. */
export const wholePart = (path: YamlPath): YamlPath =>
  path.slice(0, path.findIndex((step) => typeof step === 'number') + 1 || 1);

/** The values without these whole parts. */
export function withoutParts(values: unknown, parts: readonly YamlPath[]): unknown {
  if (parts.length === 0 || !isMappingOrList(values)) return values;
  const isLeft = (step: PropertyKey): boolean => !parts.some((part) => part.length === 1 && part[0] === step);
  if (Array.isArray(values)) return values.filter((_, at) => isLeft(at));
  const below = (key: string): readonly YamlPath[] =>
    parts.filter(([first]) => first === key).map((part) => part.slice(1));
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      isLeft(key) ? [[key, withoutParts(value, below(key))]] : [],
    ),
  );
}

/** The path in all values of what has this path where some parts are left out. */
export function pathBefore(path: YamlPath, leftOut: readonly YamlPath[]): YamlPath {
  const part = wholePart(path);
  const at = part.at(-1);
  if (typeof at !== 'number') return path;
  const list = pathText(part.slice(0, -1));
  const gone = leftOut.filter((each) => each.length === part.length && pathText(each.slice(0, -1)) === list);
  const index = gone
    .map((each) => Number(each.at(-1)))
    .toSorted((one, other) => one - other)
    .reduce((sum, each) => (each <= sum ? sum + 1 : sum), at);
  return [...part.slice(0, -1), index, ...path.slice(part.length)];
}
