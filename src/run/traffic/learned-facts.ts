/** What earlier exchanges showed and the world does not declare: who exists with which tags, who is absent, which role a key has. A later reply against it is warned of. */
import { createHash } from 'node:crypto';
import { plural } from '../../base/text/quantities.ts';
import { tagsAsText } from '../../judge/compare/match-tags.ts';
import type { Finding } from '../../judge/finding.ts';
import type { Envelope } from '../../judge/reply/envelope.ts';
import { membersSent, type Call } from '../../judge/rules/call.ts';
import { subjectId, subjectOf } from '../../judge/rules/subject-of.ts';
import { UNKNOWN, type SecretKey } from '../../world/world.ts';
import type { RecordedSecrets } from './recorded-secrets.ts';
import type { RecordedCall } from './sent.ts';

const MAX_FACTS = 20_000;

interface LearnedFact {
  /** What is compared, in few characters. */
  readonly is: string;
  /** In words that quote no reply. */
  readonly words: string;
  readonly origin: string;
}

/** The call's game, as far as exchanges can be compared by it: without a name, that of its key. */
function gameWord({ game }: Call, key: SecretKey): string | undefined {
  if (typeof key.game === 'string') return key.game;
  if (game.is === 'given') return game.id;
  return key.game === UNKNOWN && game.is === 'missing' ? `the game of ${key.name}` : undefined;
}

export class LearnedFacts {
  readonly #secrets: RecordedSecrets;
  readonly #facts = new Map<string, LearnedFact>();

  constructor(secrets: RecordedSecrets) {
    this.#secrets = secrets;
  }

  /** What a reply with returnCode Ok, which is right by the declared world, says against earlier ones; it is learned from where it says nothing. */
  against({ readings, world }: RecordedCall, { payload }: Envelope, origin: string): readonly Finding[] {
    const [reading, another] = readings;
    if (reading?.call.key.is !== 'known' || another !== undefined) return [];
    const { call } = reading;
    const { endpoint, key: presented } = reading.call;
    const key = presented.value;
    // Several keys of the recording may have the name of one that it does not show.
    if (!this.#secrets.declared.has(key.name) && this.#secrets.seen(key.name) === undefined) return [];
    if (key.role === UNKNOWN) {
      const words = `role ${endpoint.role}`;
      const was = this.#contradicted(`role ${key.name}`, { is: endpoint.role, words, origin });
      if (was !== undefined) return [warning('wrong-outcome', '4.2/secret-key/role', was, words)];
    }
    const [game, id] = [gameWord(call, key), subjectId(call)];
    if (game === undefined || id === undefined || subjectOf(call, world).is !== 'unknown') return [];
    const subject = JSON.stringify([endpoint.resource, game, id]);
    const isFound = (payload.errorCode ?? 'Ok') === 'Ok';
    const words = isFound ? `found with ${plural(payload.tags.length, 'tag')}` : 'not found';
    const existence = { is: isFound ? 'found' : 'absent', words, origin };
    const otherwise = this.#contradicted(`existence ${subject}`, existence);
    if (otherwise !== undefined)
      return [warning('wrong-outcome', isFound ? '7.4.2/not-found' : '4.5.2/tags', otherwise, words)];
    // Other members of a request may choose which tags come.
    if (!isFound || [...membersSent(call).keys()].some((member) => member !== endpoint.idMember)) return [];
    const is = createHash('sha256').update(tagsAsText(payload.tags)).digest('base64');
    const others = this.#contradicted(`tags ${subject}`, { is, words, origin });
    return others === undefined
      ? []
      : [warning('wrong-tags', '4.5.2/tags', others, `${words}, not the same`)];
  }

  /** What an earlier reply showed in place of a fact, which is then dropped. Learns a fact of which nothing is known. */
  #contradicted(name: string, fact: LearnedFact): string | undefined {
    const known = this.#facts.get(name);
    if (known === undefined && this.#facts.size < MAX_FACTS) this.#facts.set(name, fact);
    if (known === undefined || known.is === fact.is) return undefined;
    this.#facts.delete(name);
    return `${known.words}, as ${known.origin} showed`;
  }
}

const warning = (
  kind: Finding['kind'],
  clause: Finding['clause'],
  expected: string,
  actual: string,
): Finding => ({ kind, clause, level: 'should', at: '', expected, actual });
