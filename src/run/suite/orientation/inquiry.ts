/** One plain request of the orientation and what came back, as the evidence for set-up faults and learned facts; and how it is asked. */
import { isConditionCode, type RefusalCode } from '../../../spec/codes.ts';
import { optionsOf } from '../../../spec/dialect/questions.ts';
import type { TagItem } from '../../../spec/envelope.ts';
import type { Exchange } from '../../../http/exchange.ts';
import type { Endpoint } from '../../../spec/endpoints.ts';
import { differingTags } from '../../../judge/compare/match-tags.ts';
import { isOwnersToken } from '../../../world/callers.ts';
import { UNKNOWN, type AuthToken, type SecretKey } from '../../../world/world.ts';
import { GAME_ID } from '../../../spec/headers.ts';
import { TAG_KEYS } from '../../../spec/members.ts';
import { cut } from '../../../judge/show.ts';
import type { Allowed } from '../../../judge/expect/allowed.ts';
import { alteredRequest } from '../../../cases/plan/altered-request.ts';
import type { Send } from '../../../cases/format/schema/send-schema.ts';
import { draftFor } from '../../../cases/plan/valid-request.ts';
import { TagproofError } from '../../../base/errors.ts';
import { isAnswer } from '../../send/gateway.ts';
import { keptToShow } from '../../../report/record/redact.ts';
import type { AskedSubject, PlannedRequest, Roles } from '../../../cases/planned.ts';
import { attempt, type Attempt } from '../../send/attempt.ts';
import type { Target } from '../../send/target.ts';

/** Whether the world file says that the subject exists, that it does not, or nothing, as its id is made up. */
export type SubjectOrigin = 'declared' | 'declared absent' | 'invented';

/** A plain request: the caller, the subject, and what is sent beyond the id. */
export interface Asked {
  readonly endpoint: Endpoint;
  readonly key: SecretKey;
  readonly token: AuthToken | undefined;
  readonly subject: AskedSubject;
  readonly origin: SubjectOrigin;
  /** The Game-Id that is sent; undefined: none. */
  readonly gameId: string | undefined;
  /** Undefined: tagKeys is left out. */
  readonly tagKeys: readonly string[] | undefined;
}

/** The reply, as far as the orientation cares. */
export type Answered =
  /** `sound`: no must is broken by the form of the reply. */
  | { readonly kind: 'tags'; readonly tags: readonly TagItem[]; readonly sound: boolean }
  /** `bare`: the code comes without tags. */
  | { readonly kind: 'not-found'; readonly bare: boolean }
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly members: readonly string[] }
  /** Neither an envelope nor silence: another status, or a body that can't be read. */
  | { readonly kind: 'other'; readonly status: number }
  | { readonly kind: 'no-reply'; readonly detail: string };

export interface Inquiry {
  /** `orientation/admin@gamePlayer.server`: the name in User-Agent and in notes. */
  readonly name: string;
  readonly asked: Asked;
  readonly answered: Answered;
  readonly exchange: Exchange;
}

/** Whether the operation ran: the key, the game and the token were accepted, and the rule is there. */
export const isOk = ({ answered: { kind } }: Inquiry): boolean => kind === 'tags' || kind === 'not-found';

/** The code of a refusal; undefined for any other reply. */
export function refusalOf({ answered }: Inquiry): RefusalCode | undefined {
  return answered.kind === 'refused' ? answered.code : undefined;
}

/** Whether it is refused for how much is sent, whatever is asked. */
export function isForLoad(inquiry: Inquiry): boolean {
  const code = refusalOf(inquiry);
  return code !== undefined && isConditionCode(code);
}

const OF_ROLES: ReadonlySet<string | undefined> = new Set(optionsOf('role.mismatch'));

/** Whether it is refused with a code that a key of the other role may get (role.mismatch). */
export const mayBeForRole = (inquiry: Inquiry): boolean => OF_ROLES.has(refusalOf(inquiry));

/** Whether the backend knows the key: it ran the operation, or refused for another reason than the key. */
export function isAccepted(inquiry: Inquiry): boolean {
  const code = refusalOf(inquiry);
  return isOk(inquiry) || (code !== undefined && code !== 'SecretInvalid');
}

/** Inquiries with this key. */
export const inquiriesWithKey = (inquiries: readonly Inquiry[], name: string): readonly Inquiry[] =>
  inquiries.filter(({ asked }) => asked.key.name === name);

/** Inquiries about one subject. */
export const aboutSubject = (
  inquiries: readonly Inquiry[],
  { resource, game, id }: Pick<AskedSubject, 'resource' | 'game' | 'id'>,
): readonly Inquiry[] =>
  inquiries.filter(
    ({ asked: { subject } }) => subject.id === id && subject.game === game && subject.resource === resource,
  );

/** Whether a client asks about what is declared its own: itself, its character, its group. */
export function isOwn({ asked: { subject, token } }: Inquiry): boolean {
  return token !== undefined && subject.exists !== undefined && isOwnersToken(token, subject.exists.owners);
}

/** Whether a declared subject is found, and with its declared tags where they are known. */
export function isAsDeclared({ asked: { subject, origin }, answered }: Inquiry): boolean {
  if (origin !== 'declared' || answered.kind !== 'tags') return false;
  const tags = subject.exists?.tags ?? UNKNOWN;
  return tags === UNKNOWN || !differingTags(tags, answered.tags);
}

/** The same, with tags to show for it: an empty list may be another subject's, or a filter's. */
export const showsDeclared = (inquiry: Inquiry): boolean =>
  isAsDeclared(inquiry) && inquiry.answered.kind === 'tags' && inquiry.answered.tags.length > 0;

/** `alone`: over a connection of its own. */
export type Ask = (asked: Asked, alone?: boolean) => Promise<Inquiry>;

/** Nothing is expected of the reply but its form. */
const anyEnvelope = ({ endpoint: { id } }: Asked): Allowed => ({
  endpoint: id,
  strictness: 'endpoint',
  clause: '1/envelope',
  outcomes: [{ expected: { kind: 'anything' }, when: [], clause: '1/envelope' }],
});

/** In a case a text that begins with a dollar is a reference; two dollars are one. */
const literal = (text: string): string => (text.startsWith('$') ? `$${text}` : text);

function sendFor({ gameId, tagKeys }: Asked): Send {
  const game =
    gameId === undefined ? { headers: { without: [GAME_ID] } } : { headers: { set: { [GAME_ID]: gameId } } };
  return tagKeys === undefined
    ? { ...game, without: [TAG_KEYS] }
    : { ...game, set: { [TAG_KEYS]: tagKeys.map(literal) } };
}

function sendableFor(asked: Asked, name: string, to: Target): PlannedRequest {
  const { endpoint, key, token, subject } = asked;
  const roles: Roles = { endpoint, key, token, subject, otherGame: undefined, extension: undefined };
  const draft = draftFor(roles, to.dialect, name);
  const context = { provocations: new Map(), requestBytes: 0 };
  const request = alteredRequest(draft, sendFor(asked), {}, roles, context);
  return { request, allowed: anyEnvelope(asked), who: roles };
}

/** How many tags more than the declared ones are kept of a reply, how many characters of tags, and how many listed members; of more, a part. */
const MAX_TAGS = 2000;
const MAX_CHARACTERS = 256 * 1024;
const MAX_MEMBERS = 100;
/** How much of a body is kept: the orientation has hundreds of replies, and reports show few of them. */
const MAX_BODY = 8192;

/** The tags of a reply as a run keeps them to its end: the declared ones where they are the same, and so much of all others that they differ. */
function keptTags(tags: readonly TagItem[], declared: readonly TagItem[]): readonly TagItem[] {
  if (!differingTags(declared, tags)) return declared;
  const characters = tags.reduce((sum, { key, value }) => sum + key.length + value.length, 0);
  if (tags.length <= declared.length + MAX_TAGS && characters <= MAX_CHARACTERS) return tags;
  return tags.slice(0, declared.length + 1).map(({ key, value }) => ({ key: cut(key), value: cut(value) }));
}

/** Whether tags hold a secret, which is sent to no other endpoint and shown nowhere. */
const holdsSecret = (tags: readonly TagItem[], mask: Target['mask']): boolean =>
  tags.some(({ key, value }) => mask(key) !== key || mask(value) !== value);

/** What a judged exchange says. Tags that are not kept whole, or that hold a secret, are not sound. */
function answeredBy(
  { exchange: { outcome }, judgement, why }: Attempt<PlannedRequest>,
  { subject: { exists } }: Asked,
  mask: Target['mask'],
): Answered {
  if (outcome.kind === 'no-reply') return { kind: 'no-reply', detail: why === '' ? outcome.detail : why };
  const { envelope, findings } = judgement;
  if (envelope === undefined || outcome.status !== 200) return { kind: 'other', status: outcome.status };
  const { returnCode, listed, payload } = envelope;
  if (returnCode !== 'Ok')
    return {
      kind: 'refused',
      code: returnCode,
      members: (listed ?? [])
        .slice(0, MAX_MEMBERS)
        .flatMap(({ code }) => (code === undefined ? [] : cut(code))),
    };
  if (payload.errorCode !== undefined && payload.errorCode !== 'Ok')
    return { kind: 'not-found', bare: payload.tags.length === 0 };
  const declared = exists?.tags ?? UNKNOWN;
  const tags = keptTags(payload.tags, declared === UNKNOWN ? [] : declared);
  const isWhole = !differingTags(tags, payload.tags);
  const sound = isWhole && findings.every(({ level }) => level !== 'must') && !holdsSecret(tags, mask);
  return { kind: 'tags', tags, sound };
}

/** Asks through a to: paced, and again where the target is busy. Rejects where the target is gone. */
export function askerOf(to: Target): Ask {
  return async (asked, alone = false) => {
    const connection = alone ? to.transport.single() : to.transport;
    const name = `orientation/${asked.key.name}@${asked.endpoint.id}`;
    const sendable = sendableFor(asked, name, to);
    const judged = await attempt(sendable, to, { over: connection, name });
    if (alone) await connection.close();
    const overlong = to.pace.gaveUp;
    if (overlong !== undefined) throw new TagproofError('unreachable', overlong);
    const isSilent = !isAnswer(judged.exchange.outcome) && !to.signal.aborted;
    const outage = isSilent ? await to.outage.found() : undefined;
    if (outage !== undefined) throw new TagproofError('unreachable', outage);
    return {
      name,
      asked,
      answered: answeredBy(judged, asked, to.mask),
      exchange: keptToShow(judged.exchange, MAX_BODY),
    };
  };
}

/** `SecretInvalid`, or what else came. */
export function answersInWords(inquiries: readonly Inquiry[]): string {
  const words = inquiries.map(({ answered }) => {
    if (answered.kind === 'refused') return answered.code;
    return answered.kind === 'other' ? `HTTP ${answered.status}` : answered.kind;
  });
  return [...new Set(words)].join(' or ');
}
