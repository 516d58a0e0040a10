/** From files, what lies in folders, and standard input to the exchanges that they hold. What kind a file is shows in what stands in it, not in its name. */
import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { TagproofError } from '../../base/errors.ts';
import { otherKind } from '../../base/file-kinds.ts';
import { openToRead, statIfThere, withFile } from '../../base/file-trouble.ts';
import { parsedJson } from '../../base/text/parsed-json.ts';
import { digits } from '../../base/text/quantities.ts';
import { MAX_BODY_BYTES } from '../../http/reply-bounds.ts';
import { harEntry, looseList, looseObject } from './har.ts';
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
  if (/^\d+:\d+:\w+;/.test(packed.toString('latin1', 0, 32)))
    throw wrong(
      file,
      'holds flows of mitmproxy\nwrite them as HAR: mitmdump -nr FILE --set hardump=FILE.har',
    );
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
export interface RecordedDocuments {
  readonly isLines: boolean;
  readonly documents: readonly unknown[];
}

/** What a file is in place of a recording, and what it is for. */
function checkKind(text: string, file: string): void {
  const kind = otherKind(text, 'recording');
  if (kind !== undefined) throw wrong(file, `${kind.message}\n${kind.hint}`);
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
  checkKind(text, file);
  const [, at] = /position (\d+)/.exec(said) ?? [];
  const isCut = /^Unexpected end|^Unterminated/.test(said) || Number(at) >= text.length;
  const why = isCut
    ? `it ends at character ${digits(text.length)}, before its JSON does`
    : `is no JSON${at === undefined ? '' : `: see character ${at}`}`;
  throw wrong(file, `${why}\nname a HAR 1.2 file, or one with an entry of a HAR in each line (NDJSON)`);
}

/** Puts bodies into a HAR that lie beside it, as Playwright leaves them there. */
function attachBodies({ documents }: RecordedDocuments, folder: string): void {
  // One small file may be named again and again.
  let left = MAX_BYTES;
  for (const entry of looseList(looseObject(looseObject(documents[0])['log'])['entries'])) {
    const { request, response } = looseObject(entry);
    for (const part of [looseObject(request)['postData'], looseObject(response)['content']]) {
      const kept = looseObject(part);
      if (kept['_file'] === undefined || left <= 0) continue;
      const text = besideIt(String(kept['_file']), folder)?.toString('base64');
      left -= text?.length ?? 0;
      if (text !== undefined) Object.assign(kept, { text, encoding: 'base64', _file: undefined });
    }
  }
}

/** The bytes of a file in a folder; undefined: it has none of this name, or it is too long. */
function besideIt(name: string, folder: string): Buffer | undefined {
  try {
    const path = realpathSync(join(folder, name));
    return dirname(path) === realpathSync(folder) ? bytesUpTo(MAX_BODY_BYTES, path) : undefined;
  } catch {
    return undefined;
  }
}

export interface Recording extends RecordedDocuments {
  /** Each with its place, `traffic.har#entries[412]` or the number of a line; made anew, as bodies may be large. Undefined: no exchange can be read there. */
  readonly exchanges: () => Iterable<readonly [place: string, Recorded | undefined]>;
  /** Why it can't be read, where that ends nothing: it lies in a folder, and is named a HAR. */
  readonly trouble?: string;
}

/** Reads an input, and what lies beside it. Undefined: it lies in a folder, and is no recording. Throws a `file` error where it can't be read. */
export async function recordingIn(
  input: RecordingInput,
  stdin: AsyncIterable<Uint8Array> = (async function* () {})(),
): Promise<Recording | undefined> {
  const { isFound, name, path } = input;
  try {
    const text = textOf(await bytesOf(input, stdin), name);
    const read = documentsIn(text, name);
    if (path !== STDIN) attachBodies(read, dirname(path));
    const { entries } = looseObject(looseObject(read.documents[0])['log']);
    const isHar = !read.isLines && Array.isArray(entries);
    const exchanges = function* () {
      for (const [at, each] of (isHar ? looseList(entries) : read.documents).entries()) {
        const place = `${name}#${isHar ? `entries[${at}]` : at + 1}`;
        yield [place, harEntry(each, place)] as const;
      }
    };
    for (const [, each] of exchanges()) if (each !== undefined) return { ...read, exchanges };
    if (isFound) return undefined;
    checkKind(text, name);
    return { ...read, exchanges };
  } catch (error) {
    if (!isFound || !(error instanceof TagproofError)) throw error;
    return /\.har(?:\.gz)?$/i.test(name)
      ? { isLines: false, documents: [], exchanges: () => [], trouble: error.message }
      : undefined;
  }
}
