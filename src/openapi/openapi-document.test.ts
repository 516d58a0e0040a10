/** The description: valid, complete, labelled, and true of what the simulator takes and answers. */
import { compileErrors, validate } from '@readme/openapi-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CONTROL_ROUTES } from '../../simulator/control/routes.ts';
import { startSimulator } from '../library/start-simulator.ts';
import { tagproof } from '../cli/test-helpers/captured.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { AUTH_TOKEN, CONTENT_TYPE, JSON_TYPE, SECRET_KEY } from '../contract/headers.ts';
import { partialDialect, completeDialect, type Answer } from '../dialect/dialect.ts';
import { QUESTION_IDS } from '../dialect/questions.ts';
import { openApiDocument, type DescriptionOptions } from './openapi-document.ts';

const CONTROL: NonNullable<DescriptionOptions['control']> = {
  prefix: '/_tagproof',
  groups: { world: 'The world.' },
  refusal: z.strictObject({ error: z.strictObject({ message: z.string() }) }),
  routes: [
    {
      method: 'PUT',
      path: '/games/{game}/players/{id}/tags',
      group: 'world',
      does: 'Sets the tags of a player.',
      open: false,
      query: z.strictObject({ dryRun: z.boolean().optional() }),
      body: z.strictObject({ tags: z.array(z.strictObject({ key: z.string(), value: z.string() })) }),
      status: 200,
      reply: z.strictObject({ changed: z.boolean() }),
    },
    {
      method: 'GET',
      path: '/world',
      group: 'world',
      does: 'The world.',
      open: true,
      query: z.strictObject({}),
      body: undefined,
      status: 200,
      reply: 'world file',
    },
  ],
};

const PROVOKE = new Map([['UnknownError', { header: ['X-Fault', 'unknown'] }]] as const);

async function problemsOf(document: object): Promise<string> {
  const result = await validate(structuredClone(document) as never);
  return result.valid ? '' : compileErrors(result);
}

describe('an independent validator accepts it', () => {
  test.each<[string, DescriptionOptions]>([
    ['with everything open', {}],
    ['as the simulator has it', { dialect: completeDialect(), provoke: PROVOKE, control: CONTROL }],
    [
      'with members beyond the document',
      { extensions: [{ on: 'group.admin', member: 'limit', shape: { type: 'number', int: true, min: 1 } }] },
    ],
  ])('%s', async (_, options) => {
    expect(await problemsOf(openApiDocument(options))).toBe('');
  });
});

/** Every part that says something of a behaviour, with its place. */
function* labels(
  part: unknown,
  path = '',
): Generator<readonly [path: string, part: Record<string, unknown>]> {
  if (typeof part !== 'object' || part === null) return;
  const record = part as Record<string, unknown>;
  if ('x-tagproof-source' in record) yield [path, record];
  for (const [key, value] of Object.entries(record)) yield* labels(value, `${path}/${key}`);
}

describe('labels', () => {
  const document = openApiDocument({ provoke: PROVOKE, control: CONTROL });

  test('are one of three words, and questions that they name exist', () => {
    const all = [...labels(document)].map(([, part]) => part);
    expect(new Set(all.map((part) => part['x-tagproof-source']))).toEqual(
      new Set(['documented', 'inferred', 'simulator-only']),
    );
    const named = all.flatMap((part) => (part['x-tagproof-questions'] ?? []) as string[]);
    expect(named.filter((id) => !(QUESTION_IDS as readonly string[]).includes(id))).toEqual([]);
  });

  test('stand on every operation, parameter, credential and schema', () => {
    const { paths, components } = document as {
      paths: Record<string, Record<string, object>>;
      components: Record<string, Record<string, object>>;
    };
    const parts = [
      ...Object.values(paths).flatMap(Object.values),
      ...Object.values(components).flatMap(Object.values),
    ];
    expect(parts.filter((part) => !('x-tagproof-source' in part))).toEqual([]);
  });
});

/** A validator of one schema of the document. */
function validatorFor(document: object, pointer: string): (value: unknown) => readonly string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema(document, 'document');
  const check = ajv.compile({ $ref: `document#${pointer}` });
  return (value) =>
    check(value) ? [] : (check.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

const REPLIES = {
  gamePlayer: 'GamePlayerReply',
  characterPlayer: 'CharacterPlayerReply',
  group: 'GroupReply',
};

interface Described {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly post: {
          readonly responses: {
            readonly 200: {
              readonly content: {
                readonly 'application/json': {
                  readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
                };
              };
            };
          };
        };
      }
    >
  >;
}

test('its own examples fit, in both forms of codes', () => {
  for (const option of ['number', 'name']) {
    const answers: Answer[] = ['codes.returnCode', 'codes.errorCode', 'codes.invalidMemberType'].map(
      (question) => ({ question: question as never, at: '', option }),
    );
    const document = openApiDocument({ dialect: partialDialect(answers) }) as never;
    const validators = new Map(
      Object.entries(REPLIES).map(([resource, schema]) => [
        resource,
        validatorFor(document, `/components/schemas/${schema}`),
      ]),
    );
    for (const { path, resource } of ENDPOINTS) {
      const fits = validators.get(resource) ?? expect.unreachable();
      const { examples } = (document as Described).paths[path]?.post.responses[200].content[
        'application/json'
      ] ?? { examples: {} };
      for (const { value } of Object.values(examples)) expect(fits(value)).toEqual([]);
    }
  }
});

/** Replies to requests that succeed, find nothing, and are refused, by their resource. */
async function repliesOf(dialect: Record<string, string>): Promise<readonly (readonly [string, unknown])[]> {
  await using sim = await startSimulator({ dialect });
  const replies: (readonly [string, unknown])[] = [];
  const bodies = [
    {},
    { userId: 'playerann1', characterId: 'characterA1', groupId: 'grouplarks' },
    { userId: 'short', characterId: 'short', groupId: 'short' },
    { userId: 'nosuchplay', characterId: 'nosuchchara', groupId: 'nosuchgrou' },
    { userId: 'playerdot4', characterId: 'characterD4', groupId: 'groupempty' },
  ];
  for (const { path, resource } of ENDPOINTS)
    for (const key of ['player', 'admin'])
      for (const body of bodies) {
        const headers = {
          [CONTENT_TYPE]: JSON_TYPE,
          [SECRET_KEY]: sim.secret(key),
          [AUTH_TOKEN]: sim.secret('ann'),
        };
        const reply = await fetch(sim.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
        replies.push([resource, await reply.json()]);
      }
  return replies;
}

test.each([
  [{}],
  [
    {
      'codes.returnCode': 'name',
      'codes.errorCode': 'name',
      'codes.invalidMemberType': 'name',
      'dataless.parameters': 'null',
      'dataless.debugMessage': 'null',
      'dataless.invalidRequestParameters': 'null',
      'tags.none': 'null',
    },
  ],
  [
    {
      'dataless.parameters': 'empty',
      'dataless.debugMessage': 'empty',
      'dataless.invalidRequestParameters': 'empty',
      'notFound.info': '{tags: null}',
    },
  ],
])('replies of the simulator fit it, open and settled: %j', async (dialect) => {
  const answers = Object.entries(dialect).map(([question, option]) => ({
    question: question as never,
    at: '',
    option,
  }));
  const replies = await repliesOf(dialect);
  for (const document of [openApiDocument(), openApiDocument({ dialect: completeDialect(answers) })])
    for (const [resource, schema] of Object.entries(REPLIES)) {
      const fits = validatorFor(document, `/components/schemas/${schema}`);
      for (const [of, reply] of replies)
        if (of === resource) expect(fits(reply), JSON.stringify(reply)).toEqual([]);
    }
});

describe('with the control API', () => {
  const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);
  const described = ({ paths }: Described): readonly string[] =>
    Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((key) => METHODS.has(key))
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
  const all = [
    ...ENDPOINTS.map(({ path }) => `POST ${path}`),
    ...CONTROL_ROUTES.map(({ method, path }) => `${method} /_tagproof${path}`),
  ].toSorted();

  test('it describes every route, is valid, and each operation has its label', async () => {
    const { exit, out } = await tagproof('openapi --control');
    expect(exit).toBe(0);
    const document = JSON.parse(out) as Described;
    expect(await problemsOf(document)).toBe('');
    expect(described(document).toSorted()).toEqual(all);
    for (const item of Object.values(document.paths))
      for (const [key, operation] of Object.entries(item))
        if (METHODS.has(key))
          expect(operation).toHaveProperty(
            'x-tagproof-source',
            expect.stringMatching(/^(?:documented|inferred|simulator-only)$/),
          );
  });

  test('without it the nine operations alone are described', async () => {
    expect(described(JSON.parse((await tagproof('openapi')).out))).toHaveLength(ENDPOINTS.length);
  });

});

describe('tagproof openapi', () => {
  test('prints JSON, or YAML that says the same', async () => {
    const json = await tagproof('openapi');
    const yaml = await tagproof('openapi --yaml');
    expect(json.exit).toBe(0);
    const { parse } = await import('yaml');
    expect(parse(yaml.out)).toEqual(JSON.parse(json.out));
  });

  test.each([
    ['openapi --server ftp://example.com', '--server ftp://example.com'],
    ['openapi --dialect fixtures/world.yaml', 'it has no dialect'],
    ['openapi --out no/such/folder/x.json', 'no/such/folder/x.json'],
    ['openapi --json --yaml', "cannot be used with option '--yaml'"],
  ])('%s is refused', async (words, description) => {
    const { exit, err } = await tagproof(words);
    expect(exit).toBe(2);
    expect(err).toContain(description);
  });
});
