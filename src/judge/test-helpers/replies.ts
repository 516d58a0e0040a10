/** Short builders of replies and allowed outcomes; findings in one line each. */
import type { MemberType, RefusalCode } from '../../spec/codes.ts';
import type { EndpointId } from '../../spec/endpoints.ts';
import type { TagItem } from '../../spec/envelope.ts';
import { partialDialect, type Dialect } from '../../spec/dialect/dialect.ts';
import type { When } from '../../spec/dialect/questions.ts';
import type { Exchange, NoReplyWhy, Outcome, ReplyHeaders } from '../../http/exchange.ts';
import { withinBounds } from '../../http/reply-bounds.ts';
import type { Request } from '../../http/request.ts';
import type { Fact } from '../../world/world.ts';
import type { Allowed, AllowedOutcome, Strictness } from '../expect/allowed.ts';
import { checkExchange } from '../compare/check.ts';
import type { Finding } from '../finding.ts';

export const VIP: TagItem = { key: 'vip', value: 'gold' };
export const GUILD: TagItem = { key: 'guild', value: 'larks' };

/** The body of a success as in the document, with codes as numbers. */
export const ok = (tags: unknown, more: object = {}, info: object = {}): object => ({
  returnCode: 1,
  parameters: { errorCode: 1, infoResponseParameters: { tags, ...info }, ...more },
});
export const notFound = (errorCode: unknown = 17, info: unknown = {}): object => ({
  returnCode: 1,
  parameters: { errorCode, infoResponseParameters: info },
});
/** The body of a refusal as InvalidRequestParameters that lists these members. */
export const invalid = (...members: readonly unknown[]): object => ({
  returnCode: -5,
  invalidRequestParameters: members,
});
export const member = (code: unknown, invalidMemberType: unknown): object => ({ code, invalidMemberType });

const JSON_HEADERS: ReplyHeaders = [['Content-Type', 'application/json']];

/** A reply with this body: text and bytes unchanged, anything else as JSON. */
export function reply(body: unknown, headers: ReplyHeaders = JSON_HEADERS, status: number = 200): Outcome {
  const bytes =
    body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return { kind: 'reply', status, headers, body: bytes };
}

export const noReply = (why: NoReplyWhy, detail: string): Outcome => ({ kind: 'no-reply', why, detail });

const ENDPOINT: EndpointId = 'gamePlayer.server';

/** What is allowed for a request to the server of the game player. */
export const allowed = (...outcomes: readonly AllowedOutcome[]): Allowed => ({
  endpoint: ENDPOINT,
  strictness: 'endpoint',
  clause: outcomes[0]?.clause ?? '1/envelope',
  outcomes,
});
export const at = (strictness: Strictness, what: Allowed): Allowed => ({ ...what, strictness });

export const tags = (
  items: Fact<readonly TagItem[]>,
  when: readonly When[] = [],
  match: 'exactly' | 'some of' = 'exactly',
): AllowedOutcome => ({ expected: { kind: 'tags', tags: items, match }, when, clause: '4.5.2/tags' });
export const absent: AllowedOutcome = {
  expected: { kind: 'not-found', resource: 'gamePlayer' },
  when: [],
  clause: '7.4.2/not-found',
};
export const refusal = (
  code: RefusalCode,
  when: readonly When[] = [],
  clause: string = '5.3/wrong',
): AllowedOutcome => ({ expected: { kind: 'refused', code }, when, clause });
export const failing = (
  name: string,
  type: MemberType | 'any',
  element?: number,
  when: readonly When[] = [],
): AllowedOutcome => ({
  expected: {
    kind: 'refused',
    code: 'InvalidRequestParameters',
    member: element === undefined ? { member: name, type } : { member: name, element, type },
  },
  when,
  clause: '2.1/length',
});
export const shape: AllowedOutcome = refusal('InvalidRequestParameters', [], '1/json-body');
export const http = (statuses: readonly number[] | 'any', when: readonly When[] = []): AllowedOutcome => ({
  expected: { kind: 'http', statuses },
  when,
  clause: '4.2/content-type/status',
});

const REQUEST: Request = { endpoint: ENDPOINT, method: 'POST', path: '/', headers: [], body: undefined };

/** The outcome as a transport hands it over. */
export const received = (outcome: Outcome): Outcome => withinBounds(outcome);

export const exchange = (outcome: Outcome): Exchange => ({ request: REQUEST, outcome, ms: 1 });

const NOTHING = partialDialect();

export const findings = (what: Allowed, outcome: Outcome, dialect: Dialect = NOTHING): readonly Finding[] =>
  checkExchange(what, exchange(outcome), dialect).findings;

/** Describes each finding as `level clause kind place`. */
export const found = (what: Allowed, outcome: Outcome, dialect: Dialect = NOTHING): readonly string[] =>
  findings(what, outcome, dialect).map((each) =>
    `${each.level} ${each.clause} ${each.kind} ${each.at}`.trimEnd(),
  );
