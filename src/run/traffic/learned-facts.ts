/** What earlier exchanges showed and the world does not declare: who exists with which tags, who is absent, which role a key has. A later reply against it is warned of. */
import type { TagItem } from '../../spec/envelope.ts';
import type { Role } from '../../spec/endpoints.ts';
import type { ClauseId } from '../../spec/clauses.ts';
import { plural } from '../../base/text/quantities.ts';
import { differingTags } from '../../judge/compare/match-tags.ts';
import type { Finding, FindingKind } from '../../judge/finding.ts';
import type { Envelope } from '../../judge/reply/envelope.ts';
import { membersSent, type Call } from '../../judge/rules/call.ts';
import { subjectId, subjectOf } from '../../judge/rules/subject-of.ts';
import { UNKNOWN, type SecretKey } from '../../world/world.ts';
import type { RecordedSecrets } from './recorded-secrets.ts';
import type { RecordedCall } from './sent.ts';

const MAX_FACTS = 20_000;
/** Of all tags that are remembered. */
const MAX_TAGS = 200_000;

/** In words that quote no reply. */
const inWords = (found: Found): string =>
  found === 'absent' ? 'not found' : `found with ${plural(found.length, 'tag')}`;

const warning = (kind: FindingKind, clause: ClauseId, expected: string, actual: string): Finding => ({
  kind,
  clause,
  level: 'should',
  at: '',
  expected,
  actual,
});

/** The call's game, as far as exchanges can be compared by it: without a name, that of its key. */
function gameWord({ game }: Call, key: SecretKey): string | undefined {
  if (typeof key.game === 'string') return key.game;
  if (game.is === 'given') return game.id;
  return key.game === UNKNOWN && game.is === 'missing' ? `the game of ${key.name}` : undefined;
}

/** A fact, and where it was seen; it is dropped once it is contradicted. */
interface Fact<T> {
  readonly is: T;
  readonly origin: string;
}

/** The tags of a subject; `absent`: nothing has its id. */
type Found = readonly TagItem[] | 'absent';

export class LearnedFacts {
  readonly #secrets: RecordedSecrets;
  readonly #subjects = new Map<string, Fact<Found>>();
  readonly #roles = new Map<string, Fact<Role>>();
  #tags = 0;

  constructor(secrets: RecordedSecrets) {
    this.#secrets = secrets;
  }

  /** What a reply with returnCode Ok, which is right by the declared world, says against earlier ones; it is learned from where it says nothing. */
  against({ readings, world }: RecordedCall, envelope: Envelope, origin: string): Finding | undefined {
    const [reading, another] = readings;
    if (reading?.call.key.is !== 'known' || another !== undefined) return undefined;
    const { call } = reading;
    const key = reading.call.key.value;
    // Several keys of the recording may have this name.
    if (!this.#secrets.declared.has(key.name) && this.#secrets.seen(key.name) === undefined) return undefined;
    const ofRole = key.role === UNKNOWN ? this.#roleAgainst(key.name, call.endpoint.role, origin) : undefined;
    const [game, id] = [gameWord(call, key), subjectId(call)];
    if (ofRole !== undefined || game === undefined || id === undefined) return ofRole;
    if (subjectOf(call, world).is !== 'unknown') return undefined;
    return this.#subjectAgainst(JSON.stringify([call.endpoint.resource, game, id]), call, envelope, origin);
  }

  #roleAgainst(name: string, role: Role, origin: string): Finding | undefined {
    const known = this.#roles.get(name);
    if (known === undefined && this.#roles.size < MAX_FACTS) this.#roles.set(name, { is: role, origin });
    if (known === undefined || known.is === role) return undefined;
    this.#roles.delete(name);
    const was = `${name} has the role ${known.is}, as ${known.origin} showed`;
    return warning('wrong-outcome', '4.2/secret-key/role', was, `role ${role}`);
  }

  #subjectAgainst(subject: string, call: Call, { payload }: Envelope, origin: string): Finding | undefined {
    const found = (payload.errorCode ?? 'Ok') === 'Ok' ? payload.tags : 'absent';
    // Other members of a request may choose which tags come.
    const isPlain = [...membersSent(call).keys()].every((member) => member === call.endpoint.idMember);
    const known = this.#subjects.get(subject);
    if (known === undefined) {
      const isSmall = this.#tags + found.length < MAX_TAGS && this.#subjects.size < MAX_FACTS;
      if (!isSmall || (found !== 'absent' && !isPlain)) return undefined;
      this.#tags += found.length;
      this.#subjects.set(subject, { is: found, origin });
      return undefined;
    }
    const { is } = known;
    const bothFound = is !== 'absent' && found !== 'absent';
    if (bothFound ? !isPlain || !differingTags(is, found) : is === found) return undefined;
    this.#subjects.delete(subject);
    return warning(
      bothFound ? 'wrong-tags' : 'wrong-outcome',
      is === 'absent' ? '7.4.2/not-found' : '4.5.2/tags',
      `${inWords(is)}, as ${known.origin} showed`,
      `${inWords(found)}${bothFound ? ', not the same' : ''}`,
    );
  }
}
