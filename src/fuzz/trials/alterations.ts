/** Every single step away from the valid request on one endpoint, and what all of them are called. A table: one row, one kind of alteration. */
import { rememberedPer } from '../../base/remembered.ts';
import { STRING_ALTERATIONS } from '../../http/alterations/string-alterations.ts';
import { WIRE_ALTERATIONS } from '../../http/alterations/wire-alterations.ts';
import { BODY_ALTERATIONS, bodiesFuzzed } from '../../cases/format/alterations/body-alterations.ts';
import { MEMBER_ALTERATIONS } from '../../cases/format/alterations/member-alterations.ts';
import { PATH_ALTERATIONS } from '../../cases/format/alterations/path-alterations.ts';
import { namesOf } from '../../cases/format/schema/schema-parts.ts';
import type { Send } from '../../cases/format/schema/send-schema.ts';
import { HEADER_ROWS } from './altered-headers.ts';
import { MEMBER_ROWS } from './altered-members.ts';
import type { AlterationRow } from './alteration-row.ts';
import type { EndpointInputs, FuzzInputs } from './fuzz-inputs.ts';
import type { StepAlteration } from './step.ts';

const bodies = (why: Parameters<typeof bodiesFuzzed>[0]): readonly StepAlteration[] =>
  bodiesFuzzed(why).map((body) => ({ send: { body } }));

/** Methods that no server takes for anything else. */
const METHODS = ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

const ROWS: readonly AlterationRow[] = [
  ...HEADER_ROWS,
  ...MEMBER_ROWS,
  // Other spellings of the same body must change nothing.
  { weight: 80, of: () => bodies('as the same body') },
  { weight: 160, of: () => bodies(undefined) },
  { weight: 40, of: () => namesOf(PATH_ALTERATIONS).map((path) => ({ send: { path } })) },
  // Most clients close the connection behind a GET or HEAD with a body, and there are few methods.
  { weight: 8, of: () => METHODS.map((method) => ({ send: { method } })) },
  // Random requests on the wire are a kind of trial of their own: each costs a connection.
  {
    weight: 0,
    of: (_, { wire }) => (wire ? namesOf(WIRE_ALTERATIONS).map((each) => ({ send: { wire: each } })) : []),
  },
  // These cost much to send or to read.
  { weight: 1, of: () => bodies('rarely') },
  {
    weight: 1,
    of: (_, { facts: { world } }) =>
      world.limits.requestBytes === undefined
        ? []
        : (['half', 'double'] as const).map((pad) => ({ send: { pad } })),
  },
];

/** All alterations of a plain request on an endpoint, by their rows; those without any are left out. */
export const alterationsOn = rememberedPer((inputs: FuzzInputs) =>
  rememberedPer((on: EndpointInputs) =>
    ROWS.map(({ weight, of }) => ({ weight, alterations: of(on, inputs) })).filter(
      ({ alterations }) => alterations.length > 0,
    ),
  ),
);

const named = (what: string, names: Iterable<string>): readonly string[] =>
  Array.from(names, (name) => `${what} ${name}`);

/** Every alteration in a request. */
export function alterNames({
  alter = {},
  without = [],
  body,
  headers = {},
  path,
  wire,
}: Send): readonly string[] {
  return [
    ...named('member', Object.values(alter)),
    ...(without.length > 0 ? ['member left-out'] : []),
    ...(body === undefined ? [] : [`body ${body}`]),
    ...named('header', Object.values(headers.alter ?? {})),
    ...(headers.without === undefined ? [] : ['header left-out']),
    ...(headers.repeat === undefined ? [] : ['header repeated']),
    ...(path === undefined ? [] : [`path ${path}`]),
    ...(wire === undefined ? [] : [`wire ${wire}`]),
  ];
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
