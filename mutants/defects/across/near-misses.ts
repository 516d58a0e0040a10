/** Defects of comparing: each careless comparison at each place where a backend compares, made from one table. */
import type { RegisteredClause } from '../../../src/spec/clause-register.ts';
import { AUTH_TOKEN, SECRET_KEY } from '../../../src/spec/headers.ts';
import { UNKNOWN, type AuthToken, type SecretKey } from '../../../src/world/world.ts';
import type { ReadCall } from '../../../simulator/answer/stages.ts';
import { callWithKey, withToken } from '../../alterations/callers.ts';
import { COMPARISONS, type CarelessComparison, type ComparedPlace } from '../../alterations/comparisons.ts';
import { headerOf, takingId } from '../../alterations/requests.ts';
import { filtering } from '../../alterations/subjects.ts';
import { readingGame } from '../../alterations/games.ts';
import { both, type Alter, type Mutant } from '../mutant.ts';

type Same = CarelessComparison['same'];

/** A header's value as text: it comes in latin1, also where it is UTF-8. */
function asText(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : value;
}

function mayServe(key: SecretKey, { endpoint }: ReadCall): boolean {
  const permitted = key.rules !== UNKNOWN && key.rules.has(endpoint.rule);
  const unlimited = key.limits.requestsPerSecond === undefined && key.limits.sessions === undefined;
  return key.role === endpoint.role && permitted && unlimited;
}

const isPlayers = ({ holder, expired }: AuthToken): boolean => holder.kind === 'player' && !expired;

/** A header that presents a caller: how it is read, and who would be served for it. */
interface Presenting<T> {
  readonly header: string;
  readonly presented: (call: ReadCall) => ReadCall['key'] | ReadCall['token'];
  readonly serves: (one: T, call: ReadCall) => boolean;
  readonly as: (call: ReadCall, one: T) => ReadCall;
}

const KEY: Presenting<SecretKey> = {
  header: SECRET_KEY,
  presented: ({ key }) => key,
  serves: mayServe,
  as: callWithKey,
};
const TOKEN: Presenting<AuthToken> = {
  header: AUTH_TOKEN,
  presented: ({ token }) => token,
  serves: isPlayers,
  as: withToken,
};

/** Looks a value up among those that were named before: the right values are not in the stages. */
const recognising =
  <T extends SecretKey | AuthToken>({ header, presented, serves, as }: Presenting<T>) =>
  (same: Same): Alter =>
  (stages) => {
    const issued = new Map<string, T>();
    return {
      ...stages,
      read: (incoming) => {
        const reading = stages.read(incoming);
        const value = headerOf(incoming, header);
        if (reading.kind !== 'call' || value === undefined) return reading;
        const { call } = reading;
        const found = presented(call);
        if (found.is === 'known') issued.set(value, found.value as T);
        if (found.is !== 'unknown') return reading;
        const near = [...issued].filter(([stored]) => same(asText(value), stored)).map(([, one]) => one);
        const hit = near.find((one) => serves(one, call)) ?? near[0];
        return hit === undefined ? reading : { kind: 'call', call: as(call, hit) };
      },
    };
  };

const game = (same: Same): Alter =>
  readingGame(({ game: sent }, games) =>
    sent.is === 'given' && !games.includes(sent.id)
      ? games.find((each) => same(asText(sent.id), each))
      : undefined,
  );

/** An id is compared with those that were found before. */
const id =
  (same: Same): Alter =>
  (stages) => {
    const known = new Set<string>();
    const noting: Alter = (sound) => ({
      ...sound,
      lookup: (resource, inGame, wanted, call) => {
        const found = sound.lookup(resource, inGame, wanted, call);
        if (found.is === 'present') known.add(wanted);
        return found;
      },
    });
    const reading = takingId((sent) =>
      typeof sent !== 'string' || known.has(sent)
        ? sent
        : ([...known].find((each) => same(sent, each)) ?? sent),
    );
    return both(noting, reading)(stages);
  };

const tagKeys = (same: Same): Alter =>
  filtering((all, keys) => all.filter(({ key }) => keys.some((each) => each === key || same(each, key))));

interface Compared {
  readonly place: ComparedPlace;
  /** The beginning of a mutant's name. */
  readonly name: string;
  readonly clause: RegisteredClause;
  /** The clause that a near miss of another length breaks, where it is another one. */
  readonly ofLength?: RegisteredClause;
  readonly alter: (same: Same) => Alter;
}

const COMPARED: readonly Compared[] = [
  { place: 'secret keys', name: 'secret-keys', clause: '5.3/wrong', alter: recognising(KEY) },
  { place: 'tokens', name: 'tokens', clause: '5.1/issued', alter: recognising(TOKEN) },
  { place: 'games', name: 'games', clause: '4.2/game-id/unknown', alter: game },
  { place: 'ids', name: 'ids', clause: '7.4.2/not-found', ofLength: '2.1/length', alter: id },
  { place: 'tag keys', name: 'tag-keys', clause: '4.3/tag-keys/all-or-filter', alter: tagKeys },
];

export const NEAR_MISS_MUTANTS: readonly Mutant[] = COMPARED.flatMap(
  ({ place, name, clause, ofLength = clause, alter }) =>
    COMPARISONS.filter(({ notAt = [] }) => !notAt.includes(place)).map((comparison): Mutant => ({
      name: `${name}-compared-${comparison.name}`,
      clause: comparison.keepsLength === true ? clause : ofLength,
      description: `compares ${place} ${comparison.description}`,
      alter: alter(comparison.same),
    })),
);
