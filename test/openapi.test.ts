/** `openapi.yaml`: valid, complete, and true of the contract and of what the simulator answers. */
import { readFileSync } from 'node:fs';
import { compileErrors, validate } from '@readme/openapi-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { tagproof } from '../src/cli/test-helpers/captured.ts';
import { ERROR_CODES, MEMBER_TYPES, NOT_FOUND_CODES, RETURN_CODES } from '../src/spec/codes.ts';
import { ENDPOINTS, RESOURCES, VARIANT_FACTS, type Resource } from '../src/spec/endpoints.ts';
import { AUTH_TOKEN, CONTENT_TYPE, GAME_ID, JSON_TYPE, SECRET_KEY } from '../src/spec/headers.ts';
import { membersOf } from '../src/spec/members.ts';
import { isQuestionId } from '../src/spec/dialect/questions.ts';
import { startSimulator } from '../src/library/start-simulator.ts';

interface Part {
  readonly [key: string]: Part;
}

const TEXT = readFileSync('openapi.yaml', 'utf8');
const DOCUMENT = parse(TEXT) as Part;
const { paths = {}, components = {} } = DOCUMENT as Record<string, Part>;

/** The value at the keys, with references followed. */
function at(part: unknown, ...keys: readonly string[]): never {
  const reference = (part as Part | undefined)?.['$ref'] as unknown;
  if (typeof reference === 'string') return at(DOCUMENT, ...reference.slice(2).split('/'), ...keys);
  const [key, ...rest] = keys;
  return (key === undefined ? part : at((part as Part | undefined)?.[key], ...rest)) as never;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

test('an independent validator accepts it', async () => {
  const result = await validate(parse(TEXT) as never);
  expect(result.valid ? '' : compileErrors(result)).toBe('');
});

test('tagproof openapi prints it', async () => {
  expect(await tagproof('openapi')).toMatchObject({ exit: 0, out: TEXT });
});

test('questions that it names exist', () => {
  const named = [...TEXT.matchAll(/Open: ([^"\n]*)\./g)].flatMap(([, ids = '']) => ids.split(', '));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((id) => !isQuestionId(id))).toEqual([]);
});

describe('it says what the contract says', () => {
  test('of the paths', () => {
    expect(Object.keys(paths)).toEqual(ENDPOINTS.map(({ path }) => path));
  });

  test.each(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))(
    'of the rule, headers and members of %s',
    (id, { path, rule, role, variant }) => {
      const operation: Part = at(paths[path], 'post');
      expect(operation['x-tagproof-rule']).toBe(rule);
      const [schemes = {}] = operation['security'] as unknown as readonly object[];
      const headers = Object.keys(schemes).map((name) => at(components, 'securitySchemes', name, 'name'));
      expect(headers).toEqual([SECRET_KEY, ...(VARIANT_FACTS[variant].sendsToken ? [AUTH_TOKEN] : [])]);
      expect(Object.keys(schemes)[0]).toBe(`${role.toLowerCase()}SecretKey`);
      expect(at(operation, 'parameters', '0', 'name')).toBe(GAME_ID);
      const schema: Part = at(operation, 'requestBody', 'content', JSON_TYPE, 'schema');
      const members = membersOf(id, []);
      expect(schema['required'] ?? []).toEqual(
        members.filter(({ required }) => required === 'yes').map(({ member }) => member),
      );
      const shapes = Object.entries(schema['properties'] ?? {}).map(
        ([member, { type, minLength: min, maxLength: max, items }]) => ({
          member,
          shape: {
            type,
            ...(min !== undefined && { min }),
            ...(max !== undefined && { max }),
            ...(items && { of: items['type'] }),
          },
        }),
      );
      expect(shapes).toEqual(members.map(({ member, shape }) => ({ member, shape })));
    },
  );

  test('of the codes, by number and by name', () => {
    const codes = (schema: string): Record<string, unknown> => {
      const all: readonly Part[] = at(components, 'schemas', schema, 'oneOf');
      expect(all.at(-1)?.['enum']).toEqual(all.slice(0, -1).map(({ title }) => title));
      return Object.fromEntries(all.slice(0, -1).map(({ title, const: code }) => [title, code]));
    };
    expect(codes('ReturnCode')).toEqual(RETURN_CODES);
    expect(codes('InvalidMemberType')).toEqual(MEMBER_TYPES);
    for (const resource of RESOURCES) {
      const missing = NOT_FOUND_CODES[resource];
      expect(codes(`${capital(resource)}ErrorCode`)).toEqual({
        Ok: ERROR_CODES.Ok,
        [missing]: ERROR_CODES[missing],
      });
    }
  });
});

const AJV = new Ajv2020({ strict: false, allErrors: true });
AJV.addSchema(DOCUMENT, 'document');
const VALIDATORS = new Map(
  RESOURCES.map((resource) => [
    resource,
    AJV.compile({ $ref: `document#/components/schemas/${capital(resource)}Reply` }),
  ]),
);

function faultsOf(resource: Resource, reply: unknown): unknown {
  const check = VALIDATORS.get(resource);
  return check?.(reply) === true ? [] : [reply, check?.errors];
}

test.each(RESOURCES)('the examples of a %s fit', (resource) => {
  const reply: Part = at(components, 'responses', `${capital(resource)}Tags`);
  const examples: Part = at(reply, 'content', JSON_TYPE, 'examples');
  for (const { value } of Object.values(examples)) expect(faultsOf(resource, value)).toEqual([]);
});

test.each(RESOURCES)('a success without tags of a %s does not fit', (resource) => {
  const reply = (parameters: object): unknown => ({ returnCode: 1, parameters });
  expect(faultsOf(resource, reply({ errorCode: 1, infoResponseParameters: { tags: [] } }))).toEqual([]);
  for (const errorCode of [1, 'Ok']) expect(faultsOf(resource, reply({ errorCode }))).not.toEqual([]);
});

const BODIES = [
  {},
  { userId: 'playerann1', characterId: 'characterA1', groupId: 'grouplarks' },
  { userId: 'short', characterId: 'short', groupId: 'short' },
  { userId: 'nosuchplay', characterId: 'nosuchchara', groupId: 'nosuchgrou' },
  { userId: 'playerdot4', characterId: 'characterD4', groupId: 'groupempty' },
];

const dataless = (option: string): Record<string, string> =>
  Object.fromEntries(
    ['parameters', 'debugMessage', 'invalidRequestParameters'].map((name) => [`dataless.${name}`, option]),
  );
const BY_NAME = { 'codes.returnCode': 'name', 'codes.errorCode': 'name', 'codes.invalidMemberType': 'name' };

test.each<Record<string, string>>([
  {},
  { ...BY_NAME, ...dataless('null'), 'tags.none': 'null' },
  { ...dataless('empty'), 'notFound.info': '{tags: null}' },
])('replies of the simulator fit: %j', async (dialect) => {
  await using sim = await startSimulator({ dialect });
  for (const { path, resource } of ENDPOINTS)
    for (const key of ['player', 'admin'])
      for (const body of BODIES) {
        const headers = {
          [CONTENT_TYPE]: JSON_TYPE,
          [SECRET_KEY]: sim.secret(key),
          [AUTH_TOKEN]: sim.secret('ann'),
        };
        const reply = await fetch(sim.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
        expect(faultsOf(resource, await reply.json())).toEqual([]);
      }
});
