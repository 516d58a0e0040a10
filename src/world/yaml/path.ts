/** Paths into a YAML document: keys of mappings, positions in lists. */
export type YamlPath = readonly PropertyKey[];

/** A key in quotes, without what is behind a blank or a colon in it: where "key: value" was meant, that may be a secret. */
export const quotedKey = (key: PropertyKey): string =>
  JSON.stringify(String(key).replace(/([\s:])[^]+$/, '$1…'));

/** `"role"`, or `item 3 of "rules"`: the last step of a path, as messages name it. */
export function nameOf(path: YamlPath): string {
  const last = path.at(-1);
  if (last === undefined) return 'the file';
  if (typeof last !== 'number') return quotedKey(last);
  const list = path.at(-2);
  return list === undefined ? `item ${last + 1}` : `item ${last + 1} of ${nameOf(path.slice(0, -1))}`;
}

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
