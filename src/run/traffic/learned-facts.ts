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

/** What a reply shows: about what, what is compared in few characters, and what a reply against it breaks. */
interface Shown extends Pick<Finding, 'kind' | 'clause'> {
  readonly about: string;
  readonly is: string;
  /** Quotes no reply. */
  readonly words: string;
}

/** The call's game, as far as exchanges can be compared by it: without a name, that of its key. */
function gameWord({ game }: Call, key: SecretKey): string | undefined {
  if (typeof key.game === 'string') return key.game;
  if (game.is === 'given') return game.id;
  return key.game === UNKNOWN && game.is === 'missing' ? `the game of ${key.name}` : undefined;
}

function* shownBy(
  { readings, world }: RecordedCall,
  { payload }: Envelope,
  secrets: RecordedSecrets,
): Generator<Shown> {
  const [reading, another] = readings;
  if (reading?.call.key.is !== 'known' || another !== undefined) return;
  const { call } = reading;
  const { resource, role, idMember } = call.endpoint;
  const key = reading.call.key.value;
  // Several keys of the recording may have the name of one that it does not show.
  if (!secrets.isShown(key.name)) return;
  if (key.role === UNKNOWN) {
    const clause = '4.2/secret-key/role';
    yield { about: `role ${key.name}`, is: role, words: `role ${role}`, kind: 'wrong-outcome', clause };
  }
  const [game, id] = [gameWord(call, key), subjectId(call)];
  if (game === undefined || id === undefined || subjectOf(call, world).is !== 'unknown') return;
  const subject = JSON.stringify([resource, game, id]);
  const isFound = (payload.errorCode ?? 'Ok') === 'Ok';
  const clause = isFound ? '7.4.2/not-found' : '4.5.2/tags';
  const words = isFound ? `found with ${plural(payload.tags.length, 'tag')}` : 'not found';
  yield { about: `existence ${subject}`, is: String(isFound), words, kind: 'wrong-outcome', clause };
  // Other members of a request may choose which tags come.
  if (!isFound || [...membersSent(call).keys()].some((member) => member !== idMember)) return;
  const is = createHash('sha256').update(tagsAsText(payload.tags)).digest('base64');
  yield { about: `tags ${subject}`, is, words, kind: 'wrong-tags', clause: '4.5.2/tags' };
}

export class LearnedFacts {
  readonly #secrets: RecordedSecrets;
  readonly #facts = new Map<string, Pick<Shown, 'is' | 'words'>>();

  constructor(secrets: RecordedSecrets) {
    this.#secrets = secrets;
  }

  /** What a reply with returnCode Ok, which is right by the declared world, says against an earlier one, whose fact is then dropped. What is new is learned. */
  against(sent: RecordedCall, envelope: Envelope, origin: string): readonly Finding[] {
    for (const { about, is, words, kind, clause } of shownBy(sent, envelope, this.#secrets)) {
      const known = this.#facts.get(about);
      if (known === undefined && this.#facts.size < MAX_FACTS)
        this.#facts.set(about, { is, words: `${words}, as ${origin} showed` });
      if (known === undefined || known.is === is) continue;
      this.#facts.delete(about);
      const actual = kind === 'wrong-tags' ? `${words}, not the same` : words;
      return [{ kind, clause, level: 'should', at: '', expected: known.words, actual }];
    }
    return [];
  }
}
