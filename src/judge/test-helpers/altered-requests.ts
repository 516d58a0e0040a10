/** Valid requests whose body is altered. */
import { METHOD, RESOURCE_FACTS, type Endpoint } from '../../spec/endpoints.ts';
import { AUTH_TOKEN, CONTENT_TYPE, JSON_TYPE, SECRET_KEY } from '../../spec/headers.ts';
import type { HeaderLine, Request } from '../../http/request.ts';
import { alterBody, type BodyAlteration } from '../../cases/format/alterations/body-alterations.ts';
import type { Material } from './backend.ts';

/** The valid request about the first subject of an endpoint, its body altered. */
export function alteredRequest(alter: BodyAlteration, endpoint: Endpoint, { world }: Material): Request {
  const { idMember, resource } = endpoint;
  const otherId = 'tagproof'.padEnd(RESOURCE_FACTS[resource].idLength, 'y');
  const subject = world.subjects.find((each) => each.resource === resource);
  const key = world.secretKeys.find(({ role }) => role === endpoint.role);
  const [token] = world.authTokens;
  return {
    endpoint: endpoint.id,
    method: METHOD,
    path: endpoint.path,
    headers: [
      [CONTENT_TYPE, JSON_TYPE],
      [SECRET_KEY, { secret: key?.name ?? '' }],
      ...(endpoint.variant === 'client'
        ? [[AUTH_TOKEN, { secret: token?.name ?? '' }] satisfies HeaderLine]
        : []),
    ],
    body: alterBody(alter, { members: new Map([[idMember, subject?.id ?? '']]), idMember, otherId }),
  };
}
