/** A player for a token or an owner to name: one that the world has, or a new one. */
import { RESOURCE_FACTS } from '../../contract/endpoints.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import { placeholderId } from './declare.ts';
import type { Declare } from '../../world/declared-world.ts';
import { playerLine } from './subject-line.ts';

export interface Player {
  readonly id: string;
  /** The lines that declare it, where the world does not have it. */
  readonly declare: readonly Declare[];
}

export const PLAYER_LENGTH = RESOURCE_FACTS.gamePlayer.idLength;

/** The first player of a game other than these. */
export function playerOf(
  world: DeclaredWorld,
  game: string,
  except: readonly string[],
  label: string,
): Player {
  const known = world.subjects.find(
    (each) => each.resource === 'gamePlayer' && each.game === game && !except.includes(each.id),
  );
  if (known !== undefined) return { id: known.id, declare: [] };
  const id = placeholderId(label, PLAYER_LENGTH);
  return { id, declare: [playerLine(world, id, game)] };
}
