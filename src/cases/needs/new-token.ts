/** Auth tokens that a case could use, if the world declared them. */
import type { DeclarationLine, DeclaredWorld } from '../../world/declared-world.ts';
import type { Given } from '../format/schema/given-schema.ts';
import { spellingExample, spellingLabel, spellingWords } from '../format/given/spellings.ts';
import { type Anew, envText, freeSecretName, gamePart, placeholderId, quoted } from './line-parts.ts';
import { PLAYER_LENGTH, playerLine, playerOf } from './new-subject.ts';
import type { WantedRoles } from '../cast/candidates.ts';

type TokenGiven = NonNullable<Given['token']>;

const LIST = 'world.authTokens';
const MAX_NAME = 40;

const nameOf = (world: DeclaredWorld, label: string): string =>
  freeSecretName(
    world,
    label
      .replaceAll(/[^A-Za-z0-9]+/g, '-')
      .replace(/-$/, '')
      .slice(0, MAX_NAME),
  );

/** The token of an admin who logged in through the dashboard. */
function dashboardToken(world: DeclaredWorld, wanted: TokenGiven): Anew {
  const name = wanted.name ?? nameOf(world, 'dashboard-token');
  const line = `- { name: ${name}, token: ${envText(name)}, admin: true }`;
  return {
    declare: [{ list: LIST, line, what: 'an auth token of the admin dashboard' }],
    tokens: [{ name, holder: { kind: 'dashboard' }, expired: false }],
  };
}

function playerToken(world: DeclaredWorld, wanted: TokenGiven, userId: string, game: string): Anew {
  const expired = wanted.state === 'expired';
  const label = [expired ? 'expired' : '', spellingLabel(wanted.spelling), 'token-of', userId];
  const name = wanted.name ?? nameOf(world, label.filter((each) => each !== '').join('-'));
  const parts = [
    `name: ${name}`,
    `token: ${envText(name)}`,
    `player: ${quoted(userId)}${gamePart(world, game)}`,
    ...(expired ? ['expired: true'] : []),
  ];
  const spelled = wanted.spelling === undefined ? '' : ` ${spellingWords(wanted.spelling)}`;
  const what =
    wanted.name === undefined
      ? `an ${expired ? 'expired ' : ''}auth token of the player ${quoted(userId)}${spelled}`
      : `an auth token named ${wanted.name}`;
  return {
    declare: [{ list: LIST, line: `- { ${parts.join(', ')} }`, what }],
    tokens: [
      { name, holder: { kind: 'player', userId, game }, expired, ...spellingExample(wanted.spelling) },
    ],
  };
}

/** A token as the case requires it, seen from the owners of its subject; undefined where no lines can declare one. */
export function newToken(
  world: DeclaredWorld,
  { given, endpoint }: WantedRoles,
  game: string,
  owners: readonly string[],
): Anew | undefined {
  const wanted = given.token ?? {};
  if (wanted.of === 'dashboard') return dashboardToken(world, wanted);
  const home = wanted.state === 'other-game' ? world.games.find((each) => each !== game) : game;
  if (home === undefined) return undefined;
  const [owner] = owners;
  const isOther = wanted.of === 'another' || home !== game;
  const isAny = owner === undefined || (endpoint.variant !== 'client' && wanted.of === undefined);
  const player = isOther
    ? playerOf(world, home, home === game ? owners : [], home === game ? 'another' : 'elsewhere')
    : isAny
      ? playerOf(world, home, [], 'player')
      : { id: owner, declare: [] };
  const token = playerToken(world, wanted, player.id, home);
  return { ...token, declare: [...player.declare, ...token.declare] };
}

/** This many further players, each with a token. */
export function playersWithTokens(
  world: DeclaredWorld,
  count: number,
  game: string,
): readonly DeclarationLine[] {
  const ids = Array.from({ length: count }, (_, index) =>
    placeholderId(`player-${index + 1}`, PLAYER_LENGTH),
  );
  return ids.flatMap((id) => [playerLine(world, id, game), ...playerToken(world, {}, id, game).declare]);
}
