/** Quotes any bytes for bash (and zsh): readable where they are plain text, exact everywhere. */
import type { Secret } from '../secret.ts';
import { OF_COMMAND } from '../../base/text/visible.ts';

const SHORT: Readonly<Record<number, string>> = {
  0x09: '\\t',
  0x0a: '\\n',
  0x0d: '\\r',
  0x27: "\\'",
  0x5c: '\\\\',
};
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const COMMAND = new RegExp(OF_COMMAND, 'giu');
/** Commands to the runner of a CI system come apart: for the shell, quotes that end and begin again are nothing. */
const apart = (quoted: string, quotes: string): string => quoted.replaceAll(COMMAND, (each) => quotes + each);

/** A word of the shell that stands for exactly these bytes. A NUL can't be in a word: see `shellPrintf`. */
export function shellWord(bytes: Uint8Array): string {
  const text = plainText(bytes);
  if (text === undefined) return apart(`$'${Array.from(bytes, ansiByte).join('')}'`, "'$'");
  if (/^[\w@%+=:,./-]+$/.test(text)) return apart(text, "''");
  return apart(`'${text.replaceAll("'", String.raw`'\''`)}'`, "''");
}

/** The same, with variables of the shell in place of their values. */
export function shellWordOf(bytes: Uint8Array, variables: readonly Secret[]): string {
  const pieces: string[] = [];
  let rest = Buffer.from(bytes);
  for (;;) {
    const [first] = variables
      .filter(({ envName }) => envName !== '')
      .map(({ value, envName }) => ({ at: foundIn(rest, value), value, envName }))
      .filter(({ at }) => at !== -1)
      .toSorted((a, b) => a.at - b.at || b.value.length - a.value.length);
    const before = rest.subarray(0, first?.at ?? rest.length);
    if (before.length > 0 || (first === undefined && pieces.length === 0)) pieces.push(shellWord(before));
    if (first === undefined) return pieces.join('');
    pieces.push(`"$${first.envName}"`);
    rest = rest.subarray(first.at + Buffer.byteLength(first.value));
  }
}

const isWord = (code = 0): boolean => /\w/.test(String.fromCharCode(code));

/** Where a value is as a word by itself. */
function foundIn(bytes: Buffer, value: string): number {
  let at = bytes.indexOf(value);
  while (at !== -1 && (isWord(bytes[at - 1]) || isWord(bytes[at + Buffer.byteLength(value)])))
    at = bytes.indexOf(value, at + 1);
  return at;
}

/** A command that writes exactly these bytes, NUL and more than fits into an argument included. */
export function shellPrintf(bytes: Uint8Array): string {
  const format = Array.from(bytes, (byte) => {
    if (byte === 0x25) return '%%';
    if (byte === 0x5c) return String.raw`\\`;
    return isPlain(byte) && byte !== 0x27
      ? String.fromCharCode(byte)
      : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  // Two dashes: a format that begins with one would be read as an option.
  return `printf -- ${apart(`'${format.join('')}'`, "''")}`;
}

/** The text of bytes that are UTF-8 without anything invisible, or undefined. */
function plainText(bytes: Uint8Array): string | undefined {
  try {
    const text = UTF8.decode(bytes);
    return /^[ \p{L}\p{M}\p{N}\p{P}\p{S}]*$/u.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

function isPlain(byte: number): boolean {
  return byte >= 0x20 && byte < 0x7f;
}

function ansiByte(byte: number): string {
  const short = SHORT[byte];
  if (short !== undefined) return short;
  return isPlain(byte) ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
}
