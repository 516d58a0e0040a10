/** One request and its reply as a recording holds them, whatever recorded it. */
import { WIRE_ALTERATIONS, type WireAlteration } from '../http/alterations/wire-alterations.ts';

export type TextLines = readonly (readonly [name: string, value: string])[];

export interface RecordedReply {
  readonly status: number;
  readonly headers: TextLines;
  readonly body: Uint8Array;
}

/**
 * Why an exchange can't be judged. `no reply`: none is recorded, which says nothing about the backend, since pages cancel requests;
 * `no body`: the recorder left it out; `cut`: of a body only the beginning is there, or it is no text.
 */
export const LACKS = {
  'no reply': 'without a reply',
  'no body': 'without a body',
  cut: 'with a body that is not whole',
} as const satisfies Record<string, string>;

export type Lack = keyof typeof LACKS;

/** Whose findings fail a judgement. */
export type FailOnWho = 'backend' | 'client' | 'both';

export interface Recorded {
  /** `traffic.har#entries[412]`. */
  readonly origin: string;
  /** Milliseconds since 1970; undefined: not recorded. */
  readonly at: number | undefined;
  readonly method: string;
  /** A whole URL, or a path. */
  readonly url: string;
  readonly headers: TextLines;
  readonly body: Uint8Array | undefined;
  /** The body, or a part of it, was not recorded. */
  readonly isBodyCut?: boolean;
  /** How it was put on the wire, where one of our own records says so. */
  readonly wire?: WireAlteration;
  readonly reply: RecordedReply | Lack;
  readonly ms: number;
}

/** What JSON may hold, looked at without trust. */
export type Loose = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null;
export const objectOf = (value: unknown): Loose => (isObject(value) ? value : {});
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A time in milliseconds since 1970. */
export function timeOf(value: unknown): number | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : value;
  return typeof at === 'number' && at >= 0 && at < 8e15 ? at : undefined;
}

export const msOf = (value: unknown): number =>
  typeof value === 'number' && value >= 0 && value < 1e12 ? value : 0;

/** A character that stands where a body was no text: what was sent is then not known. */
const REPLACEMENT = '\uFFFD';
export const isText = (text: string): boolean => !text.includes(REPLACEMENT);

export const wireOf = (word: string | undefined): { readonly wire?: WireAlteration } =>
  word !== undefined && Object.hasOwn(WIRE_ALTERATIONS, word) ? { wire: word as WireAlteration } : {};
