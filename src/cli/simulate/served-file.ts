/** The world file that a simulator serves. One without secret keys gets made-up ones, or every request would be refused. */
import { PERMISSION_RULES, ROLES } from '../../spec/endpoints.ts';
import type { Secret } from '../../http/secrets/secrets.ts';
import { declaredWorld, worldFactsOf } from '../../world/declared-world.ts';
import type { TargetFile } from '../../world/target-file/target-file.ts';
import type { AuthToken, SecretKey } from '../../world/world.ts';

/** A value that stays the same when the simulator starts again; it is printed, since it protects nothing. */
const madeUp = (name: string, kind: 'key' | 'token'): Secret => ({
  name,
  value: `made-up-${name}-${kind}`,
  envName: `${name.toUpperCase()}_${kind.toUpperCase()}`,
  public: true,
});

/** The file itself where it has a key; else with a key for each role and, where no token is declared, one of the first player. */
export function servedFile(file: TargetFile): TargetFile {
  const facts = worldFactsOf(file.world);
  if (facts.secretKeys.length > 0) return file;
  const game = facts.games.length === 1 ? (facts.games[0] ?? null) : null;
  const secretKeys = ROLES.map((role): SecretKey => ({
    name: role.toLowerCase(),
    role,
    game,
    rules: new Set(PERMISSION_RULES),
    limits: {},
  }));
  const player = facts.subjects.find(({ resource }) => resource === 'gamePlayer');
  const authTokens: readonly AuthToken[] =
    facts.authTokens.length > 0 || player === undefined
      ? facts.authTokens
      : [{ name: 'login', holder: { kind: 'player', userId: player.id, game: player.game }, expired: false }];
  return {
    ...file,
    world: declaredWorld({ ...facts, secretKeys, authTokens }),
    secrets: [
      ...file.secrets,
      ...secretKeys.map(({ name }) => madeUp(name, 'key')),
      ...(authTokens === facts.authTokens ? [] : [madeUp('login', 'token')]),
    ],
    warnings: [
      ...file.warnings,
      `${file.file} declares no secret key, so made-up ones are served; declare your own under world: secretKeys`,
    ],
  };
}
