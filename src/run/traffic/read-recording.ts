/** From a file to the exchanges that it holds: a HAR, or an entry of one in each line. What kind a file is shows in what stands in it, not in its name. */
import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { TagproofError } from '../../base/errors.ts';
import { otherKind } from '../../base/file-kinds.ts';
import { openToRead } from '../../base/file-trouble.ts';
import { jsonFault, parsedJson } from '../../base/text/parsed-json.ts';
import { digits } from '../../base/text/quantities.ts';
import { MAX_BODY_BYTES } from '../../http/reply-bounds.ts';
import { harEntry, lackOf, looseList, looseObject } from './har.ts';
import type { Recorded } from './recorded.ts';

/** Longer files are split; so is what unpacks to more. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Lists and objects take some ten times the memory of their text. */
const MAX_VALUES = 10_000_000;
const [OPEN_LIST, OPEN_OBJECT] = Buffer.from('[{');

const WANTED = 'name a HAR 1.2 file, or one with an entry of a HAR in each line (NDJSON)';

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

function textOf(path: string, file: string): string {
  let bytes = bytesUpTo(MAX_BYTES, path);
  if (bytes === undefined) throw tooLarge(file);
  if (/^\d+:\d+:\w+;/.test(bytes.toString('latin1', 0, 32)))
    throw wrong(
      file,
      'holds flows of mitmproxy\nwrite them as HAR: mitmdump -nr FILE --set hardump=FILE.har',
    );
  try {
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) bytes = gunzipSync(bytes, { maxOutputLength: MAX_BYTES });
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

/** What a file is in place of a recording, and what it is for. */
function checkKind(text: string, file: string): void {
  const kind = otherKind(text, 'recording');
  if (kind !== undefined) throw wrong(file, `${kind.message}\n${kind.hint}`);
}

/** Throws a `file` error where it is no JSON, which never quotes it, since it may hold a secret. */
function documentsIn(text: string, file: string): Pick<Recording, 'isLines' | 'documents'> {
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
  const { start, why } = jsonFault(text, said);
  const before = text.slice(0, start).split('\n');
  throw wrong(`${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`, `no JSON: ${why}\n${WANTED}`);
}

/** Puts bodies into the entries of a HAR that lie beside it, as Playwright leaves them there. */
function attachBodies(entries: readonly unknown[], folder: string): void {
  // One small file may be named again and again.
  let left = MAX_BYTES;
  for (const entry of entries) {
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

export interface Recording {
  /** How its places are named. */
  readonly name: string;
  /** NDJSON, not one JSON. */
  readonly isLines: boolean;
  /** The JSON of the file, or of each of its lines: undefined for a line that is none. */
  readonly documents: readonly unknown[];
  /** Each with its place, `traffic.har#entries[412]` or the number of a line; made anew, as bodies may be large. Undefined: no exchange can be read there. */
  readonly exchanges: () => Iterable<readonly [place: string, Recorded | undefined]>;
}

/** Reads a recording, and the bodies that lie beside it. Throws a `file` error where it can't be read. */
export function readRecording(path: string): Recording {
  const name = basename(path);
  const text = textOf(path, name);
  const { isLines, documents } = documentsIn(text, name);
  const { entries } = looseObject(looseObject(documents[0])['log']);
  const isHar = !isLines && Array.isArray(entries);
  const list = isHar ? looseList(entries) : documents;
  if (isHar) attachBodies(list, dirname(path));
  const exchanges = function* () {
    for (const [at, each] of list.entries()) {
      const place = `${name}#${isHar ? `entries[${at}]` : at + 1}`;
      yield [place, harEntry(each, place)] as const;
    }
  };
  if (list.length > 0 && !list.some((each) => harEntry(each, '') !== undefined)) {
    checkKind(text, name);
    const lack =
      isHar || isLines
        ? `${isHar ? 'entries[0]' : 'line 1'} lacks ${lackOf(list[0])}`
        : 'it has no list log.entries';
    throw wrong(name, `no exchange is recorded in it: ${lack}\n${WANTED}`);
  }
  return { name, isLines, documents, exchanges };
}
