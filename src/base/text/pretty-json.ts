/** JSON laid out for reading without touching a token: repeated members, `1.0` and `1e400` stay as they came. */
import { parsedJson } from './parsed-json.ts';

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const OPENS = new Set(['{', '[']);
const CLOSES = new Set(['}', ']']);
/** Values that fit into this many characters stay on one line. */
const WIDTH = 80;

type Tokens = readonly string[];

/** Indented by two blanks, short objects and arrays on one line; undefined where the text is not JSON. */
export function prettyJson(text: string): string | undefined {
  return parsedJson(text) === undefined ? undefined : laidOut(text.match(TOKEN) ?? [], 0);
}

const spaced = (token: string) => (token === ':' || token === ',' ? `${token} ` : token);

/** The tokens of each member of an object or of each item of an array. */
function membersOf(group: Tokens): readonly Tokens[] {
  const members: string[][] = [[]];
  let depth = 0;
  for (const token of group.slice(1, -1)) {
    if (OPENS.has(token)) depth += 1;
    if (CLOSES.has(token)) depth -= 1;
    if (depth === 0 && token === ',') members.push([]);
    else members.at(-1)?.push(token);
  }
  return members;
}

function memberLaidOut(member: Tokens, depth: number): string {
  if (member[1] !== ':') return laidOut(member, depth);
  return `${member[0]}: ${laidOut(member.slice(2), depth)}`;
}

/** The tokens of one value. */
function laidOut(value: Tokens, depth: number): string {
  const flat = value.map(spaced).join('');
  if (value.length < 3 || flat.length + 2 * depth <= WIDTH) return flat;
  const members = membersOf(value).map((member) => memberLaidOut(member, depth + 1));
  const blank = '  '.repeat(depth);
  return `${value[0]}\n${members.map((text) => `${blank}  ${text}`).join(',\n')}\n${blank}${value.at(-1)}`;
}
