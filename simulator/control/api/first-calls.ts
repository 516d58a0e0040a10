/** The world as it is now, as far as curl lines to begin with need it. */
import { RESOURCES } from '../../../src/contract/endpoints.ts';
import type { Subject } from '../../../src/world/world.ts';
import type { CallTarget } from '../../banner/sample-call.ts';
import { backendOptions, optionOf } from '../../pipeline/options-at.ts';
import { completeDialect } from '../../../src/dialect/dialect.ts';
import type { Rig } from './rig.ts';

/** How much of a large world is looked at. */
const MAX_GAMES = 20;
const MAX_SECRETS = 500;
const MAX_SUBJECTS = 100;

function first<T>(items: Iterable<T>, most: number): readonly T[] {
  const taken: T[] = [];
  for (const item of items) {
    if (taken.length >= most) break;
    taken.push(item);
  }
  return taken;
}

/** What the lines are made from: a little of each game. */
export function sampleOf({ world, url, choices }: Rig): CallTarget {
  const { state } = world;
  const keys = first(state.keys.all(), MAX_SECRETS);
  const tokens = first(state.tokens.all(), MAX_SECRETS);
  const games = first(state.games, MAX_GAMES);
  const players = tokens.flatMap(({ item: { holder } }) =>
    holder.kind === 'player' ? (world.subject('gamePlayer', holder.game, holder.userId) ?? []) : [],
  );
  const subjects: readonly Subject[] = [
    ...players,
    ...games.flatMap(([, gameSubjects]) =>
      RESOURCES.flatMap((each) => first(gameSubjects[each].values(), MAX_SUBJECTS)),
    ),
  ];
  const dialect = completeDialect(choices().answers);
  return {
    url: url(),
    world: {
      limits: state.limits,
      games: games.map(([id]) => id),
      secretKeys: keys.map(({ item }) => item),
      authTokens: tokens.map((held) => world.token(held)),
      subjects,
    },
    secrets: [...keys, ...tokens].map(({ item, value, envName, public: isPublic }) => ({
      name: item.name,
      value,
      envName,
      public: isPublic,
    })),
    sendTagKeys: optionOf(backendOptions(dialect), 'tagKeys.omitted') !== 'all',
  };
}
