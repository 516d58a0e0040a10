/** Quotes any bytes for bash (and zsh): readable where they are plain text, exact everywhere. */
import type { Secret } from '../secrets/secrets.ts';
import { OF_COMMAND } from '../../base/text/visible.ts';

const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const COMMAND = new RegExp(OF_COMMAND, 'giu');
/** Commands to the runner of a CI system come apart: for the shell, quotes that end and begin again are nothing. */
const apart = (word: string, quotes: string): string => word.replaceAll(COMMAND, (each) => quotes + each);

/** A word of the shell for exactly these bytes, which hold no NUL; variables stand for their values, where these are whole words. */
export function shellWord(bytes: Uint8Array, variables: readonly Secret[] = []): string {
  const text = Buffer.from(bytes).toString('latin1');
  const named = variables
    .filter(({ envName, value }) => envName !== '' && value !== '')
    .map(({ envName, value }) => [Buffer.from(value).toString('latin1'), envName] as const)
    .toSorted(([a], [b]) => b.length - a.length);
  if (named.length === 0) return shellQuoted(text);
  const literals = named.map(([value]) => value.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`));
  const names = new Map(named);
  const pieces = text
    .split(new RegExp(`(?<!\\w)(${literals.join('|')})(?!\\w)`))
    .filter((each) => each !== '');
  return (
    pieces.map((piece) => (names.has(piece) ? `"$${names.get(piece)}"` : shellQuoted(piece))).join('') || "''"
  );
}

/** `latin1`: a character for each byte. */
function shellQuoted(latin1: string): string {
  const bytes = Buffer.from(latin1, 'latin1');
  const text = bytes.toString();
  if (!/^[ \p{L}\p{M}\p{N}\p{P}\p{S}]*$/u.test(text) || !Buffer.from(text).equals(bytes)) {
    const escaped = latin1
      .replaceAll(/[\\']/g, String.raw`\$&`)
      .replaceAll(
        /[^ -~]/g,
        (each) => SHORT_ESCAPES[each] ?? `\\x${each.charCodeAt(0).toString(16).padStart(2, '0')}`,
      );
    return apart(`$'${escaped}'`, "'$'");
  }
  if (/^[\w@%+=:,./-]+$/.test(text)) return apart(text, "''");
  return apart(`'${text.replaceAll("'", String.raw`'\''`)}'`, "''");
}
