/** Quotes any bytes for bash (and zsh): readable where they are plain text, exact everywhere. */
import { OF_COMMAND } from '../../text/visible.ts';

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
