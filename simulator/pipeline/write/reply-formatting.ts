/** Ways to write the same reply that change nothing of its meaning: a judge that minds one of them is too strict. */
import type { TagItem } from '../../../src/contract/envelope.ts';

export interface ReplyFormat {
  /** Tags in another order with every reply; their order is not part of the document. */
  readonly shuffleTags?: boolean;
  /** Members that the document does not name, in every object with data. */
  readonly extraFields?: boolean;
  /** Blanks per level; 0 writes one line. */
  readonly indent?: number;
  /** Everything beyond ASCII as \uXXXX. */
  readonly escapeNonAscii?: boolean;
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
  shuffled: { shuffleTags: true },
  'extra-fields': { extraFields: true },
  indented: { indent: 2 },
  escaped: { escapeNonAscii: true },
  charset: { charset: 'utf-8' },
  chunked: { chunked: true },
  closing: { closeConnections: true },
} as const satisfies Record<string, ReplyFormat>;

export type FormatName = keyof typeof FORMATS;

const EXTRA = { name: 'xTrace', value: 'extra' } as const;
const NON_ASCII = /[\u0080-\uFFFF]/g;

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Empty objects stay so: with a member they would carry data (question dataless.*). */
function withExtra(value: unknown): unknown {
  const members = typeof value === 'object' && value !== null && !Array.isArray(value);
  return members && Object.keys(value).length > 0 ? { ...value, [EXTRA.name]: EXTRA.value } : value;
}

function restyled(text: string, { extraFields = false, indent = 0 }: ReplyFormat): string {
  const value: unknown = JSON.parse(text, (_name, member: unknown) =>
    extraFields ? withExtra(member) : member,
  );
  return JSON.stringify(value, undefined, indent);
}

/** The JSON text of a reply, in this format. */
export function formatted(text: string, format: ReplyFormat): string {
  const { extraFields = false, indent = 0, escapeNonAscii = false } = format;
  const styled = extraFields || indent > 0 ? restyled(text, format) : text;
  return escapeNonAscii ? styled.replaceAll(NON_ASCII, escaped) : styled;
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
