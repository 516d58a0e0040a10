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

/** Whether a path leads to a place, or to something in it. */
export const isWithin = (path: YamlPath, place: YamlPath): boolean =>
  place.every((step, at) => path[at] === step);

/** The values without the parts at these paths. */
export function withoutParts(values: unknown, parts: readonly YamlPath[]): unknown {
  if (parts.length === 0 || !isMappingOrList(values)) return values;
  const isLeft = (step: PropertyKey): boolean => !parts.some((part) => part.length === 1 && part[0] === step);
  const below = (step: PropertyKey): readonly YamlPath[] =>
    parts.filter(([first]) => first === step).map((part) => part.slice(1));
  if (Array.isArray(values))
    return values.flatMap((each, at) => (isLeft(at) ? [withoutParts(each, below(at))] : []));
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      isLeft(key) ? [[key, withoutParts(value, below(key))]] : [],
    ),
  );
}

/** The path in all values of what has this path where some parts are left out. */
export function pathBefore(path: YamlPath, leftOut: readonly YamlPath[]): YamlPath {
  const before: PropertyKey[] = [];
  for (const step of path) {
    const gone = leftOut.filter((part) => part.length === before.length + 1 && isWithin(part, before));
    const indices = gone.map((part) => Number(part.at(-1))).toSorted((one, other) => one - other);
    const isIndex = typeof step === 'number';
    before.push(isIndex ? indices.reduce((sum, each) => (each <= sum ? sum + 1 : sum), step) : step);
  }
  return before;
}
