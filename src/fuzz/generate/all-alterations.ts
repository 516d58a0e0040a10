/** Every single step away from the valid request on one endpoint, by the part that it alters and the class of the alteration. */
import {
  MALFORMED_WIRE,
  WIRE_ALTERATIONS,
  type WireAlteration,
} from '../../http/alterations/wire-alterations.ts';
import { rememberedPer } from '../../remembered.ts';
import { bodiesFuzzed, type BodyAlteration } from '../../suite/format/body-alterations.ts';
import { PATH_ALTERATIONS } from '../../suite/format/path-alterations.ts';
import {
  CONTENT_TYPE_CLASSES,
  gameClasses,
  headerNearMisses,
  keyClasses,
  tokenClasses,
} from './altered-callers.ts';
import type { StepAlteration, AlterationClass } from './step-alteration.ts';
import { keysOf } from './keys-of.ts';
import type { Material, Stage } from './material.ts';
import {
  extensionClasses,
  extraClasses,
  heavyMembers,
  idClasses,
  memberNearMisses,
  TAG_KEY_CLASSES,
} from './altered-members.ts';

/** The parts of a request. */
export type Part =
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
export type StepAlterations = Readonly<Record<Part, readonly AlterationClass[]>>;

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
  const names = wire ? keysOf(WIRE_ALTERATIONS) : [];
  return [
    sentAs(names.filter((name) => !MALFORMED_WIRE.has(name))),
    sentAs(names.filter((name) => MALFORMED_WIRE.has(name))),
  ];
}

/** Alterations that cost much to send or to read; they are used rarely. */
function heavyClasses(stage: Stage, { facts: { world } }: Material): readonly AlterationClass[] {
  const sized = world.limits.requestBytes !== undefined;
  return [
    heavyMembers(stage),
    bodies(bodiesFuzzed('rarely')),
    sized ? [{ send: { pad: 'half' } }, { send: { pad: 'double' } }] : [],
  ];
}

/** The classes that are not empty here. */
const there = (classes: readonly AlterationClass[]): readonly AlterationClass[] =>
  classes.filter(({ length }) => length > 0);

/** Every generator asks for the alterations of every stage. */
const alterationsIn = rememberedPer((material: Material) =>
  rememberedPer((stage: Stage): StepAlterations => ({
    key: there(keyClasses(stage, material)),
    token: there(tokenClasses(stage, material)),
    game: there(gameClasses(material)),
    'content-type': CONTENT_TYPE_CLASSES,
    id: there(idClasses(stage, material)),
    tagKeys: TAG_KEY_CLASSES,
    extension: there(extensionClasses(stage)),
    extra: extraClasses(stage),
    body: BODY_CLASSES,
    path: [keysOf(PATH_ALTERATIONS).map((path): StepAlteration => ({ send: { path } }))],
    method: [METHODS.map((method): StepAlteration => ({ send: { method } }))],
    near: there([...headerNearMisses(stage, material), ...memberNearMisses()]),
    wire: there(wireClasses(material.wire)),
    heavy: there(heavyClasses(stage, material)),
  })),
);

/** All alterations of a plain request on an endpoint, but for lists of tagKeys, which depend on the subject (`tag-key-lists.ts`). */
export const stepAlterationsOf = (stage: Stage, material: Material): StepAlterations =>
  alterationsIn(material)(stage);
