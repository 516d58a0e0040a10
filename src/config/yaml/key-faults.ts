/** Faults of the keys of a mapping: unknown and missing ones. */
import type { z } from 'zod';
import type { Fault } from './fault.ts';
import type { LocatedDocument } from './located.ts';
import { nearest, suggest } from '../../text/nearest.ts';
import { nameOf, type YamlPath } from './path.ts';
import { descriptionOf, keysOf } from './schema-walk.ts';

type AnySchema = z.core.$ZodType;

/** A key that is unknown, with the one that was probably meant. */
export interface UnknownKey {
  readonly key: string;
  readonly meant: string | undefined;
  readonly fault: Fault;
}

/** The unknown keys of the mapping at a path, where one of these schemas applies. */
export function unknownKeys(
  document: LocatedDocument,
  path: YamlPath,
  keys: readonly string[],
  schemas: readonly AnySchema[],
): readonly UnknownKey[] {
  const { value } = document.valueAt(path);
  const present = new Set(typeof value === 'object' && value !== null ? Object.keys(value) : []);
  const free = [...new Set(schemas.flatMap(keysOf))].filter((key) => !present.has(key));
  return keys.map((key) => ({
    key,
    meant: nearest(key, free),
    fault: document.faultAt(
      [...path, key],
      `unknown key ${JSON.stringify(key)}`,
      suggest(key, free, 'possible here'),
      'key',
    ),
  }));
}

/** A key that is missing; `schema` is what its value would have to match, `words` what it could be. */
export function missingKey(
  document: LocatedDocument,
  path: YamlPath,
  schema: AnySchema | undefined,
  words: readonly unknown[],
): Fault {
  const key = String(path.at(-1));
  const around = path.slice(0, -1);
  const where = around.length === 0 ? '' : ` in ${nameOf(around)}`;
  const about =
    (schema && descriptionOf(schema)) ?? (words.length > 0 ? `one of ${words.join(', ')}` : undefined);
  const hint = about === undefined ? undefined : `${key}: ${about}`;
  return document.faultAt(around, `the key ${JSON.stringify(key)} is missing${where}`, hint);
}
