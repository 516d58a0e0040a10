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
const MAX_CHARACTERS = 16 * 1024 * 1024;

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

/** The tags of a subject; `absent`: nothing has its id. */
type Found = readonly TagItem[] | 'absent';

export class LearnedFacts {
  readonly #secrets: RecordedSecrets;
  /** Each with where it was seen; dropped once it is contradicted. */
  readonly #subjects = new Map<string, { readonly is: Found; readonly origin: string }>();
  readonly #roles = new Map<string, { readonly is: Role; readonly origin: string }>();
  #size = 0;

  constructor(secrets: RecordedSecrets) {
    this.#secrets = secrets;
  }

  /** What a reply with returnCode Ok, which is right by the declared world, says against earlier ones; it is learned from where it says nothing. */
  against({ readings, world }: RecordedCall, envelope: Envelope, origin: string): readonly Finding[] {
    const [reading, another] = readings;
    if (reading?.call.key.is !== 'known' || another !== undefined) return [];
    const { call } = reading;
    const key = reading.call.key.value;
    // Several keys of the recording may have the name of one that it does not show.
    if (!this.#secrets.declared.has(key.name) && this.#secrets.seen(key.name) === undefined) return [];
    const ofRole = key.role === UNKNOWN ? this.#ofRole(key.name, call.endpoint.role, origin) : [];
    const [game, id] = [gameWord(call, key), subjectId(call)];
    if (ofRole.length > 0 || game === undefined || id === undefined) return ofRole;
    if (subjectOf(call, world).is !== 'unknown') return [];
    return this.#ofSubject(JSON.stringify([call.endpoint.resource, game, id]), call, envelope, origin);
  }

  #ofRole(name: string, role: Role, origin: string): readonly Finding[] {
    const known = this.#roles.get(name);
    if (known === undefined && this.#roles.size < MAX_FACTS) this.#roles.set(name, { is: role, origin });
    if (known === undefined || known.is === role) return [];
    this.#roles.delete(name);
    const was = `${name} has the role ${known.is}, as ${known.origin} showed`;
    return [warning('wrong-outcome', '4.2/secret-key/role', was, `role ${role}`)];
  }

  #ofSubject(name: string, call: Call, { payload }: Envelope, origin: string): readonly Finding[] {
    const found = (payload.errorCode ?? 'Ok') === 'Ok' ? payload.tags : 'absent';
    // Other members of a request may choose which tags come.
    const isPlain = [...membersSent(call).keys()].every((member) => member === call.endpoint.idMember);
    const known = this.#subjects.get(name);
    if (known === undefined) {
      const texts = found === 'absent' ? [] : found.flatMap(({ key, value }) => [key, value]);
      const size = texts.reduce((sum, { length }) => sum + length, this.#size);
      const isSmall = size < MAX_CHARACTERS && this.#subjects.size < MAX_FACTS;
      if (!isSmall || (found !== 'absent' && !isPlain)) return [];
      this.#size = size;
      this.#subjects.set(name, { is: found, origin });
      return [];
    }
    const { is } = known;
    const bothFound = is !== 'absent' && found !== 'absent';
    if (bothFound ? !isPlain || !differingTags(is, found) : is === found) return [];
    this.#subjects.delete(name);
    const clause = is === 'absent' ? '7.4.2/not-found' : '4.5.2/tags';
    const was = `${inWords(is)}, as ${known.origin} showed`;
    return [
      bothFound
        ? warning('wrong-tags', clause, was, `${inWords(found)}, not the same`)
        : warning('wrong-outcome', clause, was, inWords(found)),
    ];
  }
}
