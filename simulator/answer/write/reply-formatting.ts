/** Ways to write the same reply that change nothing of its meaning: a judge that minds one of them is too strict. */
import type { TagItem } from '../../../src/spec/envelope.ts';

export interface ReplyFormat {
  /** Tags in another order with every reply, and members in reverse: no order is part of the document. */
  readonly shuffle?: boolean;
  /** Members that the document does not name, in every object with data. */
  readonly extraFields?: boolean;
  /** Blanks per level; 0 writes one line. */
  readonly indent?: number;
  /** The first character of each string and everything beyond ASCII as \uXXXX. */
  readonly escapes?: boolean;
  /** The charset parameter of the reply's Content-Type. */
  readonly charset?: string;
  /** Transfer-Encoding: chunked instead of Content-Length. */
  readonly chunked?: boolean;
  /** Every reply ends its connection. */
  readonly closeConnections?: boolean;
}

/** Formats by the names under which `tagproof simulate --format` has them. */
export const FORMATS = {
  plain: {},
  shuffled: { shuffle: true },
  'extra-fields': { extraFields: true },
  indented: { indent: 2 },
  escaped: { escapes: true },
  charset: { charset: 'utf-8' },
  chunked: { chunked: true },
  closing: { closeConnections: true },
} as const satisfies Record<string, ReplyFormat>;

export type FormatName = keyof typeof FORMATS;

const EXTRA_MEMBER = { name: 'xTrace', value: 'extra' } as const;
const NON_ASCII = /[\u0080-\uFFFF]/g;
const STRINGS = /"(?:[^"\\]|\\.)*"/g;

const escapedUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Lists stay as they are, and so do empty objects: with a member they would carry data (question dataless.*). */
function withMembers(value: unknown, { extraFields = false, shuffle = false }: ReplyFormat): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value);
  if (extraFields && members.length > 0) members.push([EXTRA_MEMBER.name, EXTRA_MEMBER.value]);
  return Object.fromEntries(shuffle ? members.toReversed() : members);
}

/** The JSON text of a reply, in this format. */
export function formatted(text: string, format: ReplyFormat): string {
  const { extraFields = false, shuffle = false, indent = 0, escapes = false } = format;
  const styled =
    extraFields || shuffle || indent > 0
      ? JSON.stringify(
          JSON.parse(text, (_name, member: unknown) => withMembers(member, format)),
          null,
          indent,
        )
      : text;
  if (!escapes) return styled;
  const first = (string: string): string =>
    string.replace(/^"([^"\\])/, (_, unit: string) => `"${escapedUnit(unit)}`);
  return styled.replaceAll(STRINGS, first).replaceAll(NON_ASCII, escapedUnit);
}

/** The same tags, begun at another one with every call. */
export function shuffler(): (tags: readonly TagItem[]) => readonly TagItem[] {
  let turn = 0;
  return (tags) => {
    turn += 1;
    const at = tags.length === 0 ? 0 : turn % tags.length;
    return [...tags.slice(at), ...tags.slice(0, at)];
  };
}
