/** From files, what lies in folders, and standard input to the exchanges that they hold. What kind a file is shows in what stands in it, not in its name. */
import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { TagproofError } from '../../base/errors.ts';
import { openToRead, statIfThere, withFile } from '../../base/file-trouble.ts';
import { parsedJson } from '../../base/text/parsed-json.ts';
import { digits } from '../../base/text/quantities.ts';
import { MAX_BODY_BYTES } from '../../http/reply-bounds.ts';
import { exchangesIn, looseList, looseObject } from './har.ts';
import type { Recorded } from './recorded.ts';

/** Longer files are split; so is what unpacks to more. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Lists and objects take some ten times the memory of their text. */
const MAX_VALUES = 10_000_000;
const [OPEN_LIST, OPEN_OBJECT] = Buffer.from('[{');

export const STDIN = '-';

interface RecordingInput {
  readonly path: string;
  /** How its places are named. */
  readonly name: string;
  /** It lies in a folder that was named: what is no recording there is passed over. */
  readonly isFound: boolean;
}

export const inputsOf = (paths: readonly string[]): readonly RecordingInput[] =>
  paths.flatMap((path): readonly RecordingInput[] => {
    if (path === STDIN) return [{ path, name: 'stdin', isFound: false }];
    if (statIfThere(path, 'read')?.isDirectory() !== true)
      return [{ path, name: basename(path), isFound: false }];
    return withFile(path, 'read', () => readdirSync(path, { recursive: true, withFileTypes: true }))
      .filter((each) => each.isFile())
      .map((each) => join(each.parentPath, each.name))
      .toSorted()
      .map((file) => ({ path: file, name: relative(path, file), isFound: true }));
  });

const wrong = (file: string, what: string): TagproofError => new TagproofError('file', `${file}: ${what}`);
const tooLarge = (file: string): TagproofError =>
  wrong(file, `is over ${MAX_BYTES / 1024 / 1024} MiB, unpacked\nsplit it, or record less`);

/** The bytes of a file; undefined: it is larger. Throws a `file` error where it is a pipe. */
function bytesUpTo(most: number, path: string): Buffer | undefined {
  const open = openToRead(path);
  try {
    return fstatSync(open).size > most ? undefined : readFileSync(open);
  } finally {
    closeSync(open);
  }
}

async function bytesOf({ path, name }: RecordingInput, stdin: AsyncIterable<Uint8Array>): Promise<Buffer> {
  if (path !== STDIN) {
    const bytes = bytesUpTo(MAX_BYTES, path);
    if (bytes === undefined) throw tooLarge(name);
    return bytes;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stdin) {
    length += chunk.length;
    if (length > MAX_BYTES) throw tooLarge(name);
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks);
}

function textOf(packed: Buffer, file: string): string {
  let bytes = packed;
  try {
    if (packed[0] === 0x1f && packed[1] === 0x8b) bytes = gunzipSync(packed, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    throw error instanceof RangeError
      ? tooLarge(file)
      : wrong(file, 'is gzip that is not whole\nrecord it again');
  }
  if (bytes.toString('latin1', 0, 2) === 'PK')
    throw wrong(file, 'is a zip archive\nunpack it, and name the .har in it');
  if (!isUtf8(bytes)) {
    const at = Buffer.from(bytes.toString()).findIndex((byte, index) => byte !== bytes[index]);
    throw wrong(file, `is not UTF-8: see byte ${digits(at)}\nrecord or save it as UTF-8`);
  }
  let values = 0;
  for (const byte of bytes) if (byte === OPEN_LIST || byte === OPEN_OBJECT) values += 1;
  if (values > MAX_VALUES) throw wrong(file, `holds over ${digits(MAX_VALUES)} lists and objects\nsplit it`);
  return bytes.toString().replace(/^\uFEFF/, '');
}

/** The JSON of a file, or that of each of its lines (NDJSON): undefined for a line that is none. */
interface RecordedDocuments {
  readonly isLines: boolean;
  readonly documents: readonly unknown[];
}

/** Throws a `file` error where it is no JSON, which never quotes it, since it may hold a secret. */
function documentsIn(text: string, file: string): RecordedDocuments {
  let said: string;
  try {
    return { isLines: false, documents: [JSON.parse(text)] };
  } catch (error) {
    said = (error as Error).message;
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const documents = lines.map(parsedJson);
  if (lines.length === 0 || documents[0] !== undefined) return { isLines: true, documents };
  const [, at] = /position (\d+)/.exec(said) ?? [];
  const isCut = /^Unexpected end|^Unterminated/.test(said) || Number(at) >= text.length;
  const why = isCut
    ? `it ends at character ${digits(text.length)}, before its JSON does`
    : `is no JSON${at === undefined ? '' : `: see character ${at}`}`;
  const what =
    "name a HAR 1.2 file, a record that --reporter ndjson or json wrote, or the simulator's journal";
  throw wrong(file, `${why}\n${what}`);
}

/** A body that lies beside a HAR, in base64, as Playwright puts it there; undefined: there is none. */
function attachedBody(name: unknown, folder: string): string | undefined {
  try {
    const path = realpathSync(join(folder, String(name)));
    return dirname(path) === realpathSync(folder)
      ? bytesUpTo(MAX_BODY_BYTES, path)?.toString('base64')
      : undefined;
  } catch {
    return undefined;
  }
}

function attachBodies({ documents }: RecordedDocuments, folder: string): void {
  // One small file may be named again and again.
  let left = MAX_BYTES;
  for (const entry of looseList(looseObject(looseObject(documents[0])['log'])['entries'])) {
    const { request, response } = looseObject(entry);
    for (const part of [looseObject(request)['postData'], looseObject(response)['content']]) {
      const kept = looseObject(part);
      if (kept['_file'] === undefined || left <= 0) continue;
      const text = attachedBody(kept['_file'], folder);
      left -= text?.length ?? 0;
      if (text !== undefined) Object.assign(kept, { text, encoding: 'base64', _file: undefined });
    }
  }
}

/** Reads an input, and what lies beside it. */
export async function documentsOf(
  input: RecordingInput,
  stdin: AsyncIterable<Uint8Array> = (async function* () {})(),
): Promise<RecordedDocuments> {
  const { path, name } = input;
  const read = documentsIn(textOf(await bytesOf(input, stdin), name), name);
  if (path !== STDIN) attachBodies(read, dirname(path));
  return read;
}

/** Records of a document with their places: `entries[412]`; a line counts from 1. */
function* recordsOf({ isLines, documents }: RecordedDocuments): Generator<readonly [place: string, unknown]> {
  const [document] = documents;
  const { log, items, cases } = looseObject(document);
  const lists = { entries: looseObject(log)['entries'], items, cases, '': document };
  const [name, list] = Object.entries(lists).find(([, each]) => Array.isArray(each)) ?? [];
  const isList = !isLines && name !== undefined;
  let at = 0;
  for (const each of isList ? looseList(list) : documents)
    yield [isList ? `${name}[${at++}]` : `${(at += 1)}`, each];
}

export interface Recording {
  /** In their order; each is made when it is asked for. */
  readonly exchanges: Iterable<Recorded>;
  readonly unreadable: number;
  /** Why it is not whole: the first record that is no exchange. */
  readonly trouble: readonly string[];
  /** It lies in a folder, and is no recording. */
  readonly isOther: boolean;
}

/** Reads a recording, and shows each of its exchanges once. */
export async function recordingIn(
  input: RecordingInput,
  stdin: AsyncIterable<Uint8Array> | undefined,
  see: (recorded: Recorded) => void,
): Promise<Recording> {
  const { isFound, name } = input;
  const other = { exchanges: [], unreadable: 0, trouble: [], isOther: true };
  let documents: RecordedDocuments;
  try {
    documents = await documentsOf(input, stdin);
  } catch (error) {
    if (!isFound || !(error instanceof TagproofError)) throw error;
    // What is named a HAR is a recording, whatever it holds.
    return /\.har(?:\.gz)?$/i.test(name) ? { ...other, trouble: [error.message], isOther: false } : other;
  }
  const found = function* () {
    for (const [place, value] of recordsOf(documents))
      yield [`${name}#${place}`, exchangesIn(value, `${name}#${place}`)] as const;
  };
  const trouble: string[] = [];
  let [unreadable, count] = [0, 0];
  for (const [place, exchanges] of found()) {
    if (exchanges === undefined && unreadable++ === 0) trouble.push(`${place}: no exchange that can be read`);
    for (const each of exchanges ?? []) {
      count += 1;
      see(each);
    }
  }
  if (isFound && count === 0) return other;
  const exchanges = {
    *[Symbol.iterator]() {
      for (const [, each] of found()) yield* each ?? [];
    },
  };
  return { exchanges, unreadable, trouble, isOther: false };
}
