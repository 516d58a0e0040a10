import { describe, expect, test } from 'vitest';
import { ENDPOINT_IDS, endpointOf } from '../../contract/endpoints.ts';
import { readTargetFile } from '../../config/target-file/read-target-file.ts';
import { declaredWorld, IMPLICIT_GAME } from '../../world/declared-world.ts';
import { exhaustiveTrials } from './exhaustive.ts';
import { stepAlterationsOf } from './step-alterations.ts';
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
  test.each(ENDPOINT_IDS)('the plain request to %s can succeed, and comes first', (id) => {
    const { lacks, plain: given, fitting } = stageFor(MATERIAL, id);
    expect(lacks).toBeUndefined();
    expect(fitting[0]).toEqual(given);
  });

  test.each(ENDPOINT_IDS)('all who fit one another on %s are served', async (id) => {
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

  test('keys with limits never occur', () => {
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

  test.each(ENDPOINT_IDS)('%s is asked about subjects that exist and about ones that do not', (id) => {
    const { targets, endpoint } = stageFor(MATERIAL, id);
    const { world } = MATERIAL.facts;
    const is = targets.map(({ game, id: each }) => world.subject(endpoint.resource, game, each).is);
    expect(new Set(is)).toEqual(new Set(['present', 'absent']));
  });

  test('who may ask about a subject asks about it, and nobody about one that is absent', () => {
    const stage = stageFor(MATERIAL, 'group.client');
    const subject = { game: 'meadow-run', id: 'groupwrens' };
    expect(askerFor(stage, subject)).toMatchObject(subject);
    expect(askerFor(stage, { game: 'meadow-run', id: 'nosuchgrou' })).toBeUndefined();
  });

  test('the subject of a step has its tags, and an absent one none', () => {
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

  test('nothing alters a key that is not there', () => {
    for (const stage of WITHOUT_KEYS.stages) {
      const sent = stepAlterationsOf(stage, WITHOUT_KEYS).key.flat();
      expect(sent.filter(({ given }) => given !== undefined)).toEqual([]);
    }
  });
});

describe('in a world of which nothing is known', () => {
  test.each(ENDPOINT_IDS)('%s is asked about a made-up subject', (id) => {
    const { targets, fitting, lacks } = stageFor(BARE, id);
    expect(targets).toHaveLength(1);
    expect(targets[0]?.id).toHaveLength(stageFor(MATERIAL, id).plain.id.length);
    expect(fitting).toHaveLength(1);
    expect(lacks).toBeDefined();
  });

  test('there is no game to name', () => {
    expect(BARE.games).toEqual([]);
  });
});

test('a world with one key and one player offers what it has', () => {
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
  test.each(ENDPOINT_IDS)('on %s every part has some, and no class is empty', (id) => {
    const parts = Object.entries(stepAlterationsOf(stageFor(MATERIAL, id), MATERIAL));
    expect(parts.filter(([, classes]) => classes.length === 0).map(([part]) => part)).toEqual([]);
    expect(parts.flatMap(([, classes]) => classes).filter(({ length }) => length === 0)).toEqual([]);
  });

  test('nothing is sent in an odd way on the wire where that is not wanted', () => {
    const material = madeOf(FILE.world, false);
    const stage = stageFor(material, 'group.admin');
    expect(stepAlterationsOf(stage, material).wire).toEqual([]);
  });

  test.each([
    ['with a declared size has requests that are', FILE.world, true],
    ['without one has none that is', declaredWorld({ ...FILE.world, limits: {} }), false],
  ])('a world %s padded', (_, world, padded) => {
    const material = madeOf(world);
    const all = Object.values(stepAlterationsOf(stageFor(material, 'group.admin'), material)).flat(2);
    expect(all.some(({ send }) => send?.pad !== undefined)).toBe(padded);
  });

  test('an id under another name is not the one under its own', () => {
    const stage = stageFor(MATERIAL, 'group.admin');
    const misnamed = stepAlterationsOf(stage, MATERIAL).extra.flat();
    const beside = misnamed.flatMap(({ send }) => (send?.without === undefined ? [send?.set?.['id']] : []));
    expect(beside.filter((each) => each !== undefined)).not.toContain(stage.plain.id);
  });
});
