/** From a request to a call: route, headers and body, as the dialect reads them (§4.1 to §4.3). */
import { AUTH_TOKEN, CONTENT_TYPE, GAME_ID, SECRET_KEY } from '../../../src/spec/headers.ts';
import { NO_BODY_BYTES } from '../../../src/http/request.ts';
import type { Endpoint } from '../../../src/spec/endpoints.ts';
import {
  contentTypeKind,
  EMPTY,
  MISSING,
  NEVER_ISSUED,
  type Presented,
  presentedGame,
} from '../../../src/judge/rules/call.ts';
import { excusedStatuses, optionalParts } from '../../../src/judge/rules/reading/optional-http.ts';
import { type BackendAnswer, refusal } from '../answer.ts';
import type { ProvokedFault } from './faults.ts';
import type { Leniency, Store } from '../../world/store.ts';
import type { Incoming, IncomingTrouble } from '../incoming.ts';
import { optionOf, type Options } from '../options-at.ts';
import { readRequestBody } from './read-body.ts';
import {
  headerKey,
  headerPairs,
  headerValues,
  type HeaderValues,
  percentDecoded,
  presentedValue,
  withDashes,
} from '../../../src/judge/rules/reading/header-values.ts';
import type { Router } from './route.ts';
import type { ReadCall, ReadOutcome } from '../stages.ts';

const ANSWERS = {
  'body too large': refusal('MaxSizeRequestReject', 'the body is larger than this backend reads'),
  'head too large': refusal(
    'MaxSizeRequestReject',
    'the request line and the headers are larger than this backend reads',
  ),
  'timed out': refusal('OperationTimeout', 'the request did not end in the time given'),
  'broken off': refusal(
    'InvalidRequestParameters',
    'the request ended before its body did, or its body is badly framed',
  ),
  'no HTTP': refusal('InvalidRequestParameters', 'the bytes are not an HTTP/1.1 request'),
} as const satisfies Record<IncomingTrouble, BackendAnswer>;

function answerToTrouble(trouble: IncomingTrouble): BackendAnswer {
  return ANSWERS[trouble];
}

const HEADER_KEYS = {
  secretKey: headerKey(SECRET_KEY),
  authToken: headerKey(AUTH_TOKEN),
  gameId: headerKey(GAME_ID),
  contentType: headerKey(CONTENT_TYPE),
} as const;

const BAD_REQUEST: BackendAnswer = { kind: 'http', status: 400 };

function presented<T>(value: string | undefined, find: (value: string) => T | undefined): Presented<T> {
  if (value === undefined) return MISSING;
  if (value === '') return EMPTY;
  const found = find(value);
  return found === undefined ? NEVER_ISSUED : { is: 'known', value: found };
}

/** Question secret.case: the secret that a value is where the dialect reads secrets leniently. */
function foundLeniently<T>(
  value: string,
  like: (value: string, leniency: Leniency) => T | undefined,
  options: Options,
): T | undefined {
  const inAnyCase = optionOf(options, 'secret.case') === 'accepted' ? like(value, 'any case') : undefined;
  if (inAnyCase !== undefined) return inAnyCase;
  return optionOf(options, 'secret.end') === 'accepted' ? like(value, 'any end') : undefined;
}

/** What a request is read with. */
export interface CallReader {
  readonly store: Pick<Store, 'keyOf' | 'tokenOf' | 'keyLike' | 'tokenLike'>;
  /** The answers to the questions about the whole backend. */
  readonly options: Options;
  readonly route: Router;
  readonly faults: ProvokedFault;
}

const hasHeader = (lines: Incoming['headers'], key: string): boolean => headerValues(lines, key).count > 0;

function callOf(
  endpoint: Endpoint,
  { headers: lines, body: sent = NO_BODY_BYTES }: Incoming,
  reader: CallReader,
): ReadCall | undefined {
  const { store, options } = reader;
  const isUnread = optionOf(options, 'http.chunked') === 'as empty' && hasHeader(lines, 'transfer-encoding');
  const body = isUnread ? NO_BODY_BYTES : sent;
  const dashed = optionOf(options, 'header.underscores') === 'read' ? withDashes(lines) : undefined;
  const isDecoded = optionOf(options, 'header.percent') === 'decoded';
  const headers = isDecoded ? (dashed ?? lines).map(percentDecoded) : (dashed ?? lines);
  const repeated = optionOf(options, 'header.repeated');
  const key = headerValues(headers, HEADER_KEYS.secretKey);
  const token = headerValues(headers, HEADER_KEYS.authToken);
  const game = headerValues(headers, HEADER_KEYS.gameId);
  if (repeated === 'HTTP 400' && Math.max(key.count, token.count, game.count) > 1) return undefined;
  const one = (values: HeaderValues): string | undefined => presentedValue(values, repeated);
  const read = readRequestBody(body, options);
  return {
    endpoint,
    key: presented(one(key), (value) => store.keyOf(value) ?? foundLeniently(value, store.keyLike, options)),
    token: presented(
      one(token),
      (value) => store.tokenOf(value) ?? foundLeniently(value, store.tokenLike, options),
    ),
    game: presentedGame(one(game)),
    contentType: contentTypeKind(headerValues(headers, HEADER_KEYS.contentType).first),
    body: read,
    bytes: body.length,
    bodyFault: read.is === 'object' ? undefined : read.why,
  };
}

/** Question http.optional: the status that HTTP has for a request which a server need not take, where the dialect wants it. */
function optionalStatus({ headers, version, body }: Incoming, { options }: CallReader): number | undefined {
  if (optionOf(options, 'http.optional') === 'as plain') return undefined;
  return excusedStatuses(optionalParts(version, headerPairs(headers), body?.length ?? 0))[0];
}

/** The `read` stage: the call that a request makes, or the answer where it makes none. */
export function readerOf(reader: CallReader): (incoming: Incoming) => ReadOutcome {
  return (incoming) => {
    const { trouble, method, target, headers } = incoming;
    if (trouble !== undefined) return { kind: 'answered', answer: answerToTrouble(trouble) };
    const status = optionalStatus(incoming, reader);
    if (status !== undefined) return { kind: 'answered', answer: { kind: 'http', status } };
    if (optionOf(reader.options, 'http.range') === 'a part' && hasHeader(headers, 'range'))
      return { kind: 'answered', answer: { kind: 'http', status: 206 } };
    const route = reader.route(method, target);
    if (route.kind === 'answered') return route;
    const provoked = reader.faults(headers, route.endpoint);
    const call = callOf(route.endpoint, incoming, reader);
    if (call === undefined) return { kind: 'answered', answer: provoked ?? BAD_REQUEST };
    return { kind: 'call', call: provoked === undefined ? call : { ...call, provoked } };
  };
}
