/** Walking a zod schema along with a value: which schemas apply at a path, which keys they know. */
import type { z } from 'zod';
import type { YamlPath } from './path.ts';

type AnySchema = z.core.$ZodType;
type KnownSchema = z.core.$ZodTypes;

/** How zod describes a schema to libraries. */
function defOf(schema: AnySchema): KnownSchema['_zod']['def'] {
  // oxlint-disable-next-line no-underscore-dangle -- zod's own name for its introspection
  return (schema as KnownSchema)._zod.def;
}

/** The schema behind optional, nullable, lazy and their like. */
function bare(schema: AnySchema): AnySchema {
  const def = defOf(schema);
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return bare(def.innerType);
    case 'lazy':
      return bare(def.getter());
    case 'pipe':
      return bare(def.in);
    default:
      return schema;
  }
}

const bareDef = (schema: AnySchema): KnownSchema['_zod']['def'] => defOf(bare(schema));

/** The branches of a union, in the order in which its issue lists their errors. */
export function branchesOf(schema: AnySchema): readonly AnySchema[] {
  const def = bareDef(schema);
  return def.type === 'union' ? def.options : [];
}

function childrenOf(schema: AnySchema, step: PropertyKey): readonly AnySchema[] {
  const def = bareDef(schema);
  const some = (child: AnySchema | null | undefined): readonly AnySchema[] => (child ? [child] : []);
  switch (def.type) {
    case 'object':
      return some(Object.hasOwn(def.shape, step) ? def.shape[String(step)] : def.catchall);
    case 'record':
      return [def.valueType];
    case 'array':
      return [def.element];
    case 'tuple':
      return some(def.items[Number(step)] ?? def.rest);
    case 'union':
      return def.options.flatMap((option) => childrenOf(option, step));
    case 'intersection':
      return [...childrenOf(def.left, step), ...childrenOf(def.right, step)];
    default:
      return [];
  }
}

/** Every schema that a value at a path may have to match; unions give several. */
export function schemasAt(schema: AnySchema, path: YamlPath): readonly AnySchema[] {
  return path.reduce<readonly AnySchema[]>(
    (found, step) => found.flatMap((each) => childrenOf(each, step)),
    [schema],
  );
}

/** The words of an enum or a literal. */
function wordsOf(schema: AnySchema): readonly string[] {
  const def = bareDef(schema);
  if (def.type === 'enum') return Object.values(def.entries).map(String);
  return def.type === 'literal' ? def.values.map(String) : [];
}

/** The keys that a schema names. */
export function keysOf(schema: AnySchema): readonly string[] {
  const def = bareDef(schema);
  switch (def.type) {
    case 'object':
      return Object.keys(def.shape);
    case 'record':
      return wordsOf(def.keyType);
    case 'union':
      return [...new Set(def.options.flatMap((option) => keysOf(option)))];
    case 'intersection':
      return [...keysOf(def.left), ...keysOf(def.right)];
    default:
      return [];
  }
}

/** What is possible where a schema applies, for a value that is none of it: the keys of a mapping, or the description. */
export function aboutSchema(schema: AnySchema): string | undefined {
  const isMapping = bareDef(schema).type === 'object';
  return isMapping ? `a mapping with ${keysOf(schema).slice(0, 16).join(', ')}` : descriptionOf(schema);
}

/** What `.describe()` says about a schema, also through optional and its like. */
export function descriptionOf(schema: AnySchema): string | undefined {
  const own =
    'description' in schema && typeof schema.description === 'string' ? schema.description : undefined;
  if (own !== undefined) return own;
  const inner = bare(schema);
  return inner === schema ? undefined : descriptionOf(inner);
}
