/** From a recipe to the request that is sent, by way of the case format: what is found can be written down as a case. */
import { endpointOf } from '../../contract/endpoints.ts';
import type { Request } from '../../http/request.ts';
import { bentRequest } from '../../suite/plan/bent-request.ts';
import type { Given } from '../../suite/format/case-schema.ts';
import type { Cast } from '../../suite/cast/cast.ts';
import { draftFor } from '../../suite/plan/valid-request.ts';
import { actorOf, type Material } from './material.ts';
import type { Recipe } from './recipe.ts';

/** The extension member that a recipe alters: its declared shape says where its limits are. */
function extensionOf({ endpoint, send: { bend } }: Recipe, { facts }: Material): Cast['extension'] {
  if (bend === undefined) return undefined;
  return facts.extensions.find(({ on, member }) => on === endpoint && Object.hasOwn(bend, member));
}

/** The roles of a recipe, as a case has them. */
export function castOf(recipe: Recipe, material: Material): Cast {
  const endpoint = endpointOf(recipe.endpoint);
  const { who } = recipe;
  return {
    endpoint,
    key: material.key(who.key),
    token: material.token(who.token),
    subject: actorOf(material, endpoint, who),
    otherGame: material.games.find((game) => game !== who.game),
    extension: extensionOf(recipe, material),
  };
}

const givenOf = ({ provoke }: Recipe): Given => (provoke === undefined ? {} : { provoke });

/** The request of a recipe; `name` is how a backend's log shows it. */
export function requestOf(recipe: Recipe, material: Material, name: string): Request {
  const { facts } = material;
  const cast = castOf(recipe, material);
  const draft = draftFor(cast, facts.dialect, name, { world: facts.world, fewKeys: true });
  return bentRequest(draft, recipe.send, givenOf(recipe), cast, {
    provocations: facts.provocations,
    requestBytes: facts.world.limits.requestBytes ?? 0,
  });
}
