import { describe, expect, test } from 'vitest';
import { ENDPOINT_IDS, endpointOf } from '../../contract/endpoints.ts';
import { readTargetFile } from '../../config/target-file/read-target-file.ts';
import { declaredWorld, IMPLICIT_GAME } from '../../world/declared-world.ts';
import { exhaustiveTrials } from './exhaustive.ts';
import { stepAlterationsOf } from './all-alterations.ts';
import { askedSubjectOf, askerFor, stageFor } from './material.ts';
import { single } from './trial.ts';
import { performTrial } from '../execute/perform.ts';
import { smokeTrials } from './smoke.ts';
import { FILE, madeOf, MATERIAL, plain, senderTo } from '../test-helpers/made.ts';

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
    const { lacks, plain: given, fitting } = stageFor(MATERIAL, id);
    expect(lacks).toBeUndefined();
    expect(fitting[0]).toEqual(given);
  });

  test.each(ENDPOINT_IDS)('all fitting keys, tokens and subjects of %s are served', async (id) => {
    const sender = senderTo(plain());
    const { fitting } = stageFor(MATERIAL, id);
    const codes: unknown[] = [];
    for (const given of fitting) {
      const { judged, found } = await performTrial(
        single({ endpoint: id, given, send: {} }),
        'fitting',
        sender,
        MATERIAL,
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
      ...MATERIAL.keys,
      ...MATERIAL.stages.flatMap(({ fitting }) => fitting.map(({ key }) => key)),
      ...[...exhaustiveTrials(MATERIAL), ...smokeTrials(MATERIAL)]
        .flatMap(({ steps }) => steps)
        .map(({ given: { key } }) => key),
    ];
    expect(used.filter((name) => name !== undefined && limited.includes(name))).toEqual([]);
  });

  test.each(ENDPOINT_IDS)('%s has targets that exist and targets that do not', (id) => {
    const { targets, endpoint } = stageFor(MATERIAL, id);
    const { world } = MATERIAL.facts;
    const is = targets.map(({ game, id: each }) => world.subject(endpoint.resource, game, each).is);
    expect(new Set(is)).toEqual(new Set(['present', 'absent']));
  });

  test('a subject has a caller that may ask for it, and an absent one has none', () => {
    const stage = stageFor(MATERIAL, 'group.client');
    const subject = { game: 'meadow-run', id: 'groupwrens' };
    expect(askerFor(stage, subject)).toMatchObject(subject);
    expect(askerFor(stage, { game: 'meadow-run', id: 'nosuchgrou' })).toBeUndefined();
  });

  test('the subject of a step is looked up in the world', () => {
    const given = stageFor(MATERIAL, 'group.admin').plain;
    const endpoint = endpointOf('group.admin');
    expect(askedSubjectOf(MATERIAL, endpoint, given).exists?.id).toBe(given.id);
    expect(askedSubjectOf(MATERIAL, endpoint, { ...given, id: 'nosuchgrou' })).toMatchObject({
      id: 'nosuchgrou',
      exists: undefined,
    });
  });
});

describe('in a world without keys', () => {
  test.each(ENDPOINT_IDS)('%s has a stage that says what it lacks', (id) => {
    const { lacks, fitting, plain: given, targets } = stageFor(WITHOUT_KEYS, id);
    expect(lacks).toContain('key');
    expect(fitting).toEqual([given]);
    expect(given.key).toBeUndefined();
    expect(targets.length).toBeGreaterThan(10);
  });

  test('no alteration is about a key', () => {
    for (const stage of WITHOUT_KEYS.stages) {
      const sent = stepAlterationsOf(stage, WITHOUT_KEYS).key.flat();
      expect(sent.filter(({ given }) => given !== undefined)).toEqual([]);
    }
  });
});

describe('in a world without facts', () => {
  test.each(ENDPOINT_IDS)('%s has an invented subject', (id) => {
    const { targets, fitting, lacks } = stageFor(BARE, id);
    expect(targets).toHaveLength(1);
    expect(targets[0]?.id).toHaveLength(stageFor(MATERIAL, id).plain.id.length);
    expect(fitting).toHaveLength(1);
    expect(lacks).toBeDefined();
  });

  test('no game is used', () => {
    expect(BARE.games).toEqual([]);
  });
});

test('a world with one key and one player serves the endpoints that they fit', () => {
  const file = readTargetFile('fixtures/minimal-target.yaml', {
    STAGING_URL: 'https://staging.example.com',
    STAGING_ADMIN_KEY: 'a-key-of-staging',
  });
  const material = madeOf(file.world);
  const served = material.stages.filter(({ lacks }) => lacks === undefined).map(({ endpoint: { id } }) => id);
  expect(served).toEqual(['gamePlayer.server', 'gamePlayer.admin']);
  expect(stageFor(material, 'gamePlayer.admin').fitting.every(({ key }) => key === 'admin')).toBe(true);
});

describe('the alterations of an endpoint', () => {
  test.each(ENDPOINT_IDS)('cover every part on %s, without empty classes', (id) => {
    const parts = Object.entries(stepAlterationsOf(stageFor(MATERIAL, id), MATERIAL));
    expect(parts.filter(([, classes]) => classes.length === 0).map(([part]) => part)).toEqual([]);
    expect(parts.flatMap(([, classes]) => classes).filter(({ length }) => length === 0)).toEqual([]);
  });

  test('include no malformed HTTP if it is not allowed', () => {
    const material = madeOf(FILE.world, false);
    const stage = stageFor(material, 'group.admin');
    expect(stepAlterationsOf(stage, material).wire).toEqual([]);
  });

  test.each([
    ['with a size limit has padded requests', FILE.world, true],
    ['without a size limit has none', declaredWorld({ ...FILE.world, limits: {} }), false],
  ])('a world %s', (_, world, padded) => {
    const material = madeOf(world);
    const all = Object.values(stepAlterationsOf(stageFor(material, 'group.admin'), material)).flat(2);
    expect(all.some(({ send }) => send?.pad !== undefined)).toBe(padded);
  });

  test('an id under another member name differs from the id of the plain request', () => {
    const stage = stageFor(MATERIAL, 'group.admin');
    const misnamed = stepAlterationsOf(stage, MATERIAL).extra.flat();
    const beside = misnamed.flatMap(({ send }) => (send?.without === undefined ? [send?.set?.['id']] : []));
    expect(beside.filter((each) => each !== undefined)).not.toContain(stage.plain.id);
  });
});
