/** From a valid request to the one that a case sends. */
import { METHOD, RESOURCE_FACTS } from '../../spec/endpoints.ts';
import { membersOf } from '../../spec/members.ts';
import {
  bodyOf,
  type HeaderLine,
  type HeaderValue,
  isSecretRef,
  type Request,
  type SecretRef,
  standInOf,
} from '../../http/request.ts';
import { alterString, type StringAlteration } from '../../http/alterations/string-alterations.ts';
import { isArray, toText, type Json, type JsonObject } from '../../judge/rules/json.ts';
import type { Given } from '../format/schema/given-schema.ts';
import type { Send } from '../format/schema/send-schema.ts';
import type { Roles } from '../planned.ts';
import { alterBody } from '../format/alterations/body-alterations.ts';
import { ELEMENT, resolveHeaderValue, resolveName, resolveValue } from '../format/references.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import type { TargetFacts } from '../cast/target-facts.ts';
import { alterMember, type MemberAlteration } from '../format/alterations/member-alterations.ts';
import { alterPath } from '../format/alterations/path-alterations.ts';
import type { RequestDraft } from './valid-request.ts';

function withAlteredElement(list: Json, at: number, how: MemberAlteration): Json {
  if (!isArray(list) || at >= list.length) return list;
  return list.map((item, index) =>
    index === at ? alterMember(how, { value: item, shape: undefined }) : item,
  );
}

function alteredMembers(
  { members }: RequestDraft,
  { set, alter, without = [] }: Send,
  roles: Roles,
  extensions: TargetFacts['extensions'],
): JsonObject {
  if (set === undefined && alter === undefined && without.length === 0) return members;
  const altered = new Map<string, Json>(members);
  for (const name of without) altered.delete(resolveName(name, roles));
  for (const [name, value] of Object.entries(set ?? {}))
    altered.set(resolveName(name, roles), resolveValue(value, roles));
  for (const [name, how] of Object.entries(alter ?? {})) {
    const [, list = '', at] = ELEMENT.exec(name) ?? [];
    if (at !== undefined) {
      altered.set(list, withAlteredElement(altered.get(list) ?? null, Number(at), how));
      continue;
    }
    const member = resolveName(name, roles);
    const shape = membersOf(roles.endpoint.id, extensions).find((spec) => spec.member === member)?.shape;
    altered.set(member, alterMember(how, { value: altered.get(member) ?? null, shape }));
  }
  return altered;
}

/** Whether two texts name one header. */
export const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** What a case says of a header, in whatever case it writes the name. */
export const ofHeader = <T>(headers: Readonly<Record<string, T>>, header: string): T | undefined =>
  Object.entries(headers).find(([name]) => sameName(name, header))?.[1];

/** A header's value, altered; a secret stays a reference that carries its alteration. */
function alterHeader(value: HeaderValue, alter: StringAlteration): HeaderValue {
  return isSecretRef(value) ? { ...value, alter } : alterString(value, alter);
}

type Again = NonNullable<NonNullable<Send['headers']>['repeat']>[string];

/** The value of a header's second line. */
function valueAgain(value: HeaderValue, how: Again): HeaderValue {
  if (how === 'same') return value;
  return typeof how === 'string' ? alterHeader(value, how) : { secret: how.secret };
}

function alteredHeaders(
  valid: readonly HeaderLine[],
  { set = {}, alter = {}, without = [], repeat = {} }: NonNullable<Send['headers']>,
  roles: Roles,
): readonly HeaderLine[] {
  const lines = new Map(valid);
  for (const [name] of valid) if (without.some((each) => sameName(each, name))) lines.delete(name);
  for (const [name, text] of Object.entries(set)) {
    const there = [...lines.keys()].find((each) => sameName(each, name)) ?? name;
    lines.set(there, resolveHeaderValue(text, roles));
  }
  for (const [name, value] of lines) {
    const how = ofHeader(alter, name);
    if (how !== undefined) lines.set(name, alterHeader(value, how));
  }
  const again = [...lines].flatMap(([name, value]): readonly HeaderLine[] => {
    const how = ofHeader(repeat, name);
    return how === undefined ? [] : [[name, valueAgain(value, how)]];
  });
  return [...lines, ...again];
}

const PADDING = { half: 0.5, double: 2 } as const;

/** White space before the brace that ends the body, so that no reader is done before it, up to a share of the declared size or to this many bytes. */
function padded(body: Uint8Array, pad: NonNullable<Send['pad']>, requestBytes: number): Uint8Array {
  const wanted = typeof pad === 'number' ? pad : Math.floor(requestBytes * PADDING[pad]);
  const missing = wanted - body.length;
  return missing <= 0
    ? body
    : Buffer.concat([body.subarray(0, -1), Buffer.alloc(missing, ' '), body.subarray(-1)]);
}

function alteredBody(
  members: JsonObject,
  send: Send,
  roles: Roles,
  requestBytes: number,
): Uint8Array | undefined {
  const { endpoint } = roles;
  const otherId = 'tagproof'.padEnd(RESOURCE_FACTS[endpoint.resource].idLength, 'y');
  if (send.base64 !== undefined) return Buffer.from(send.base64, 'base64');
  if (send.text !== undefined) return bodyOf(send.text);
  if (send.body !== undefined) return alterBody(send.body, { members, idMember: endpoint.idMember, otherId });
  const body = bodyOf(toText(members));
  return send.pad === undefined ? body : padded(body, send.pad, requestBytes);
}

/** A request whose body is not written yet. */
interface Unwritten {
  readonly path: string;
  readonly headers: readonly HeaderLine[];
  readonly members: JsonObject;
  /** The secrets among what is misplaced. */
  readonly misplaced?: NonNullable<Request['misplaced']>;
}

/** Puts values where the document does not. */
function withMovedValues(
  { path, headers, members }: Unwritten,
  { query = {}, body = {}, cookie = {} }: NonNullable<Send['misplaced']>,
  roles: Roles,
): Unwritten {
  const secrets: SecretRef[] = [];
  /** What stands for a secret until the wire puts it there, or the text. */
  const placed = (places: Readonly<Record<string, string>>): readonly (readonly [string, string])[] =>
    Object.entries(places).map(([name, text]) => {
      const value = resolveHeaderValue(text, roles);
      if (!isSecretRef(value)) return [name, value] as const;
      secrets.push(value);
      return [name, standInOf(value)] as const;
    });
  const inQuery = placed(query).map((each) => each.map(encodeURIComponent).join('='));
  const inBody = placed(body);
  const cookies = placed(cookie).map((each) => each.join('='));
  return {
    path: inQuery.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${inQuery.join('&')}`,
    headers: cookies.length === 0 ? headers : [...headers, ['Cookie', cookies.join('; ')]],
    members: new Map([...members, ...inBody]),
    ...(secrets.length > 0 && { misplaced: secrets }),
  };
}

/** What a request may need of the target file. */
interface SendContext extends Pick<TargetFacts, 'provocations' | 'extensions'> {
  readonly world: Pick<DeclaredWorld, 'limits'>;
}

/** The request of a case. */
export function alteredRequest(
  draft: RequestDraft,
  send: Send,
  given: Given,
  roles: Roles,
  { provocations, extensions, world }: SendContext,
): Request {
  const { endpoint } = roles;
  const asked: Unwritten = {
    path: send.target ?? (send.path === undefined ? endpoint.path : alterPath(send.path, endpoint)),
    headers: send.headers === undefined ? draft.headers : alteredHeaders(draft.headers, send.headers, roles),
    members: alteredMembers(draft, send, roles, extensions),
  };
  const { path, headers, members, misplaced } =
    send.misplaced === undefined ? asked : withMovedValues(asked, send.misplaced, roles);
  const provoked = given.provoke === undefined ? undefined : provocations.get(given.provoke)?.header;
  return {
    endpoint: endpoint.id,
    method: send.method ?? METHOD,
    path,
    headers: provoked === undefined ? headers : [...headers, provoked],
    body: alteredBody(members, send, roles, world.limits.requestBytes ?? 0),
    ...(send.wire !== undefined && { wire: send.wire }),
    ...(misplaced !== undefined && { misplaced }),
  };
}
