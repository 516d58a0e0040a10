import { describe, expect, test } from 'vitest';
import { ENDPOINT_IDS, type EndpointId } from '../../spec/endpoints.ts';
import type { Send } from '../../cases/format/schema/send-schema.ts';
import { readTargetFile } from '../../world/target-file/read-target-file.ts';
import { declaredWorld, IMPLICIT_GAME } from '../../world/declared-world.ts';
import { exhaustiveTrials, plainTrials } from './fixed-trials.ts';
import { alterationsOn } from './alterations.ts';
import type { Alteration } from './alteration-row.ts';
import { askerFor, inputsFor, type FuzzInputs } from './fuzz-inputs.ts';
import { single } from './relations.ts';
import { performTrial } from './send-trial.ts';
import { FILE, madeOf, INPUTS, plain, senderTo } from '../test-helpers/made.ts';

const WITHOUT_KEYS = madeOf(declaredWorld({ ...FILE.world, secretKeys: [] }));
const BARE = madeOf(
  declaredWorld({
    complete: false,
    limits: {},
    games: [IMPLICIT_GAME],
    secretKeys: [],
    authTokens: [],
    subjects: [],
    absents: [],
    inventions: [],
  }),
);

const alterationsOf = (id: EndpointId, inputs: FuzzInputs): readonly Alteration[] =>
  alterationsOn(inputs)(inputsFor(inputs, id)).flatMap(({ alterations }) => alterations);

const sendsOf = (id: EndpointId, inputs: FuzzInputs): readonly Send[] =>
  alterationsOf(id, inputs).flatMap((each) => ('send' in each && each.send !== undefined ? [each.send] : []));

describe('in the conformance world', () => {
  test.each(ENDPOINT_IDS)('the plain request to %s can succeed and comes first', (id) => {
    const { lacks, plain: given, fitting } = inputsFor(INPUTS, id);
    expect(lacks).toBeUndefined();
    expect(fitting[0]).toEqual(given);
  });

  test.each(ENDPOINT_IDS)('all fitting keys, tokens and subjects of %s are served', async (id) => {
    const sender = senderTo(plain());
    const { fitting } = inputsFor(INPUTS, id);
    const codes: unknown[] = [];
    for (const given of fitting) {
      const { judged, found } = await performTrial(
        single({ endpoint: id, given, send: {} }),
        'fitting',
        sender,
        INPUTS,
      );
      expect(found).toEqual([]);
      codes.push(judged[0]?.judgement.envelope?.returnCode);
    }
    expect(codes.length).toBeGreaterThan(60);
    expect(new Set(codes)).toEqual(new Set(['Ok']));
  });

  test('keys with limits are not used', () => {
    const limited = FILE.world.secretKeys
      .filter(({ limits }) => Object.keys(limits).length > 0)
      .map(({ name }) => name);
    expect(limited.length).toBeGreaterThan(0);
    const used = [
      ...INPUTS.keys,
      ...INPUTS.endpoints.flatMap(({ fitting }) => fitting.map(({ key }) => key)),
      ...[...exhaustiveTrials(INPUTS), ...plainTrials(INPUTS)]
        .flatMap(({ steps }) => steps)
        .map(({ given: { key } }) => key),
    ];
    expect(used.filter((name) => name !== undefined && limited.includes(name))).toEqual([]);
  });

  test.each(ENDPOINT_IDS)('%s has targets that exist and targets that do not', (id) => {
    const { targets, endpoint } = inputsFor(INPUTS, id);
    const { world } = INPUTS.facts;
    const is = targets.map(({ game, id: each }) => world.subject(endpoint.resource, game, each).is);
    expect(new Set(is)).toEqual(new Set(['present', 'absent']));
  });

  test('a subject has a caller that may ask for it, and an absent one has none', () => {
    const on = inputsFor(INPUTS, 'group.client');
    const subject = { game: 'meadow-run', id: 'groupwrens' };
    expect(askerFor(on, subject)).toMatchObject(subject);
    expect(askerFor(on, { game: 'meadow-run', id: 'nosuchgrou' })).toBeUndefined();
  });
});

describe('in a world without keys', () => {
  test.each(ENDPOINT_IDS)('%s says what it lacks', (id) => {
    const { lacks, fitting, plain: given, targets } = inputsFor(WITHOUT_KEYS, id);
    expect(lacks).toContain('key');
    expect(fitting).toEqual([given]);
    expect(given.key).toBeUndefined();
    expect(targets.length).toBeGreaterThan(10);
  });

  test('no alteration is about a key', () => {
    for (const on of WITHOUT_KEYS.endpoints) {
      const given = alterationsOf(on.endpoint.id, WITHOUT_KEYS).map((each) =>
        'given' in each ? each.given : {},
      );
      expect(given.filter((each) => each !== undefined && 'key' in each)).toEqual([]);
    }
  });
});

test.each(ENDPOINT_IDS)('in a world without facts %s has an invented subject', (id) => {
  const { targets, fitting, lacks } = inputsFor(BARE, id);
  expect(targets).toHaveLength(1);
  expect(targets[0]?.id).toHaveLength(inputsFor(INPUTS, id).plain.id.length);
  expect(fitting).toHaveLength(1);
  expect(lacks).toBeDefined();
});

test('a world with one key and one player serves the endpoints that they fit', () => {
  const file = readTargetFile('fixtures/minimal-target.yaml', {
    STAGING_URL: 'https://staging.example.com',
    STAGING_ADMIN_KEY: 'a-key-of-staging',
  });
  const inputs = madeOf(file.world);
  const served = inputs.endpoints
    .filter(({ lacks }) => lacks === undefined)
    .map(({ endpoint: { id } }) => id);
  expect(served).toEqual(['gamePlayer.server', 'gamePlayer.admin']);
  expect(inputsFor(inputs, 'gamePlayer.admin').fitting.every(({ key }) => key === 'admin')).toBe(true);
});

describe('the alterations of an endpoint', () => {
  test.each([
    ['with a size limit has padded requests', FILE.world, true],
    ['without a size limit has none', declaredWorld({ ...FILE.world, limits: {} }), false],
  ])('a world %s', (_, world, padded) => {
    const sent = sendsOf('group.admin', madeOf(world));
    expect(sent.some(({ pad }) => pad !== undefined)).toBe(padded);
  });

  test('an id under another member name differs from the id of the plain request', () => {
    const beside = sendsOf('group.admin', INPUTS).filter(
      ({ without, set }) => without === undefined && set?.['id'] !== undefined,
    );
    expect(beside).toHaveLength(1);
    expect(beside[0]?.set?.['id']).not.toBe(inputsFor(INPUTS, 'group.admin').plain.id);
  });
});
