/** What faults of a target file never show: its keys and tokens, and what every request carries. */
import { ENTITY_KINDS, SECRET_KINDS } from '../entity-kinds.ts';
import { authTokenSchema } from '../world-file/auth-token.ts';
import { secretKeySchema } from '../world-file/secret-key.ts';
import type { SourceSpan } from '../yaml/fault.ts';
import type { Secrets } from '../yaml/located.ts';
import type { YamlPath } from '../yaml/path.ts';

const SECRET_MEMBERS = SECRET_KINDS.map((kind) => ENTITY_KINDS[kind].secretMember);

/** Parts of a file that hold no secrets, and parts that do. */
const OPEN =
  'games gamePlayers characterPlayers groups tags absent dialect extensions provoke limits run'.split(' ');
const CLOSED = ['headers', 'proxy', ...SECRET_KINDS.map((kind) => ENTITY_KINDS[kind].list)];
/** Members with no secrets, of keys and tokens too: any other may be a misspelt one with the secret behind it. */
const SHOWN: readonly string[] = [
  ...'complete public ca cert game userId characterId groupId owner members'.split(' '),
  ...Object.keys(secretKeySchema.shape),
  ...Object.keys(authTokenSchema.shape),
].filter((member) => !SECRET_MEMBERS.some((secret) => secret === member));

/** Whether the value at a path is a secret, or may be one behind a misspelt key; `source` is how it is written. */
function isSecret(path: YamlPath, source: string): boolean {
  const has = (words: readonly string[]): boolean => words.some((word) => path.includes(word));
  // A URL with a password or a query is refused: what it holds may be a secret.
  if (path[0] === 'target') return /[@?]/.test(source);
  if (path[0] === 'http' && has(['headers', 'proxy'])) return true;
  const isFile = path[0] === 'http' && path[1] === 'key';
  return path.length > 0 && !isFile && !has([...OPEN, ...SHOWN]);
}

const AROUND = new Set(['target', 'http', 'world', ...OPEN, 'secretKeys', 'authTokens']);
/** What looks like a key in a line, and names of secrets without a colon behind them. */
const KEYS = new RegExp(`([\\w.-]+)["']?\\s*:|\\b(${[...SECRET_MEMBERS, ...CLOSED].join('|')})\\b`, 'g');

const isOpenPart = (part: string): boolean => part === 'target' || OPEN.includes(part);

/** How much of a line may be shown, by the part of the file in which it begins; and the part in which it ends. */
function shownOf(line: string, before: string) {
  const keys = [...line.matchAll(KEYS)].map(({ 0: { length }, 1: key, 2: name, index }) => ({
    name: key ?? name ?? '',
    index,
    end: index + length,
  }));
  const first = line.search(/\w|$/);
  // A line that does not begin with a key goes on with the value above it.
  let shown = isOpenPart(before) || keys[0]?.index === first ? line.length : first;
  let part = before;
  for (const { name, end } of keys) {
    if (AROUND.has(name) || CLOSED.includes(name)) part = name;
    const isHere = isOpenPart(part) && !SECRET_MEMBERS.some((member) => member === name);
    const isSafe = isHere || part === 'tags' || AROUND.has(name) || SHOWN.includes(name);
    if (!isSafe || part === 'headers') shown = Math.min(shown, end);
  }
  // A list or mapping with a word that is not known here may be one of secrets, misspelt.
  if (/:\s*$/.test(line) && shown < line.length && !CLOSED.includes(part)) part = '';
  return { shown: part === 'target' ? Math.min(shown, line.search(/[@?]|$/)) : shown, part };
}

/** Where secrets may be in a text that is no good YAML, in which nothing has a path: from some place to the end of each line. */
function inBroken(text: string): readonly SourceSpan[] {
  let part = '';
  let start = 0;
  return text.split('\n').map((line) => {
    const found = shownOf(line, part);
    const span = { start: start + found.shown, end: start + line.length };
    ({ part } = found);
    start += line.length + 1;
    return span;
  });
}

export const TARGET_SECRETS: Secrets = { isSecret, inBroken };
