import { describe, expect, test } from 'vitest';
import { completeDialect } from '../../spec/dialect/dialect.ts';
import { isSecretRef } from '../../http/request.ts';
import {
  CONTROL_NEAR_MISSES,
  FOREIGN_NEAR_MISSES,
  PLAIN_NEAR_MISSES,
  TRIMMED_IN_HEADERS,
} from '../../http/alterations/near-misses.ts';
import { STRING_ALTERATIONS, type StringAlteration } from '../../http/alterations/string-alterations.ts';
import { secretReadings } from '../../judge/expect/altered-secret.ts';
import { readTargetFile } from '../../world/target-file/read-target-file.ts';
import { expand } from '../format/instance.ts';
import { readSuite } from '../format/load-suite.ts';
import { planCase, type Planned } from './plan-case.ts';

const MAYBE_THE_SECRET: ReadonlySet<string> = new Set(
  (Object.keys(STRING_ALTERATIONS) as StringAlteration[]).filter((name) =>
    secretReadings('other', name).some(({ kept }) => kept),
  ),
);
const file = readTargetFile('fixtures/world.yaml', {});

function planOf(each: string, more = '', nearMisses?: ReadonlySet<string>): Planned {
  const text = `chapter: x
cases:
  - id: near/it
    title: near
    clauses: [5.3/wrong]
    for: gamePlayer.server
    given: { subject: { id: Meadowlark } }
    ${more}
    steps: [{ each: ${each} }]
    expect: { reply: refused, code: SecretInvalid }
`;
  const [instance] = expand(readSuite([{ file: 'x.yaml', text }]));
  if (instance === undefined) throw new Error('no instance');
  const plan = planCase(nearMisses === undefined ? instance : { ...instance, nearMisses }, {
    ...file,
    provocations: file.provoke,
    dialect: completeDialect(),
  });
  if (plan.kind === 'skip') throw new Error(plan.need);
  return plan;
}

const labels = ({ steps }: Planned): readonly string[] =>
  steps.flatMap(({ requests }) => requests.map(({ label }) => label));
const bodies = (plan: Planned): readonly Record<string, unknown>[] =>
  plan.steps.flatMap(({ requests }) =>
    requests.map(({ request }) => JSON.parse(Buffer.from(request.body ?? []).toString())),
  );

describe('a step with a request for each near miss', () => {
  test('alters a secret by name and names each request after its row', () => {
    const plan = planOf('{ header: Secret-Key, near: plain }');
    const sent = plan.steps.flatMap(({ requests }) =>
      requests.flatMap(({ request }) => request.headers.filter(([name]) => name === 'Secret-Key')),
    );
    const alterations = sent.map(([, value]) => (isSecretRef(value) ? value.alter : value));
    // Middleware strips the word Bearer before the backend sees the secret.
    const names = Object.keys(PLAIN_NEAR_MISSES).filter((name) => !MAYBE_THE_SECRET.has(name));
    expect(alterations).toEqual(names);
    expect(labels(plan)).toEqual(names);
  });

  test('sends one request where several near misses of a value are the same', () => {
    const plan = planOf('{ member: userId, near: plain }');
    const ids = bodies(plan).map(({ userId }) => userId);
    expect(new Set(ids).size).toBe(ids.length);
    // Without separators an x stands behind the id.
    expect(labels(plan)).toContain('suffixed');
    expect(labels(plan)).not.toContain('no-separators');
  });

  test('sends the second of two that are the same where the first is left out', () => {
    const plan = planOf('{ member: userId, near: plain }', '', new Set(['no-separators', 'sql-any']));
    expect(labels(plan)).toEqual(['no-separators', 'sql-any']);
  });

  test.each(['plain', 'foreign'])(
    'sends no near miss of a secret that may be taken for the secret itself: %s',
    (near) => {
      const sent = new Set(labels(planOf(`{ header: Secret-Key, near: ${near} }`)));
      expect([...MAYBE_THE_SECRET]).toContain('bearer-before');
      expect([...MAYBE_THE_SECRET].filter((name) => sent.has(name))).toEqual([]);
    },
  );

  test.each(['Secret-Key', 'Game-Id'])('%s is not altered by blanks that servers trim', (header) => {
    const plan = planOf(
      `{ header: ${header}, near: foreign }`,
      'send: { headers: { set: { Game-Id: $game } } }',
    );
    const trimmed: readonly string[] = TRIMMED_IN_HEADERS;
    expect(labels(plan)).toEqual(Object.keys(FOREIGN_NEAR_MISSES).filter((name) => !trimmed.includes(name)));
  });

  test('takes several kinds and an element of a list', () => {
    const plan = planOf(
      '{ member: "tagKeys[0]", near: [foreign, control] }',
      'send: { set: { tagKeys: [kite, vip] } }',
    );
    expect(labels(plan)).toEqual([...Object.keys(FOREIGN_NEAR_MISSES), ...Object.keys(CONTROL_NEAR_MISSES)]);
    expect(bodies(plan)[0]).toEqual({ userId: 'Meadowlark', tagKeys: ['\u212aite', 'vip'] });
  });

  test.each([
    ['same', (length: number) => length === 10],
    ['longer', (length: number) => length > 10],
    ['shorter', (length: number) => length < 10],
  ])('takes those of the requested length: %s', (length, fits) => {
    const ids = bodies(planOf(`{ member: $id, near: [plain, foreign, control], length: ${length} }`));
    const lengths = ids.map(({ userId }) => String(userId).length);
    expect(lengths.length).toBeGreaterThan(3);
    expect(lengths.every(fits)).toBe(true);
  });

  test('leaves out a near miss that is another id of the world', () => {
    const plan = planOf('{ member: $id, near: plain, length: same }');
    const ids = bodies(plan).map(({ userId }) => userId);
    expect(ids).toContain('MEADOWLARK');
    expect(ids).not.toContain('meadowlark');
    expect(labels(plan)).not.toContain('lower-case');
  });

  test('leaves out a near miss that differs from a declared game only in case', () => {
    const plan = planOf('{ header: Game-Id, near: plain }', 'send: { headers: { set: { Game-Id: $game } } }');
    expect(labels(plan)).not.toContain('upper-case');
    expect(labels(plan)).toContain('sql-one-last');
  });
});
