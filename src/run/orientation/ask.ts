/** Sending one plain request of the orientation and reading its reply. */
import { GAME_ID } from '../../contract/headers.ts';
import type { TagItem } from '../../contract/envelope.ts';
import { TAG_KEYS } from '../../contract/members.ts';
import { differingTags } from '../../judge/compare/match-tags.ts';
import { cut } from '../../judge/compare/show.ts';
import type { Allowed } from '../../judge/expect/allowed.ts';
import { UNKNOWN } from '../../world/world.ts';
import { alteredRequest } from '../../suite/plan/altered-request.ts';
import type { Send } from '../../suite/format/schema/send-schema.ts';
import type { PlannedRequest, Roles } from '../../judge/planned.ts';
import { draftFor } from '../../suite/plan/valid-request.ts';
import type { Answered, Asked, Attempt } from './attempt.ts';
import { TagproofError } from '../../errors.ts';
import { isAnswer } from '../../engine/gateway.ts';
import { keptToShow } from '../../engine/kept-bodies.ts';
import { OutageWatch } from '../sending/outage.ts';
import { sendControl, sendJudged, type Judged, type Sender } from '../../engine/send.ts';

/** `alone`: over a connection of its own. */
export type Ask = (asked: Asked, alone?: boolean) => Promise<Attempt>;

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

function sendableFor(asked: Asked, name: string, sender: Sender): PlannedRequest {
  const { endpoint, key, token, subject } = asked;
  const roles: Roles = { endpoint, key, token, subject, otherGame: undefined, extension: undefined };
  const draft = draftFor(roles, sender.dialect, name);
  const context = { provocations: new Map(), requestBytes: 0 };
  const request = alteredRequest(draft, sendFor(asked), {}, roles, context);
  return { request, allowed: anyEnvelope(asked), who: roles };
}

/** How many tags more than the declared ones are kept of a reply, how many characters of tags, and how many listed members; of more, a part. */
const MAX_TAGS = 1000;
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

/** What a judged exchange says. Tags that are not kept whole are not sound. */
function answeredBy(
  { exchange: { outcome }, judgement, trouble }: Judged<PlannedRequest>,
  { subject: { exists } }: Asked,
): Answered {
  if (outcome.kind === 'no-reply') return { kind: 'no-reply', detail: trouble ?? outcome.detail };
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
  return { kind: 'tags', tags, sound: isWhole && findings.every(({ level }) => level !== 'must') };
}

/** Asks through a sender: paced, and again where the target is busy. Rejects where the target is gone. */
export function askerOf(sender: Sender): Ask {
  const watch = new OutageWatch(() => sendControl(sender), sender.signal);
  return async (asked, alone = false) => {
    const connection = alone ? sender.transport.single() : sender.transport;
    const name = `orientation/${asked.key.name}@${asked.endpoint.id}`;
    const sendable = sendableFor(asked, name, sender);
    const transport = watch.overOne(name, sendable.request, connection);
    const judged = await sendJudged(sendable, transport, sender);
    if (alone) await connection.close();
    const overlong = sender.pace.givenUp();
    if (overlong !== undefined) throw new TagproofError('unreachable', overlong);
    const isSilent = !isAnswer(judged.exchange.outcome) && !sender.signal.aborted;
    if (isSilent && (await watch.isOutage()))
      throw new TagproofError('unreachable', watch.describe(sender.mask));
    return {
      name,
      asked,
      answered: answeredBy(judged, asked),
      exchange: keptToShow(judged.exchange, MAX_BODY),
    };
  };
}
