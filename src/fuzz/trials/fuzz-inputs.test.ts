import { describe, expect, test } from 'vitest';
import { ENDPOINT_IDS } from '../../spec/endpoints.ts';
import { readTargetFile } from '../../world/target-file/read-target-file.ts';
import { declaredWorld, IMPLICIT_GAME } from '../../world/declared-world.ts';
import { exhaustiveTrials, smokeTrials } from './fixed-trials.ts';
import { stepAlterationsOf } from './all-alterations.ts';
import { askerFor, inputsFor } from './fuzz-inputs.ts';
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

describe('in the default world', () => {
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
      ...[...exhaustiveTrials(INPUTS), ...smokeTrials(INPUTS)]
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
      const sent = stepAlterationsOf(on, WITHOUT_KEYS).key.flat();
      expect(sent.filter(({ given }) => given !== undefined)).toEqual([]);
    }
  });
});

describe('in a world without facts', () => {
  test.each(ENDPOINT_IDS)('%s has an invented subject', (id) => {
    const { targets, fitting, lacks } = inputsFor(BARE, id);
    expect(targets).toHaveLength(1);
    expect(targets[0]?.id).toHaveLength(inputsFor(INPUTS, id).plain.id.length);
    expect(fitting).toHaveLength(1);
    expect(lacks).toBeDefined();
  });
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
  test.each(ENDPOINT_IDS)('cover every part on %s, without empty classes', (id) => {
    const parts = Object.entries(stepAlterationsOf(inputsFor(INPUTS, id), INPUTS));
    expect(parts.filter(([, classes]) => classes.length === 0).map(([part]) => part)).toEqual([]);
    expect(parts.flatMap(([, classes]) => classes).filter(({ length }) => length === 0)).toEqual([]);
  });

  test.each([
    ['with a size limit has padded requests', FILE.world, true],
    ['without a size limit has none', declaredWorld({ ...FILE.world, limits: {} }), false],
  ])('a world %s', (_, world, padded) => {
    const inputs = madeOf(world);
    const all = Object.values(stepAlterationsOf(inputsFor(inputs, 'group.admin'), inputs)).flat(2);
    expect(all.some(({ send }) => send?.pad !== undefined)).toBe(padded);
  });

  test('an id under another member name differs from the id of the plain request', () => {
    const on = inputsFor(INPUTS, 'group.admin');
    const misnamed = stepAlterationsOf(on, INPUTS).extra.flat();
    const beside = misnamed.flatMap(({ send }) => (send?.without === undefined ? [send?.set?.['id']] : []));
    expect(beside.filter((each) => each !== undefined)).not.toContain(on.plain.id);
  });
});
