/** A recording written again without its secrets: values that are declared or were seen, and whatever stands where credentials do. */
import { closeSync, openSync, readSync } from 'node:fs';
import type { Mask } from '../../http/secret.ts';
import { JsonScanner } from './json-scanner.ts';
import { CREDENTIAL, isCredential } from './recorded-secrets.ts';

const HIDDEN = 'REDACTED';
/** Bytes that are no text hold no secret that a text search would find. */
const NO_TEXT = /^(?:image|audio|video|font)\/|wasm|octet-stream|zip/i;
/** Members of JSON and parameters that are named for a credential, within a text. */
const NAME = String.raw`[\w.-]*(?:${CREDENTIAL})[\w.-]*`;
const IN_JSON = new RegExp(String.raw`("${NAME}"\s*:\s*")((?:[^"\\]|\\.)+)(?=")`, 'gi');
const IN_QUERY = new RegExp(String.raw`((?:^|[?&;])${NAME}=)([^&#;\s"]+)`, 'gi');

type Named = { readonly name: string; readonly value: string };

const isNamed = (value: object): value is Named =>
  typeof (value as Named).name === 'string' && typeof (value as Named).value === 'string';

/** Takes secrets out of the records of a recording. `masked`: values that are masked already stay. */
function copyMask(mask: Mask): (value: unknown, name?: string) => unknown {
  const hide = (all: string, before: string, value: string): string =>
    mask(value) === value ? before + HIDDEN : all;
  const inText = (text: string): string => mask(text.replaceAll(IN_JSON, hide).replaceAll(IN_QUERY, hide));
  /** The value of a credential is replaced whole: by its name, where it has one. */
  const credential = (text: string): string => {
    const shown = mask(text);
    return text === '' || shown !== text ? shown : HIDDEN;
  };
  const inBase64 = (text: string): string => {
    const plain = Buffer.from(text, 'base64').toString();
    const shown = inText(plain);
    return shown === plain ? text : Buffer.from(shown).toString('base64');
  };
  const inObject = (value: Readonly<Record<string, unknown>>, list: string): unknown => {
    if (isNamed(value) && (list === 'cookies' || isCredential(value.name)))
      return { ...value, value: credential(value.value) };
    const isBase64 = value['encoding'] === 'base64';
    const isOther = NO_TEXT.test(String(value['mimeType'] ?? ''));
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => {
        if (key === 'text' && typeof member === 'string' && (isBase64 || isOther))
          return [key, isOther ? member : inBase64(member)];
        return [mask(key), of(member, key)];
      }),
    );
  };
  const of = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return inText(value);
    if (Array.isArray(value)) return value.map((each) => of(each, name));
    return typeof value === 'object' && value !== null
      ? inObject(value as Readonly<Record<string, unknown>>, name)
      : value;
  };
  return of;
}

const LEFT_OUT = JSON.stringify({ comment: 'left out: too long to be masked' });

/** So much of what stands between records is read at once; it is cut behind a comma. */
const PIECE = 4 * 1024 * 1024;

/** Writes the file again, record by record. The same text for what stands between records, masked. */
export async function writeMasked(
  path: string,
  chunks: AsyncIterable<Buffer>,
  mask: Mask,
  write: (text: string) => void,
): Promise<void> {
  const masked = copyMask(mask);
  const scanner = new JsonScanner(path);
  const file = openSync(path, 'r');
  let done = 0;
  const between = (to: number): void => {
    while (done < to) {
      const bytes = Buffer.alloc(Math.min(to - done, PIECE));
      readSync(file, bytes, 0, bytes.length, done);
      const comma = done + bytes.length < to ? bytes.lastIndexOf(',') + 1 : 0;
      const piece = comma === 0 ? bytes : bytes.subarray(0, comma);
      write(String(masked(piece.toString())));
      done += piece.length;
    }
  };
  try {
    for await (const chunk of chunks)
      for (const { from, to, bytes } of scanner.records(chunk)) {
        between(from);
        write(bytes === undefined ? LEFT_OUT : recordText(bytes.toString(), masked));
        done = to;
      }
    between(scanner.read);
  } finally {
    closeSync(file);
  }
}

function recordText(text: string, masked: (value: unknown) => unknown): string {
  try {
    return JSON.stringify(masked(JSON.parse(text)));
  } catch {
    return String(masked(text));
  }
}
