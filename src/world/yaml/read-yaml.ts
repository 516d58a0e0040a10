/** Reading a YAML document by a schema: a typed value that knows its places, or all faults at once. */
import type { z } from 'zod';
import { faultsError, inOrder, type FileFault } from './fault.ts';
import { schemaFaults } from './schema-faults.ts';
import { type Complain, complaintsAbout, type Located, LocatedDocument } from './located.ts';
import { parseYaml } from './parse.ts';
import { linesOf, type Source } from './source.ts';
import { plainJson } from './plain-json.ts';
import type { Env } from './substitute-env.ts';
import type { PlainDocument, PlainOptions } from './to-plain.ts';

/** A document that its schema accepts. */
export interface Read<T> extends Located {
  readonly ok: true;
  readonly value: T;
}

export type YamlResult<T> = Read<T> | { readonly ok: false; readonly faults: readonly FileFault[] };

/** Reads a source by a schema. Never throws: what is wrong is located and collected, in the order of the file. */
export function readYaml<T>(source: Source, schema: z.ZodType<T>, options: PlainOptions = {}): YamlResult<T> {
  const document = parseYaml(source, options);
  if (!document.ok) return document;
  if (document.value === null)
    return {
      ok: false,
      faults: [document.faultAt([], 'the file is empty', 'see the files in fixtures/ and suites/')],
    };
  return readDocument(document, schema);
}

/** Reads a source by a schema and by checks that no schema can make. Throws one `file` error of all faults. */
export function readChecked<T>(
  source: Source,
  schema: z.ZodType<T>,
  check: (value: T, complain: Complain) => void,
): Read<T> {
  const document = readYaml(source, schema);
  if (!document.ok) throw faultsError(document.faults);
  const { complain, faults } = complaintsAbout(document);
  check(document.value, complain);
  if (faults.length > 0) throw faultsError(inOrder(faults));
  return document;
}

/** Reads a document that is parsed by a schema. */
function readDocument<T>(document: LocatedDocument, schema: z.ZodType<T>): YamlResult<T> {
  const checked = schema.safeParse(document.value, { reportInput: true });
  if (!checked.success)
    return { ok: false, faults: inOrder(schemaFaults(checked.error.issues, document, schema)) };
  return document.with(checked.data);
}

const withoutPlaces = (
  { value, envs }: Pick<PlainDocument, 'value' | 'envs'>,
  file: string,
): LocatedDocument =>
  new LocatedDocument(undefined, linesOf({ file, text: '' }), {
    value,
    envs,
    targets: new Map(),
    hidden: [],
    faults: [],
  });

/** Reads a source of JSON by a schema, however large: JSON.parse is fast, and gives faults their paths in place of lines. */
export function readJson<T>({ file, text }: Source, schema: z.ZodType<T>, env: Env): YamlResult<T> {
  const json = plainJson(text, env);
  const document = withoutPlaces(json, file);
  if (json.faults.length > 0)
    return {
      ok: false,
      faults: json.faults.map(({ path, message, hint }) => document.faultAt(path, message, hint)),
    };
  return readDocument(document, schema);
}

/** Reads a plain value, such as parsed JSON, by a schema: faults as for a file, with paths but no lines. `name` is what they call the document. */
export function readValue<T>(value: unknown, schema: z.ZodType<T>, name: string): YamlResult<T> {
  return readDocument(withoutPlaces({ value, envs: new Map() }, name), schema);
}
