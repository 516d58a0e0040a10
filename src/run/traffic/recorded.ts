/** One request and its reply as a recording holds them, whatever recorded it, and what may become of them. */
import type { Reply } from '../../http/exchange.ts';
import type { WireAlteration } from '../../http/alterations/wire-alterations.ts';

export type RecordedLines = readonly (readonly [name: string, value: string])[];

/** What becomes of an exchange, in the words and in the order of the first line of a report. */
export const FATES = {
  /** Its reply, or what is wrong with its request: each counts in the last line, too. */
  judged: 'judged',
  /** At no operation, or at none of the server that is judged. */
  elsewhere: 'elsewhere',
  preflights: 'preflights',
  /** That says nothing about the backend. */
  conditions: 'refused for load, by a gateway or by a fault that was set',
  /** Pages cancel requests, which says nothing about the backend. */
  withoutReply: 'without a reply',
  /** The recorder left it out. */
  withoutBody: 'without a body',
  /** A part of a body is missing, or the recorder has changed it. */
  cut: 'with a body that is not whole',
  /** It is no exchange, though it stands where exchanges do, or no valid JSON. */
  unreadable: 'not readable',
  /** Its reply is beyond the bounds within which a run reads one. */
  tooLong: 'too long to read',
} as const satisfies Record<string, string>;

export type Fate = keyof typeof FATES;
export const FATE_NAMES = Object.keys(FATES) as readonly Fate[];

/** Why a reply can't be judged. */
export type RecordedLack = 'withoutReply' | 'withoutBody' | 'cut' | 'tooLong';

/** Whose findings fail a judgement. */
export type Who = 'backend' | 'client';
export type FailOnWho = Who | 'both';

export interface Recorded {
  /** `traffic.har#entries[412]`. */
  readonly origin: string;
  /** Milliseconds since 1970; undefined: not recorded. */
  readonly at: number | undefined;
  readonly method: string;
  /** A whole URL, or a path. */
  readonly url: string;
  readonly headers: RecordedLines;
  readonly body: Buffer | undefined;
  /** The body of the request, or a part of it, is not in the recording. */
  readonly isBodyLost: boolean;
  /** How it was put on the wire, where a HAR of our own says so. */
  readonly wire?: WireAlteration;
  readonly reply: Reply | RecordedLack;
  readonly ms: number;
}
