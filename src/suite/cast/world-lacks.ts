/** What a case needs of the world beside key, token and subject. */
import type { Endpoint } from '../../contract/endpoints.ts';
import type { Extension } from '../../contract/members.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import type { Given } from '../format/case-schema.ts';
import { completeLines, extensionLine, secondGameLines, sizeLimitLine } from '../declare/declare-other.ts';
import type { Missing } from './missing.ts';

/** Every lack. `rolesFound`: nothing else lacks; a second game alone can be declared by a line, beside new roles it can't. */
export function worldLacks(
  { id }: Endpoint,
  given: Given,
  world: DeclaredWorld,
  extensions: readonly Extension[],
  rolesFound: boolean,
): readonly Missing[] {
  const lacks: Missing[] = [];
  if (given.game === 'two' && world.games.length < 2)
    lacks.push({ needs: 'a second game (world.games)', declare: rolesFound ? secondGameLines(world) : [] });
  if (given.game === 'one' && world.games.length > 1)
    lacks.push({ needs: 'a world of one game', declare: [] });
  if (given.world === 'complete' && !world.complete)
    lacks.push({
      needs: 'a world of which everything is listed (world.complete)',
      declare: completeLines(world),
    });
  if (given.limit !== undefined && world.limits.requestBytes === undefined)
    lacks.push({ needs: 'the size limit (world.limits.requestBytes)', declare: [sizeLimitLine] });
  const { extension: type } = given;
  if (type !== undefined && !extensions.some(({ on, shape }) => on === id && shape.type === type))
    lacks.push({
      needs: `a request member of type ${type} (extensions)`,
      declare: [extensionLine(type, id, extensions)],
    });
  return lacks;
}
