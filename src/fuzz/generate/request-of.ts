/** Turns a step into the request that is sent, by way of the case format, so that every failure can be written as a case. */
import { endpointOf } from '../../contract/endpoints.ts';
import type { Request } from '../../http/request.ts';
import { alteredRequest } from '../../suite/plan/altered-request.ts';
import type { Given } from '../../suite/format/schema/given-schema.ts';
import type { Roles } from '../../judge/planned.ts';
import { draftFor } from '../../suite/plan/valid-request.ts';
import { askedSubjectOf, type Material } from './material.ts';
import type { Step } from './step.ts';

/** The extension member that a step alters: its declared shape says where its limits are. */
function extensionOf({ endpoint, send: { alter } }: Step, { facts }: Material): Roles['extension'] {
  if (alter === undefined) return undefined;
  return facts.extensions.find(({ on, member }) => on === endpoint && Object.hasOwn(alter, member));
}

/** The roles of a step, as a case has them. */
export function rolesOf(step: Step, material: Material): Roles {
  const endpoint = endpointOf(step.endpoint);
  const { given } = step;
  return {
    endpoint,
    key: material.key(given.key),
    token: material.token(given.token),
    subject: askedSubjectOf(material, endpoint, given),
    otherGame: material.games.find((game) => game !== given.game),
    extension: extensionOf(step, material),
  };
}

const givenOf = ({ provoke }: Step): Given => (provoke === undefined ? {} : { provoke });

/** The request of a step; `name` is how a backend's log shows it. */
export function requestOf(step: Step, material: Material, name: string): Request {
  const { facts } = material;
  const roles = rolesOf(step, material);
  const draft = draftFor(roles, facts.dialect, name, { world: facts.world, fewKeys: true });
  return alteredRequest(draft, step.send, givenOf(step), roles, {
    provocations: facts.provocations,
    requestBytes: facts.world.limits.requestBytes ?? 0,
  });
}
