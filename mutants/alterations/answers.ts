/** Altering what goes out: the answer, its text, its status, or whether there is a reply at all. */
import type { RefusalCode } from '../../src/spec/codes.ts';
import type { Call } from '../../src/judge/rules/call.ts';
import type { BackendAnswer } from '../../simulator/answer/answer.ts';
import type { Incoming } from '../../simulator/answer/incoming.ts';
import type { Encoded } from '../../simulator/answer/stages.ts';
import type { Alter } from '../defects/mutant.ts';
import type { ReplyJsonAlteration } from './json.ts';
import { untagged } from './subjects.ts';

export type OfAnswers = (answer: BackendAnswer) => boolean;

export const ANY: OfAnswers = () => true;
export const TAGS: OfAnswers = ({ kind }) => kind === 'tags';
export const NOT_FOUND: OfAnswers = ({ kind }) => kind === 'not-found';
export const OK: OfAnswers = (answer) => TAGS(answer) || NOT_FOUND(answer);
export const REFUSED: OfAnswers = ({ kind }) => kind === 'refused';
/** A success without any tags. */
export const NO_TAGS: OfAnswers = (answer) => answer.kind === 'tags' && answer.tags.length === 0;

/** Refusals with one of these codes. */
export const refusedAs =
  (...codes: readonly RefusalCode[]): OfAnswers =>
  (answer) =>
    answer.kind === 'refused' && codes.includes(answer.code);

/** Another answer in place of the right one. */
export const answering =
  (alter: (answer: BackendAnswer, call: Call | undefined) => BackendAnswer): Alter =>
  (stages) => ({ ...stages, encode: (answer, call) => stages.encode(alter(answer, call), call) });

/** A subject without tags is found where nothing has the id. */
export const findingUntagged = (of: (call: Call | undefined) => boolean): Alter =>
  answering((answer, call) => {
    if (answer.kind !== 'not-found' || !of(call)) return answer;
    const { resource } = answer;
    return { kind: 'tags', resource, subject: untagged(resource), tags: [] };
  });

/** Other bytes, headers or another status for some answers. */
export const encoding =
  (of: OfAnswers, alter: (encoded: Encoded, call: Call | undefined) => Encoded): Alter =>
  (stages) => ({
    ...stages,
    encode: (answer, call) => {
      const encoded = stages.encode(answer, call);
      return of(answer) ? alter(encoded, call) : encoded;
    },
  });

export const encodedText = ({ body }: Encoded): string =>
  typeof body === 'string' ? body : Buffer.from(body).toString('utf8');

/** Another text for some answers. */
export const writing = (of: OfAnswers, alter: (text: string) => string | Uint8Array): Alter =>
  encoding(of, (encoded) => ({ ...encoded, body: alter(encodedText(encoded)) }));

/** A reply with another envelope. */
export const withJson = (encoded: Encoded, alter: ReplyJsonAlteration): Encoded => ({
  ...encoded,
  body: JSON.stringify(alter(JSON.parse(encodedText(encoded)))),
});

/** Another envelope for some answers. */
export const enveloping = (of: OfAnswers, alter: ReplyJsonAlteration): Alter =>
  encoding(of, (encoded) => withJson(encoded, alter));

/** Another HTTP status for some answers. */
export const withStatus = (of: OfAnswers, status: number): Alter =>
  encoding(of, (encoded) => ({ ...encoded, status }));

/** A reply with one more header line. */
export const withLine = (encoded: Encoded, name: string, value: string): Encoded => ({
  ...encoded,
  headers: [...encoded.headers, name, value],
});

/** Another value of a reply's header, or none, for some answers. */
export const withHeader = (of: OfAnswers, name: string, value: string | undefined): Alter =>
  encoding(of, ({ headers, ...encoded }) => {
    const kept = headers.filter((_, at) => headers[at - (at % 2)] !== name);
    return { ...encoded, headers: value === undefined ? kept : [...kept, name, value] };
  });

/** Other bytes, headers or another status for the reply to some requests. */
export const sending =
  (alter: (encoded: Encoded, incoming: Incoming) => Encoded): Alter =>
  (stages) => ({
    ...stages,
    send: (encoded, incoming) => stages.send(alter(encoded, incoming), incoming),
  });

/** The connection ends without a reply to some requests. */
export const hangingUp =
  (on: (incoming: Incoming, encoded: Encoded) => boolean): Alter =>
  (stages) => ({
    ...stages,
    send: (encoded, incoming) =>
      on(incoming, encoded) ? { kind: 'hang-up' } : stages.send(encoded, incoming),
  });
