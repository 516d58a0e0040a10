/** Whom a few cases name: then the orientation asks about no one else. */
import type { Resource } from '../../../spec/endpoints.ts';
import type { Roles } from '../../../cases/planned.ts';
import type { Instance } from '../../../cases/format/instance.ts';
import { planCase } from '../../../cases/plan/plan-case.ts';
import type { TargetFacts } from '../../../cases/cast/target-facts.ts';
import type { AuthToken, SecretKey, Subject } from '../../../world/world.ts';

/** With more cases, nearly everyone is named. */
const MAX_FEW = 200;

/** Whom to ask about. */
export interface Named {
  key(key: SecretKey): boolean;
  token(token: AuthToken): boolean;
  subject(subject: Pick<Subject, 'resource' | 'id'>): boolean;
  resource(resource: Resource): boolean;
  /** How many subjects are asked about; left out: as many as a run needs. */
  readonly most?: number;
}

/** Everyone whom a file declares. */
export const EVERYONE: Named = {
  key: () => true,
  token: () => true,
  subject: () => true,
  resource: () => true,
};

/**
 * Whom these cases name, as the file declares them; everyone where the cases are many or none, or where one of them can't be sent as the file is: what is
 * learned of others may let it.
 */
export function namedBy(instances: readonly Instance[], facts: TargetFacts): Named {
  if (instances.length === 0 || instances.length > MAX_FEW) return EVERYONE;
  const roles: Roles[] = [];
  for (const instance of instances) {
    const plan = planCase(instance, facts);
    if (plan.kind === 'skip') return EVERYONE;
    roles.push(...plan.steps.flatMap(({ requests }) => requests.map(({ who }) => who)));
  }
  const keys = new Set(roles.map(({ key }) => key?.name));
  const tokens = new Set(roles.map(({ token }) => token?.name));
  const subjects = new Set(roles.map(({ subject: { resource, id } }) => `${resource} ${id}`));
  const resources = new Set(roles.map(({ subject: { resource } }) => resource));
  return {
    key: ({ name }) => keys.has(name),
    token: ({ name }) => tokens.has(name),
    subject: ({ resource, id }) => subjects.has(`${resource} ${id}`),
    resource: (resource) => resources.has(resource),
  };
}
