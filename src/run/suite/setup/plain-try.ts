/** A plain request of the set-up check and its reply: how it is written, and how the reply is read. */
import { isConditionCode, type RefusalCode } from '../../../spec/codes.ts';
import { optionsOf } from '../../../spec/dialect/questions.ts';
import type { Dialect } from '../../../spec/dialect/dialect.ts';
import type { TagItem } from '../../../spec/envelope.ts';
import type { Endpoint } from '../../../spec/endpoints.ts';
import { GAME_ID } from '../../../spec/headers.ts';
import { TAG_KEYS } from '../../../spec/members.ts';
import type { Exchange } from '../../../http/exchange.ts';
import type { Mask } from '../../../http/secrets/secrets.ts';
import { type AuthToken, isOwnersToken, type SecretKey } from '../../../world/world.ts';
import type { Judgement } from '../../../judge/compare/check.ts';
import type { Allowed } from '../../../judge/expect/allowed.ts';
import { replyText } from '../../../judge/reply/reply-body.ts';
import { alteredRequest } from '../../../cases/plan/altered-request.ts';
import { draftFor } from '../../../cases/plan/valid-request.ts';
import type { AskedSubject, PlannedRequest, Roles } from '../../../cases/planned.ts';

/** The caller, the subject, and what is sent beyond the id. */
export interface PlainRequest {
  readonly endpoint: Endpoint;
  readonly key: SecretKey;
  readonly token: AuthToken | undefined;
  /** A declared one, or a made-up id. */
  readonly subject: AskedSubject;
  /** The Game-Id that is sent; undefined: none. */
  readonly gameId: string | undefined;
  /** Undefined: tagKeys is left out. */
  readonly tagKeys: readonly string[] | undefined;
}

export type PlainReply =
  /** `sound`: it breaks no must by its form, and its tags can be kept and shown. */
  | { readonly kind: 'tags'; readonly tags: readonly TagItem[]; readonly sound: boolean }
  | { readonly kind: 'not-found' }
  /** `forTagKeys`: the list of keys is what is wrong, or that there is none. */
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly forTagKeys: boolean }
  /** `other`: no envelope, but another status or a body that can't be read; `said`: how it begins, where the status is 200. */
  | { readonly kind: 'other'; readonly said?: string }
  | { readonly kind: 'no-reply' };

export interface PlainTry {
  readonly request: PlainRequest;
  readonly reply: PlainReply;
}

export type Tries = readonly PlainTry[];

/** Sends a plain request at the target's pace, and again where the target is busy. Rejects where the target is gone. */
export type SendPlain = (request: PlainRequest) => Promise<PlainReply>;

/** `setup/admin@gamePlayer.server`: the name of a try in User-Agent and in notes. */
export const tryName = ({ key, endpoint }: PlainRequest): string => `setup/${key.name}@${endpoint.id}`;

/** Whether the operation ran: the key, the game and the token were accepted, and the rule is there. */
export const isOk = ({ reply: { kind } }: PlainTry): boolean => kind === 'tags' || kind === 'not-found';

/** The code of a refusal; undefined for any other reply, and where it is refused for how much is sent, whatever is asked. */
export function refusedWith({ reply }: PlainTry): RefusalCode | undefined {
  return reply.kind === 'refused' && !isConditionCode(reply.code) ? reply.code : undefined;
}

export const isForTagKeys = ({ reply }: PlainTry): boolean => reply.kind === 'refused' && reply.forTagKeys;

/** Whether the backend knows the key: it ran the operation, or refused for another reason than the key. */
export function isKeyAccepted(plain: PlainTry): boolean {
  return plain.reply.kind === 'refused' ? plain.reply.code !== 'SecretInvalid' : isOk(plain);
}

const OF_ROLES: ReadonlySet<string | undefined> = new Set(optionsOf('role.mismatch'));

/** Whether it is refused with a code that a key of the other role may get. */
export const mayBeForRole = (plain: PlainTry): boolean => OF_ROLES.has(refusedWith(plain));

/** Whether a client asks about what is declared its own: itself, its character, its group. */
export function asksOwn({ request: { subject, token } }: PlainTry): boolean {
  return token !== undefined && subject.exists !== undefined && isOwnersToken(token, subject.exists.owners);
}

/** Nothing is expected of the reply but its form. */
const anyEnvelope = ({ id }: Endpoint): Allowed => ({
  endpoint: id,
  strictness: 'endpoint',
  clause: '1/envelope',
  outcomes: [{ expected: { kind: 'anything' }, when: [], clause: '1/envelope' }],
});

/** In a case a text that begins with a dollar is a reference; two dollars are one. */
const literalText = (text: string): string => (text.startsWith('$') ? `$${text}` : text);

/** The request as it is sent. */
export function plannedPlain(plain: PlainRequest, dialect: Dialect): PlannedRequest {
  const { endpoint, key, token, subject, gameId, tagKeys } = plain;
  const roles: Roles = { endpoint, key, token, subject, otherGame: undefined, extension: undefined };
  const headers = gameId === undefined ? { without: [GAME_ID] } : { set: { [GAME_ID]: gameId } };
  const members =
    tagKeys === undefined ? { without: [TAG_KEYS] } : { set: { [TAG_KEYS]: tagKeys.map(literalText) } };
  const request = alteredRequest(
    draftFor(roles, dialect, tryName(plain)),
    { headers, ...members },
    {},
    roles,
    { provocations: new Map(), extensions: [], world: { limits: {} } },
  );
  return { request, allowed: anyEnvelope(endpoint), who: roles };
}

/** What is kept of a body that can't be read: enough to tell it from that of another request. */
export const MAX_SAID = 1000;

/** The most tags, and characters of tags, that a run keeps of a subject to its end. */
const MAX_KEPT_TAGS = 2000;
const MAX_KEPT_CHARACTERS = 256 * 1024;

function areKept(tags: readonly TagItem[], mask: Mask): boolean {
  const texts = tags.flatMap(({ key, value }) => [key, value]);
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  // A secret is sent to no other endpoint and shown nowhere.
  return (
    tags.length <= MAX_KEPT_TAGS &&
    characters <= MAX_KEPT_CHARACTERS &&
    texts.every((text) => mask(text) === text)
  );
}

const namesTagKeys = (member = ''): boolean => member.toLowerCase().includes(TAG_KEYS.toLowerCase());

/** The reply, as far as the set-up check cares. */
export function plainReplyOf(
  { outcome }: Exchange,
  { envelope, findings }: Judgement,
  mask: Mask,
): PlainReply {
  if (outcome.kind === 'no-reply') return { kind: 'no-reply' };
  if (outcome.status !== 200) return { kind: 'other' };
  if (envelope === undefined) return { kind: 'other', said: mask(replyText(outcome, MAX_SAID)) };
  const { returnCode, listed = [], payload } = envelope;
  if (returnCode !== 'Ok') {
    const isListed =
      returnCode === 'InvalidRequestParameters' && listed.some(({ code }) => namesTagKeys(code));
    return {
      kind: 'refused',
      code: returnCode,
      forTagKeys: isListed || returnCode === 'MaxSizeRequestReject',
    };
  }
  if (payload.errorCode !== undefined && payload.errorCode !== 'Ok') return { kind: 'not-found' };
  const sound = areKept(payload.tags, mask) && findings.every(({ level }) => level !== 'must');
  return { kind: 'tags', tags: sound ? payload.tags : [], sound };
}
