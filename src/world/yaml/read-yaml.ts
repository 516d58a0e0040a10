/** Reading a document by a schema: a typed value that knows its places, or all faults at once. */
import type { z } from 'zod';
import { type FileKind, otherKind } from '../../base/file-kinds.ts';
import { jsonFault } from '../../base/text/parsed-json.ts';
import { inOrder, type FileFault } from './fault.ts';
import { checkedBy } from './issues.ts';
import { Located } from './located.ts';
import { parseYaml, type Unfilled } from './parse.ts';
import { pathText } from './path.ts';
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
  readonly kind?: FileKind;
  /** For variables in texts; left out: `${env:…}` is text like any other. */
  readonly env?: Env | undefined;
  /** The file may hold secrets: faults show words of its schema alone. One that says it is public holds none. */
  readonly hasSecrets?: boolean;
}

const IS_PUBLIC = /^\s*"?public"?:\s*true\b/m;

const secretsBehind = (schema: z.ZodType, text: string): { readonly wordsOf?: z.ZodType } =>
  IS_PUBLIC.test(text) ? {} : { wordsOf: schema };

/** Reads a source, of some kind of file, by a schema. Never throws: what is wrong is located and collected, in the order of the file. */
export function readYaml<T>(
  source: Source,
  schema: z.ZodType<T>,
  { kind, env, hasSecrets = false }: ReadOptions = {},
): YamlResult<T> {
  const secrets = hasSecrets ? secretsBehind(schema, source.text) : {};
  const other = kind === undefined ? undefined : otherKind(source.text, kind);
  if (other !== undefined) return failed([{ file: source.file, ...other }]);
  const document = parseYaml(source, { env, ...secrets });
  if (!document.ok)
    return document.unfilled === undefined
      ? document
      : readDocument(document.unfilled.document, schema, document.unfilled);
  if (document.value === null) {
    const what = /^\s*#/.test(source.text)
      ? 'the file says nothing: it has only comments'
      : 'the file is empty';
    return failed([document.faultAt([], what, 'see the files in fixtures/ and suites/')]);
  }
  return readDocument(document, schema);
}

/** Of a file with more faults those are enough. */
const MAX_LEFT_OUT = 100;

const NOTHING_LACKS: Unfilled = { faults: [], paths: [] };
const placeText = ({ path = [] }: FileFault): string => pathText(path);

/** Reads a document that is parsed by a schema. What lacks a variable has no other fault. */
function readDocument<T>(
  document: Located,
  schema: z.ZodType<T>,
  unfilled: Unfilled = NOTHING_LACKS,
): YamlResult<T> {
  const checked = checkedBy(document, schema);
  const lacking = new Set(unfilled.faults.map(placeText));
  const wrong = 'faults' in checked ? checked : NOTHING_LACKS;
  const faults = [...unfilled.faults, ...wrong.faults.filter((fault) => !lacking.has(placeText(fault)))];
  if ('value' in checked && faults.length === 0) return document.with(checked.value);
  const paths = [...unfilled.paths, ...wrong.paths];
  if (paths.length > MAX_LEFT_OUT) return failed(faults);
  const rest = document.without(paths);
  const again = checkedBy(rest, schema);
  return { ok: false, faults: inOrder(faults), rest: 'value' in again ? rest.with(again.value) : undefined };
}

/** What a JSON text must hold for more to be done than to parse it: a variable, or a trap. */
const NEEDS_A_WALK = /\$\{env:|"__proto__"\s*:/;

/** Reads a target or world file in JSON by its schema, however large: JSON.parse is fast, and gives faults their paths in place of lines. */
export function readJson<T>({ file, text }: Source, schema: z.ZodType<T>, env: Env): YamlResult<T> {
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
  if (!NEEDS_A_WALK.test(text)) return readDocument(new Located(value, { file, ...secrets }), schema);
  const filled = substituteAll(value, env);
  const document = new Located(filled.value, { file, envs: filled.envs, ...secrets });
  const faults = filled.problems.map(({ path, message, hint }) => document.faultAt(path, message, hint));
  return readDocument(document, schema, { faults, paths: filled.problems.map(({ path }) => path) });
}

/** Reads a plain value, such as parsed JSON, by a schema: faults as for a file, with paths but no lines. `name` is what they call the document. */
export const readValue = <T>(value: unknown, schema: z.ZodType<T>, name: string): YamlResult<T> =>
  readDocument(new Located(value, { file: name }), schema);
