/** Valid requests with one alteration: of the whole body, of the id or of the tagKeys. */
import { METHOD, RESOURCE_FACTS, type Endpoint } from '../../spec/endpoints.ts';
import { AUTH_TOKEN, CONTENT_TYPE, JSON_TYPE, SECRET_KEY } from '../../spec/headers.ts';
import { membersOf, TAG_KEYS } from '../../spec/members.ts';
import { bodyOf, type HeaderLine, type Request } from '../../http/request.ts';
import { toText, type Json, type JsonObject } from '../rules/json.ts';
import { alterBody, type BodyAlteration } from '../../cases/format/alterations/body-alterations.ts';
import { alterMember, type MemberAlteration } from '../../cases/format/alterations/member-alterations.ts';
import type { Material } from './backend.ts';

/** The valid request about the first subject of an endpoint, with this body. */
function requestWith(
  bodyFor: (id: string) => Uint8Array | undefined,
  endpoint: Endpoint,
  { world }: Material,
): Request {
  const subject = world.subjects.find(({ resource }) => resource === endpoint.resource);
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
    body: bodyFor(subject?.id ?? ''),
  };
}

/** The valid request about the first subject of an endpoint, its body altered. */
export function alteredRequest(alter: BodyAlteration, endpoint: Endpoint, material: Material): Request {
  const { idMember, resource } = endpoint;
  const otherId = 'tagproof'.padEnd(RESOURCE_FACTS[resource].idLength, 'y');
  return requestWith(
    (id) => alterBody(alter, { members: new Map([[idMember, id]]), idMember, otherId }),
    endpoint,
    material,
  );
}

/** The valid request about the first subject of an endpoint, its id altered, or its tagKeys. */
export function alteredMemberRequest(
  alter: MemberAlteration,
  of: 'id' | 'tagKeys',
  endpoint: Endpoint,
  material: Material,
): Request {
  const sent = (id: string): JsonObject => {
    const [name, value]: [string, Json] = of === 'id' ? [endpoint.idMember, id] : [TAG_KEYS, ['vip']];
    const shape = membersOf(endpoint.id, []).find(({ member }) => member === name)?.shape;
    return new Map<string, Json>([
      [endpoint.idMember, id],
      [name, alterMember(alter, { value, shape })],
    ]);
  };
  return requestWith((id) => bodyOf(toText(sent(id))), endpoint, material);
}
