/** Every single step away from the valid request on one endpoint, by the part that it alters and the class of the alteration; and what all of them are called. */
import {
  MALFORMED_WIRE,
  WIRE_ALTERATIONS,
  type WireAlteration,
} from '../../http/alterations/wire-alterations.ts';
import { rememberedPer } from '../../base/remembered.ts';
import {
  BODY_ALTERATIONS,
  bodiesFuzzed,
  type BodyAlteration,
} from '../../cases/format/alterations/body-alterations.ts';
import { PATH_ALTERATIONS } from '../../cases/format/alterations/path-alterations.ts';
import {
  CONTENT_TYPE_CLASSES,
  gameClasses,
  headerNearMisses,
  keyClasses,
  tokenClasses,
} from './altered-callers.ts';
import { type AlterationClass, type StepAlteration } from './step.ts';
import { namesOf } from '../../cases/format/schema/schema-parts.ts';
import type { FuzzInputs, EndpointInputs } from './fuzz-inputs.ts';
import {
  ownMemberClasses,
  extraClasses,
  heavyMembers,
  idClasses,
  memberNearMisses,
  TAG_KEY_CLASSES,
} from './altered-members.ts';
import { STRING_ALTERATIONS } from '../../http/alterations/string-alterations.ts';
import type { Send } from '../../cases/format/schema/send-schema.ts';
import { MEMBER_ALTERATIONS } from '../../cases/format/alterations/member-alterations.ts';

/** The parts of a request. */
export type RequestPart =
  | 'key'
  | 'token'
  | 'game'
  | 'content-type'
  | 'id'
  | 'tagKeys'
  | 'extension'
  | 'extra'
  | 'body'
  | 'path'
  | 'method'
  | 'near'
  | 'wire'
  | 'heavy';

/** The classes of each part; a part without any can not be altered here. */
type StepAlterations = Readonly<Record<RequestPart, readonly AlterationClass[]>>;

const bodies = (names: readonly BodyAlteration[]): AlterationClass =>
  names.map((body) => ({ send: { body } }));

const BODY_CLASSES: readonly AlterationClass[] = [
  // Other spellings of the same body have a class of their own: they must change nothing.
  bodies(bodiesFuzzed('as the same body')),
  bodies(bodiesFuzzed(undefined)),
];

/** Methods that no server takes for anything else. */
const METHODS = ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

const sentAs = (names: readonly WireAlteration[]): AlterationClass =>
  names.map((wire) => ({ send: { wire } }));

/** Ways on the wire that are judged, and ways after which only the next connection is. */
function wireClasses(wire: boolean): readonly AlterationClass[] {
  const names = wire ? namesOf(WIRE_ALTERATIONS) : [];
  return [
    sentAs(names.filter((name) => !MALFORMED_WIRE.has(name))),
    sentAs(names.filter((name) => MALFORMED_WIRE.has(name))),
  ];
}

/** Alterations that cost much to send or to read; they are used rarely. */
function heavyClasses(on: EndpointInputs, { facts: { world } }: FuzzInputs): readonly AlterationClass[] {
  const sized = world.limits.requestBytes !== undefined;
  return [
    heavyMembers(on),
    bodies(bodiesFuzzed('rarely')),
    sized ? [{ send: { pad: 'half' } }, { send: { pad: 'double' } }] : [],
  ];
}

/** The classes that are not empty here. */
const there = (classes: readonly AlterationClass[]): readonly AlterationClass[] =>
  classes.filter(({ length }) => length > 0);

/** Every generator asks for the alterations of every on. */
const alterationsIn = rememberedPer((inputs: FuzzInputs) =>
  rememberedPer((on: EndpointInputs): StepAlterations => ({
    key: there(keyClasses(on, inputs)),
    token: there(tokenClasses(on, inputs)),
    game: there(gameClasses(inputs)),
    'content-type': CONTENT_TYPE_CLASSES,
    id: there(idClasses(on, inputs)),
    tagKeys: TAG_KEY_CLASSES,
    extension: there(ownMemberClasses(on)),
    extra: extraClasses(on),
    body: BODY_CLASSES,
    path: [namesOf(PATH_ALTERATIONS).map((path): StepAlteration => ({ send: { path } }))],
    method: [METHODS.map((method): StepAlteration => ({ send: { method } }))],
    near: there([...headerNearMisses(on, inputs), ...memberNearMisses()]),
    wire: there(wireClasses(inputs.wire)),
    heavy: there(heavyClasses(on, inputs)),
  })),
);

/** All alterations of a plain request on an endpoint, but for lists of tagKeys, which depend on the subject (`tag-key-lists.ts`). */
export const stepAlterationsOf = (on: EndpointInputs, inputs: FuzzInputs): StepAlterations =>
  alterationsIn(inputs)(on);

const named = (what: string, names: Iterable<string>): readonly string[] =>
  Array.from(names, (name) => `${what} ${name}`);

/** Every alteration in a request. */
export function alterNames({ alter, without, body, headers, path, wire }: Send): readonly string[] {
  const names: string[] = [];
  for (const each in alter) names.push(`member ${alter[each]}`);
  if (without !== undefined && without.length > 0) names.push('member left-out');
  if (body !== undefined) names.push(`body ${body}`);
  for (const each in headers?.alter) names.push(`header ${headers.alter[each]}`);
  if (headers?.without !== undefined) names.push('header left-out');
  if (headers?.repeat !== undefined) names.push('header repeated');
  if (path !== undefined) names.push(`path ${path}`);
  if (wire !== undefined) names.push(`wire ${wire}`);
  return names;
}

/** The names of all alterations. */
export function allAlterationNames(): readonly string[] {
  return [
    ...named('member', [...MEMBER_ALTERATIONS, 'left-out']),
    ...named('header', [...Object.keys(STRING_ALTERATIONS), 'left-out', 'repeated']),
    ...named('body', Object.keys(BODY_ALTERATIONS)),
    ...named('path', Object.keys(PATH_ALTERATIONS)),
    ...named('wire', Object.keys(WIRE_ALTERATIONS)),
  ];
}
