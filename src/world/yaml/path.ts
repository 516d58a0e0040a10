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
