/** Files that are right, against backends with one defect that looks like a mistake in the file: the run goes on, and the cases fail. */
import { expect, test } from 'vitest';
import { judging } from '../mutants/alterations/rules.ts';
import { findingSubject } from '../mutants/alterations/subjects.ts';
import type { Alter } from '../mutants/defects/mutant.ts';
import { readTargetSource } from '../src/world/target-file/read-target-file.ts';
import type { EndpointId } from '../src/spec/endpoints.ts';
import { always, refuse } from '../src/judge/rules/ruling.ts';
import { expand } from '../src/cases/format/instance.ts';
import { loadSuite } from '../src/cases/format/load-suite.ts';
import { UNKNOWN } from '../src/world/world.ts';
import { runInProcess } from './test-helpers/in-process-run.ts';
import { FILE as served } from './test-helpers/shipped.ts';

const ALL_ADMIN = ['gamePlayer', 'characterPlayer', 'group'].flatMap((resource) =>
  ['server', 'admin'].map((variant) => `${resource}.getTag.${variant}SelfEnable`),
);
const key = (name: string, value: string, game: string | null, rules: readonly string[]): object => ({
  name,
  key: `public-admin-key-${value}`,
  role: 'Admin',
  game,
  rules,
});

const TEXT = JSON.stringify({
  public: true,
  world: {
    games: [{ id: 'meadow-run' }, { id: 'harbor-lights' }],
    secretKeys: [
      key('admin', 'all-rules-0001', 'meadow-run', ALL_ADMIN),
      key('roaming', 'roaming-0001', null, ALL_ADMIN),
      key('only-server', 'only-group-server-01', 'meadow-run', ['group.getTag.serverSelfEnable']),
      key('only-admin', 'only-group-admin-01', 'meadow-run', ['group.getTag.adminSelfEnable']),
      key('only-player', 'only-gamePlayer-server-01', 'meadow-run', ['gamePlayer.getTag.serverSelfEnable']),
    ],
    gamePlayers: [
      { userId: 'harborfolk', game: 'harbor-lights', tags: 'unknown' },
      { userId: 'playerann1', game: 'meadow-run', tags: 'unknown' },
      { userId: 'playerbob2', game: 'meadow-run', tags: [{ key: 'vip', value: 'silver' }] },
      { userId: '0123456789', game: 'meadow-run', tags: 'unknown' },
    ],
    groups: [{ groupId: 'grouplarks', game: 'meadow-run', tags: 'unknown' }],
  },
});

const declared = readTargetSource({ file: 'right.yaml', text: TEXT }, {});

/** An endpoint that asks for another rule than its own. */
const asking = (on: EndpointId, rule: string): Alter =>
  judging('permission', (found, { key: sent, endpoint }) => {
    if (endpoint.id !== on || sent.is !== 'known' || sent.value.rules === UNKNOWN) return found;
    return sent.value.rules.has(rule)
      ? []
      : [{ clause: '4.1/rule/required', alternatives: [always(refuse('OperationNotAllow'))] }];
  });

const idsAsNumbers = findingSubject((sought, find) =>
  find(/^\d+$/.test(sought.id) ? { ...sought, id: String(Number(sought.id)) } : sought),
);

const CASES = expand(loadSuite(['suites/4.1-endpoints.yaml', 'suites/4.5-success.yaml'])).filter(
  ({ from, endpoint }) => from.written.alone !== true && endpoint.variant !== 'client',
);

test.each<readonly [what: string, alter: Alter, clause: RegExp]>([
  [
    'whose admin endpoint asks for serverSelfEnable',
    asking('group.admin', 'group.getTag.serverSelfEnable'),
    /^4\.1\/rule/,
  ],
  ['that reads ids as numbers', idsAsNumbers, /^4\.5\.3|^7\.4|^4\.5\.2/],
])('a right file is not blamed for a backend %s', async (_, alter, clause) => {
  const { cases } = await runInProcess({ served, declared, instances: CASES, simulator: { alter } });
  const clauses = cases.flatMap(({ findings }) => findings.map((each) => each.clause));
  expect(clauses).toContainEqual(expect.stringMatching(clause));
});
