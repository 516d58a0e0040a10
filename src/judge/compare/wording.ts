/** Whether refusals reveal by their words what their codes hide: compares two texts of one code without what varies anyway. */
import { parsedJson } from '../../base/text/parsed-json.ts';
import { ENVELOPE } from '../../spec/envelope.ts';
import type { Exchange } from '../../http/exchange.ts';
import { isSecretRef, type Request } from '../../http/request.ts';
import type { Envelope } from '../reply/envelope.ts';
import { finding, type Finding } from '../finding.ts';
import { bodyText } from '../reply/reply-body.ts';
import { cut } from '../show.ts';

interface JudgedReply {
  readonly exchange: Exchange;
  readonly envelope: Envelope | undefined;
}

/** The texts within a JSON value. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

const bodyTextOf = ({ body }: Request): string => (body === undefined ? '' : bodyText(body));

/** The texts of the request: a reply that repeats them reveals nothing. */
function sentTexts(request: Request): readonly string[] {
  const headers = request.headers.flatMap(([, value]) => (isSecretRef(value) ? [] : [value]));
  const texts = [...textsOf(parsedJson(bodyTextOf(request))), ...headers, request.path];
  return texts.filter((text) => text !== '').toSorted((a, b) => b.length - a.length);
}

/** Times, GUIDs, hashes, and whatever has a digit: no wording. */
const VARYING = /[\w.:+-]*\d[\w.:+-]*/g;

/** The words of a debugMessage alone. */
function wordingOf(message: string, request: Request): string {
  const own = sentTexts(request).reduce((text, sent) => text.replaceAll(sent, '0'), message);
  return own.replaceAll(VARYING, '#').replaceAll(/\s+/g, ' ').trim();
}

interface Worded {
  readonly index: number;
  readonly message: string;
  readonly wording: string;
}

/** The refusals of one request; undefined: they are too few, or the words change from one to the next. */
function steady(all: readonly Worded[]): Worded | undefined {
  const [first, second] = all;
  return second !== undefined && all.every(({ wording }) => wording === first?.wording) ? first : undefined;
}

/** The first request whose refusals are worded differently from those of another request with the same code. */
export function differingWording(
  replies: readonly JudgedReply[],
): { readonly index: number; readonly finding: Finding } | undefined {
  const byCode = new Map<string, Map<string, Worded[]>>();
  for (const [index, { exchange, envelope }] of replies.entries()) {
    if (envelope === undefined || envelope.returnCode === 'Ok') continue;
    const requests = byCode.get(envelope.returnCode) ?? new Map<string, Worded[]>();
    byCode.set(envelope.returnCode, requests);
    const { message } = envelope;
    const worded = { index, message, wording: wordingOf(message, exchange.request) };
    const body = bodyTextOf(exchange.request);
    requests.set(body, [...(requests.get(body) ?? []), worded]);
  }
  for (const requests of byCode.values()) {
    const [first, ...others] = [...requests.values()].flatMap((all) => steady(all) ?? []);
    const other = others.find(({ wording }) => wording !== first?.wording);
    if (first === undefined || other === undefined) continue;
    const expected = `worded as the refusal of the other request: ${cut(first.message)}`;
    return {
      index: other.index,
      finding: finding('leak', 'principle/no-leak', ENVELOPE.debugMessage, expected, cut(other.message)),
    };
  }
  return undefined;
}
