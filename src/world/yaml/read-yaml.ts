/** Reading a document by a schema: a typed value that knows its places, or all faults at once. */
import type { z } from 'zod';
import { type FileKind, otherKind } from '../../base/file-kinds.ts';
import { faultsError, inOrder, lineCounterOf, START, type FileFault } from './fault.ts';
import { checkedBy } from './issues.ts';
import { type Complain, complaintsAbout, Located } from './located.ts';
import { parseYaml } from './parse.ts';
import type { Source } from './source.ts';
import { type Env, substituteAll } from './substitute-env.ts';

export type YamlResult<T> = Located<T> | { readonly ok: false; readonly faults: readonly FileFault[] };

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
  if (other !== undefined)
    return failed([new Located(null, { ...source, ...secrets }).faultOn(START, other.message, other.hint)]);
  const document = parseYaml(source, { env, ...secrets });
  if (!document.ok) return document;
  if (document.value === null) {
    const what = /^\s*#/.test(source.text)
      ? 'the file says nothing: it has only comments'
      : 'the file is empty';
    return failed([document.faultAt([], what, 'see the files in fixtures/ and suites/')]);
  }
  return readDocument(document, schema);
}

/** Reads a source by a schema and by checks that no schema can make. Throws one `file` error of all faults. */
export function readChecked<T>(
  source: Source,
  schema: z.ZodType<T>,
  kind: FileKind,
  check: (value: T, complain: Complain) => void,
): Located<T> {
  const document = readYaml(source, schema, { kind });
  if (!document.ok) throw faultsError(document.faults);
  const { complain, faults } = complaintsAbout(document);
  check(document.value, complain);
  if (faults.length > 0) throw faultsError(inOrder(faults));
  return document;
}

/** Reads a document that is parsed by a schema. */
function readDocument<T>(document: Located, schema: z.ZodType<T>): YamlResult<T> {
  const checked = checkedBy(document, schema);
  return 'faults' in checked ? failed(checked.faults) : document.with(checked.value);
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
    // Of the parser's sentence the position alone: it quotes the text, which may hold secrets.
    const [, position = text.length] = /at position (\d+)/.exec((error as Error).message) ?? [];
    const at = lineCounterOf(text).linePos(Number(position));
    const message = `no JSON: the fault is in line ${at.line}, column ${at.col}`;
    return failed([{ file, message, hint: 'a file that ends in .json is read as JSON' }]);
  }
  if (!NEEDS_A_WALK.test(text)) return readDocument(new Located(value, { file, ...secrets }), schema);
  const filled = substituteAll(value, env);
  const document = new Located(filled.value, { file, envs: filled.envs, ...secrets });
  if (filled.problems.length > 0)
    return failed(filled.problems.map(({ path, message, hint }) => document.faultAt(path, message, hint)));
  return readDocument(document, schema);
}

/** Reads a plain value, such as parsed JSON, by a schema: faults as for a file, with paths but no lines. `name` is what they call the document. */
export const readValue = <T>(value: unknown, schema: z.ZodType<T>, name: string): YamlResult<T> =>
  readDocument(new Located(value, { file: name }), schema);
