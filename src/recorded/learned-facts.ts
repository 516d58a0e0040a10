/** What earlier exchanges showed and the world does not declare: who exists with which tags, who is absent, which role a key has. A later reply against it is warned of. */
import type { TagItem } from '../contract/envelope.ts';
import type { Role } from '../contract/endpoints.ts';
import type { Extension } from '../contract/members.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { check } from '../judge/compare/check.ts';
import { tagDifference } from '../judge/compare/match-tags.ts';
import { allowedForRequest } from '../judge/expect/allowed-for-request.ts';
import { readingsOf } from '../judge/expect/readings.ts';
import type { Finding } from '../judge/finding.ts';
import type { Envelope } from '../judge/reply/envelope.ts';
import { membersSent, type Call } from '../rules/call.ts';
import { subjectId, subjectOf } from '../rules/subject-of.ts';
import { plural } from '../text/quantities.ts';
import type { DeclaredWorld } from '../world/declared-world.ts';
import { ABSENT, UNKNOWN, type SecretKey } from '../world/world.ts';
import type { Seen } from './exchange-of.ts';
import type { NamedSecrets } from './named-secrets.ts';

/** `tags`: undefined where nothing has the id. */
interface SubjectFact {
  readonly tags: readonly TagItem[] | undefined;
  readonly origin: string;
}

interface RoleFact {
  readonly role: Role;
  readonly origin: string;
}

interface Ground {
  readonly extensions: readonly Extension[];
  readonly dialect: Dialect;
  readonly secrets: NamedSecrets;
}

const MAX_FACTS = 20_000;
/** Of the replies whose tags are remembered. */
const MAX_BYTES = 16 * 1024 * 1024;

/** The tags of a reply; undefined: the subject was not found. */
const tagsOf = ({ payload: { errorCode = 'Ok', tags } }: Envelope): readonly TagItem[] | undefined =>
  errorCode === 'Ok' ? tags : undefined;

function agrees({ tags }: SubjectFact, seen: readonly TagItem[] | undefined): boolean {
  if (tags === undefined || seen === undefined) return tags === seen;
  const { missing, surplus } = tagDifference(tags, seen);
  return missing.length + surplus.length === 0;
}

/** In words that quote no reply. */
const inWords = (tags: readonly TagItem[] | undefined): string =>
  tags === undefined ? 'not found' : `found with ${plural(tags.length, 'tag')}`;

/** The call's game, as far as exchanges can be compared by it: without a name, that of its key. */
function gameWord({ game }: Call, key: SecretKey): string | undefined {
  if (typeof key.game === 'string') return key.game;
  if (game.is === 'given') return game.id;
  return key.game === UNKNOWN && game.is === 'missing' ? `the game of ${key.name}` : undefined;
}

export class LearnedFacts {
  readonly #ground: Ground;
  readonly #subjects = new Map<string, SubjectFact>();
  readonly #roles = new Map<string, RoleFact>();
  #bytes = 0;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  /** What a reply with returnCode Ok, right by the declared world, says against earlier ones; else it is learned from. A fact is dropped once it is contradicted. */
  against(seen: Seen, envelope: Envelope): readonly Finding[] {
    const { exchange, world } = seen;
    const { extensions, dialect, secrets } = this.#ground;
    const [reading, another] = readingsOf(exchange.request, world);
    if (reading === undefined || another !== undefined || reading.call.key.is !== 'known') return [];
    const { call } = reading;
    const key = reading.call.key.value;
    // Several keys of the recording may have this name.
    if (secrets.isMasked(key.name)) return [];
    const role = key.role === UNKNOWN ? this.#roles.get(key.name) : undefined;
    const hasOtherRole = role !== undefined && role.role !== call.endpoint.role;
    const game = gameWord(call, key);
    const id = subjectId(call);
    const name =
      game === undefined || id === undefined || subjectOf(call, world).is !== 'unknown'
        ? undefined
        : JSON.stringify([call.endpoint.resource, game, id]);
    const fact = name === undefined ? undefined : this.#subjects.get(name);
    const tags = tagsOf(envelope);
    const isAgainst = fact !== undefined && !agrees(fact, tags);
    if (!hasOtherRole && !isAgainst) {
      if (role === undefined && key.role === UNKNOWN) this.#learnRole(key.name, call.endpoint.role, seen);
      if (name !== undefined && fact === undefined) this.#learnSubject(name, call, seen, envelope);
      return [];
    }
    const widened = widenedBy(world, call, key, role?.role, fact);
    const allowed = allowedForRequest(exchange.request, { world: widened, extensions });
    const [found] = check(allowed, exchange, dialect).findings;
    if (found === undefined) return [];
    if (hasOtherRole) this.#roles.delete(key.name);
    else if (name !== undefined) this.#subjects.delete(name);
    const [expected, actual] = hasOtherRole
      ? [`${key.name} has the role ${role.role}, as ${role.origin} showed`, `role ${call.endpoint.role}`]
      : [
          `${inWords(fact?.tags)}, as ${fact?.origin ?? ''} showed`,
          `${inWords(tags)}${tags !== undefined && fact?.tags !== undefined ? ', not the same' : ''}`,
        ];
    return [{ ...found, level: 'should', at: '', expected, actual }];
  }

  #learnRole(name: string, role: Role, { recorded: { origin } }: Seen): void {
    if (this.#roles.size < MAX_FACTS) this.#roles.set(name, { role, origin });
  }

  /** Learns from a not-found, and from tags that no other member of the request may have chosen. */
  #learnSubject(
    name: string,
    call: Call,
    { exchange: { outcome }, recorded }: Seen,
    envelope: Envelope,
  ): void {
    const tags = tagsOf(envelope);
    const isWhole = [...membersSent(call).keys()].every((member) => member === call.endpoint.idMember);
    const bytes = outcome.kind === 'reply' ? outcome.body.length : 0;
    if (tags !== undefined && !isWhole) return;
    if (this.#subjects.size >= MAX_FACTS || this.#bytes + bytes > MAX_BYTES) return;
    this.#bytes += bytes;
    this.#subjects.set(name, { tags, origin: recorded.origin });
  }
}

/** The world with what is known of the key and the subject of one call. */
function widenedBy(
  world: DeclaredWorld,
  call: Call,
  key: SecretKey,
  role: Role | undefined,
  fact: SubjectFact | undefined,
): DeclaredWorld {
  const known: SecretKey = {
    ...key,
    role: key.role === UNKNOWN ? (role ?? UNKNOWN) : key.role,
    game: key.game === UNKNOWN ? (gameWord(call, key) ?? UNKNOWN) : key.game,
  };
  return {
    ...world,
    secretKeys: [known, ...world.secretKeys.filter((each) => each !== key)],
    game: (each) => ({ is: 'present', value: each }),
    subject: (resource, game, each) => {
      if (fact === undefined || each !== subjectId(call)) return world.subject(resource, game, each);
      if (fact.tags === undefined) return ABSENT;
      return { is: 'present', value: { resource, id: each, game, owners: UNKNOWN, tags: fact.tags } };
    },
  };
}
