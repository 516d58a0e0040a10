/** Reading a document by a schema: a typed value that knows its places, or all faults at once. */
import type { z } from 'zod';
import { type FileKind, otherKind, whereFrom } from '../../base/file-kinds.ts';
import { jsonFault } from '../../base/text/parsed-json.ts';
import { inOrder, type FileFault } from './fault.ts';
import { checkedBy } from './issues.ts';
import { Located } from './located.ts';
import { parseYaml, type Unfilled } from './parse.ts';
import { pathText, valueAt, type YamlPath } from './path.ts';
import type { Source } from './source.ts';
import { type Env, substituteAll } from './substitute-env.ts';

export type YamlResult<T> =
  | Located<T>
  | {
      readonly ok: false;
      readonly faults: readonly FileFault[];
      /** The document without what is wrong in it, where that is a document of its kind, too: for checks that no schema can make. */
      readonly rest?: Located<T> | undefined;
    };

const failed = (faults: readonly FileFault[]): YamlResult<never> => ({ ok: false, faults: inOrder(faults) });

interface ReadOptions {
  readonly kind: FileKind;
  /** For variables in texts; left out: `${env:…}` is text like any other. */
  readonly env?: Env | undefined;
  /** The file may hold secrets: faults show words of its schema alone. One that says it is public holds none. */
  readonly hasSecrets?: boolean;
  /** What is left of a file that is wrong has to fit this alone; left out: its schema. */
  readonly restSchema?: z.ZodType | undefined;
}

const IS_PUBLIC = /^\s*"?public"?:\s*true\b/m;

const secretsBehind = (schema: z.ZodType, text: string): { readonly wordsOf?: z.ZodType } =>
  IS_PUBLIC.test(text) ? {} : { wordsOf: schema };

/** Reads a source, of some kind of file, by a schema. Never throws: what is wrong is located and collected, in the order of the file. */
export function readYaml<T>(
  source: Source,
  schema: z.ZodType<T>,
  { kind, env, hasSecrets = false, restSchema }: ReadOptions,
): YamlResult<T> {
  const secrets = hasSecrets ? secretsBehind(schema, source.text) : {};
  const other = otherKind(source.text, kind);
  if (other !== undefined) return failed([{ file: source.file, ...other }]);
  const document = parseYaml(source, { env, ...secrets });
  if (!document.ok)
    return document.unfilled === undefined
      ? document
      : readDocument(document.unfilled.document, schema, document.unfilled, restSchema);
  if (document.value === null)
    return failed([document.faultAt([], 'the file says nothing', whereFrom(kind))]);
  return readDocument(document, schema, NOTHING_LACKS, restSchema);
}

/** Of a file with more faults those are enough. */
const MAX_LEFT_OUT = 100;

const NOTHING_LACKS: Unfilled = { faults: [], paths: [] };
const placeText = ({ path = [] }: FileFault): string => pathText(path);

/** Leaves out the wrong parts, then what the schema refuses for want of them, until the rest fits; undefined: nothing does. */
function restOf<T>(document: Located, wrong: readonly YamlPath[], schema: z.ZodType<T>) {
  let rest = document;
  // Of a key that is missing there is nothing to leave out.
  let paths: readonly YamlPath[] = wrong.filter((path) => valueAt(document.value, path) !== undefined);
  for (let count = paths.length; count <= MAX_LEFT_OUT; count += paths.length) {
    const { value } = rest;
    const parts = paths.map((path) => (valueAt(value, path) === undefined ? path.slice(0, -1) : path));
    if (parts.some(({ length }) => length === 0)) return undefined;
    rest = rest.without(parts);
    const again = checkedBy(rest, schema);
    if ('value' in again) return rest.with(again.value);
    ({ paths } = again);
  }
  return undefined;
}

/** Reads a document that is parsed by a schema. What lacks a variable has no other fault. */
function readDocument<T>(
  document: Located,
  schema: z.ZodType<T>,
  unfilled: Unfilled = NOTHING_LACKS,
  restSchema: z.ZodType = schema,
): YamlResult<T> {
  const checked = checkedBy(document, schema);
  const lacking = new Set(unfilled.faults.map(placeText));
  const wrong = 'faults' in checked ? checked : NOTHING_LACKS;
  const faults = [...unfilled.faults, ...wrong.faults.filter((fault) => !lacking.has(placeText(fault)))];
  if ('value' in checked && faults.length === 0) return document.with(checked.value);
  const paths = [...unfilled.paths, ...wrong.paths];
  return { ok: false, faults: inOrder(faults), rest: restOf(document, paths, restSchema as z.ZodType<T>) };
}

/** What a JSON text must hold for more to be done than to parse it: a variable, or a trap. */
const NEEDS_A_WALK = /\$\{env:|"__proto__"\s*:/;

/** Reads a target or world file in JSON by its schema, however large: JSON.parse is fast, and gives faults their paths in place of lines. */
export function readJson<T>(
  { file, text }: Source,
  schema: z.ZodType<T>,
  { env, restSchema }: { readonly env: Env; readonly restSchema: z.ZodType },
): YamlResult<T> {
  const other = otherKind(text, 'target');
  if (other !== undefined) return failed([{ file, ...other }]);
  const secrets = secretsBehind(schema, text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const { start, why } = jsonFault(text, (error as Error).message);
    const place = new Located(null, { file, text, ...secrets });
    const hint = 'a file that ends in .json is read as JSON';
    return failed([place.faultOn({ start, end: start + 1 }, `no JSON: ${why}`, hint)]);
  }
  if (!NEEDS_A_WALK.test(text))
    return readDocument(new Located(value, { file, ...secrets }), schema, NOTHING_LACKS, restSchema);
  const filled = substituteAll(value, env);
  const document = new Located(filled.value, { file, envs: filled.envs, ...secrets });
  const faults = filled.problems.map(({ path, message, hint }) => document.faultAt(path, message, hint));
  const unfilled = { faults, paths: filled.problems.map(({ path }) => path) };
  return readDocument(document, schema, unfilled, restSchema);
}

/** Reads a plain value, such as parsed JSON, by a schema: faults as for a file, with paths but no lines. `name` is what they call the document. */
export const readValue = <T>(value: unknown, schema: z.ZodType<T>, name: string): YamlResult<T> =>
  readDocument(new Located(value, { file: name }), schema);
