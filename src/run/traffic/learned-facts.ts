/** What earlier exchanges showed and the world does not declare: who exists with which tags, who is absent, which role a key has. A later reply against it is warned of. */
import type { TagItem } from '../../spec/envelope.ts';
import type { Role } from '../../spec/endpoints.ts';
import type { Exchange } from '../../http/exchange.ts';
import { check } from '../../judge/compare/check.ts';
import { tagDifference } from '../../judge/compare/match-tags.ts';
import { allowedForRequest } from '../../judge/expect/allowed-for-request.ts';
import type { Finding } from '../../judge/finding.ts';
import type { Envelope } from '../../judge/reply/envelope.ts';
import { membersSent, type Call } from '../../judge/rules/call.ts';
import { subjectId, subjectOf } from '../../judge/rules/subject-of.ts';
import { plural } from '../../base/text/quantities.ts';
import { declaredWorld, IMPLICIT_GAME, type DeclaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN, type SecretKey, type Subject } from '../../world/world.ts';
import type { Ground, RecordedCall } from './sent.ts';

/** `tags`: undefined where nothing has the id. */
interface SubjectFact {
  readonly tags: readonly TagItem[] | undefined;
  readonly origin: string;
}

const MAX_FACTS = 20_000;
/** Of the replies whose tags are remembered. */
const MAX_BYTES = 16 * 1024 * 1024;

/** The tags of a reply; undefined: the subject was not found. */
const tagsOf = ({ payload: { errorCode = 'Ok', tags } }: Envelope): readonly TagItem[] | undefined =>
  errorCode === 'Ok' ? tags : undefined;

function agree(known: SubjectFact['tags'], seen: SubjectFact['tags']): boolean {
  if (known === undefined || seen === undefined) return known === seen;
  const { missing, surplus } = tagDifference(known, seen);
  return missing.length + surplus.length === 0;
}

/** In words that quote no reply. */
const inWords = (tags: SubjectFact['tags']): string =>
  tags === undefined ? 'not found' : `found with ${plural(tags.length, 'tag')}`;

/** The call's game, as far as exchanges can be compared by it: without a name, that of its key. */
function gameWord({ game }: Call, key: SecretKey): string | undefined {
  if (typeof key.game === 'string') return key.game;
  if (game.is === 'given') return game.id;
  return key.game === UNKNOWN && game.is === 'missing' ? `the game of ${key.name}` : undefined;
}

/** The name of a subject of which the world knows nothing; undefined: it is declared, or can't be told from others. */
function unknownSubject(call: Call, key: SecretKey, world: DeclaredWorld): string | undefined {
  const [game, id] = [gameWord(call, key), subjectId(call)];
  return game === undefined || id === undefined || subjectOf(call, world).is !== 'unknown'
    ? undefined
    : JSON.stringify([call.endpoint.resource, game, id]);
}

/** What is known of one call: the role of its key, and the fact about its subject. */
function widened(
  { world }: RecordedCall,
  call: Call,
  key: SecretKey,
  role: Role | undefined,
  fact: SubjectFact | undefined,
): DeclaredWorld {
  const [game = IMPLICIT_GAME, id = ''] = [gameWord(call, key), subjectId(call)];
  const { resource } = call.endpoint;
  const subject: Subject = { resource, id, game, owners: UNKNOWN, tags: fact?.tags ?? [] };
  return declaredWorld({
    ...world,
    complete: false,
    secretKeys: [
      {
        ...key,
        role: role ?? key.role,
        game: key.game === UNKNOWN ? (gameWord(call, key) ?? UNKNOWN) : key.game,
      },
    ],
    games: [game],
    subjects: fact?.tags === undefined ? [] : [subject],
    absents: fact !== undefined && fact.tags === undefined ? [subject] : [],
  });
}

/** What an exchange says against earlier ones: one whose reply has returnCode Ok, and is right by the declared world. Otherwise it is learned from. */
export function learnedFacts({
  extensions,
  dialect,
  secrets,
}: Ground): (
  sent: RecordedCall,
  exchange: Exchange,
  envelope: Envelope,
  origin: string,
) => readonly Finding[] {
  const subjects = new Map<string, SubjectFact>();
  const roles = new Map<string, { readonly role: Role; readonly origin: string }>();
  let bytes = 0;

  /** Learns from a not-found, and from tags that no other member of the request may have chosen. */
  function learn(subject: string, call: Call, { outcome }: Exchange, fact: SubjectFact): void {
    const isWhole = [...membersSent(call).keys()].every((member) => member === call.endpoint.idMember);
    if (fact.tags !== undefined && !isWhole) return;
    const more = outcome.kind === 'reply' ? outcome.body.length : 0;
    if (subjects.size >= MAX_FACTS || bytes + more > MAX_BYTES) return;
    bytes += more;
    subjects.set(subject, fact);
  }

  return (sent, exchange, envelope, origin) => {
    const [reading, another] = sent.readings;
    if (reading === undefined || another !== undefined || reading.call.key.is !== 'known') return [];
    const { call } = reading;
    const key = reading.call.key.value;
    // Several keys of the recording may have this name.
    if (secrets.isMasked(key.name)) return [];
    const { role: own } = call.endpoint;
    const role = key.role === UNKNOWN ? roles.get(key.name) : undefined;
    const subject = unknownSubject(call, key, sent.world);
    const fact = subject === undefined ? undefined : subjects.get(subject);
    const tags = tagsOf(envelope);
    const hasOtherRole = role !== undefined && role.role !== own;
    if (!hasOtherRole && (fact === undefined || agree(fact.tags, tags))) {
      if (role === undefined && key.role === UNKNOWN && roles.size < MAX_FACTS)
        roles.set(key.name, { role: own, origin });
      if (subject !== undefined && fact === undefined) learn(subject, call, exchange, { tags, origin });
      return [];
    }
    const facts = { world: widened(sent, call, key, role?.role, fact), extensions };
    const [found] = check(allowedForRequest(exchange.request, facts), exchange, dialect).findings;
    if (found === undefined) return [];
    // A fact is dropped once it is contradicted.
    if (hasOtherRole) roles.delete(key.name);
    else subjects.delete(subject ?? '');
    const [expected, actual] = hasOtherRole
      ? [`${key.name} has the role ${role.role}, as ${role.origin} showed`, `role ${own}`]
      : [
          `${inWords(fact?.tags)}, as ${fact?.origin ?? ''} showed`,
          `${inWords(tags)}${tags !== undefined && fact?.tags !== undefined ? ', not the same' : ''}`,
        ];
    return [{ ...found, level: 'should', at: '', expected, actual }];
  };
}
