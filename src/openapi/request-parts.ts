/** The request of an operation: body, headers and credentials (§4.2, §4.3). */
import type { Provocations } from '../contract/codes.ts';
import { RESOURCE_FACTS, type Endpoint, type Role } from '../contract/endpoints.ts';
import { AUTH_TOKEN, GAME_ID, SECRET_KEY } from '../contract/headers.ts';
import {
  membersOf,
  TAG_KEYS,
  type Extension,
  type MemberShape,
  type MemberSpec,
} from '../contract/members.ts';
import { documented, inferred, ref, SIMULATOR_ONLY, type JsonNode } from './label.ts';

const defined = (parts: JsonNode): JsonNode =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));

const SHAPES = {
  string: ({ min, max }) => ({ type: 'string', minLength: min, maxLength: max }),
  number: ({ min, max, int }) => ({ type: int === true ? 'integer' : 'number', minimum: min, maximum: max }),
  array: ({ of, min, max }) => ({
    type: 'array',
    items: of === 'string' ? { type: 'string' } : {},
    minItems: min,
    maxItems: max,
  }),
  hashtable: ({ min, max }) => ({
    type: 'object',
    additionalProperties: true,
    minProperties: min,
    maxProperties: max,
  }),
} as const satisfies {
  readonly [T in MemberShape['type']]: (shape: Extract<MemberShape, { type: T }>) => JsonNode;
};

const shapeOf = (shape: MemberShape): JsonNode => defined(SHAPES[shape.type](shape as never));

function labelOf({ member, extension, required }: MemberSpec): JsonNode {
  if (extension) return SIMULATOR_ONLY;
  if (member === TAG_KEYS) return inferred('tagKeys.omitted', 'tagKeys.effect');
  return required === 'open' ? inferred('userId.omitted') : documented('4.3');
}

const describe = ({ member, extension }: MemberSpec, { resource }: Endpoint): string => {
  if (extension) return 'A member beyond the document.';
  if (member === TAG_KEYS)
    return 'Tag keys. The document leaves open whether they filter the tags, and what none of them means.';
  return `The id of the ${RESOURCE_FACTS[resource].word}; how its length counts is open beyond ASCII.`;
};

/** The body of an operation's request. */
export function bodySchema(endpoint: Endpoint, extensions: readonly Extension[]): JsonNode {
  const members = membersOf(endpoint.id, extensions);
  return {
    type: 'object',
    required: members.filter(({ required }) => required === 'yes').map(({ member }) => member),
    properties: Object.fromEntries(
      members.map((spec) => [
        spec.member,
        { ...shapeOf(spec.shape), description: describe(spec, endpoint), ...labelOf(spec) },
      ]),
    ),
    ...documented('4.3'),
  };
}

const KEY_SCHEMES = { Player: 'playerSecretKey', Admin: 'adminSecretKey' } as const satisfies Record<
  Role,
  string
>;
const TOKEN_SCHEME = 'authToken';

const inHeader = (name: string, description: string, section: string): JsonNode => ({
  type: 'apiKey',
  in: 'header',
  name,
  description,
  ...documented(section),
});

/** The credentials that the operations want, by scheme. */
export const SECURITY_SCHEMES: JsonNode = {
  [KEY_SCHEMES.Player]: inHeader(SECRET_KEY, 'A secret key of role Player.', '5.2'),
  [KEY_SCHEMES.Admin]: inHeader(
    SECRET_KEY,
    'A secret key of role Admin. Never ship it in a game client.',
    '5.2',
  ),
  [TOKEN_SCHEME]: inHeader(AUTH_TOKEN, 'The token of a login, which identifies the sender.', '5.1'),
};

/** What an operation wants of them. */
export function securityOf({ role }: Endpoint, sendsToken: boolean): readonly JsonNode[] {
  return [{ [KEY_SCHEMES[role]]: [], ...(sendsToken && { [TOKEN_SCHEME]: [] }) }];
}

/** Headers with which a simulator is made to refuse, one parameter for each name. */
function provokingHeaders(provoke: Provocations): readonly JsonNode[] {
  const values = new Map<string, string[]>();
  for (const { header } of provoke.values()) {
    const [name, value] = header;
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return [...values].map(([name, all]) => ({
    name,
    in: 'header',
    required: false,
    description: 'Makes the simulator refuse the request.',
    schema: { type: 'string', enum: all },
    ...SIMULATOR_ONLY,
  }));
}

/** The parameters that operations refer to, by name. */
export function parameters(provoke: Provocations): Readonly<Record<string, JsonNode>> {
  const gameId = {
    name: GAME_ID,
    in: 'header',
    required: false,
    description: 'The id of the game; needed where the secret key carries none.',
    schema: { type: 'string' },
    ...documented('4.2'),
  };
  const more = provokingHeaders(provoke).map((each, index) => [`Provoke${index + 1}`, each] as const);
  return { GameId: gameId, ...Object.fromEntries(more) };
}

/** References to all of them. */
export const parameterRefs = (all: Readonly<Record<string, JsonNode>>): readonly JsonNode[] =>
  Object.keys(all).map((name) => ref('parameters', name));
