import { describe, expect, test } from 'vitest';
import { CLAUSES } from '../contract/clause-register.ts';
import { clauseOf } from '../contract/clauses.ts';
import type { EndpointId } from '../contract/endpoints.ts';
import { finished, found } from '../probe/test-helpers/finished.ts';
import type { CaseFinished, CaseIdentity } from '../engine/events.ts';
import type { Instance } from '../suite/format/instance.ts';
import { instancesOf } from '../suite/test-helpers/made.ts';
import type { Cell, CellStatus } from '../report/facts/clause-grid.ts';
import { cellsOf, coverageOf } from './coverage.ts';

const TAGS = '4.5.2/tags';
const OK = '4.5.3/ok';

/** Two cases on one endpoint, each with these clauses. */
const [one, other] = instancesOf(
  { id: 'a/one', clauses: [TAGS, OK] },
  { id: 'a/other', clauses: [TAGS] },
) as [Instance, Instance];

function cell(
  events: readonly CaseFinished[],
  clause: string,
  endpoint: EndpointId = 'gamePlayer.server',
): Cell {
  const cells = cellsOf(coverageOf([one, other], events));
  const at = cells.find((each) => each.clause === clause && each.endpoint === endpoint);
  if (at === undefined) throw new Error(`no cell ${clause} ${endpoint}`);
  return at;
}

describe('a cell', () => {
  test.each<readonly [status: CellStatus, events: readonly CaseFinished[]]>([
    ['verified', [finished(one), finished(other)]],
    ['verified', [finished(one), finished(other, { verdict: 'skip', reason: 'needs more' })]],
    [
      'not verified',
      [finished(one, { verdict: 'skip', reason: 'needs more' }), finished(other, { verdict: 'skip' })],
    ],
    ['failed', [finished(one), finished(other, { verdict: 'fail', findings: [found(TAGS)] })]],
    ['not verified', [finished(one, { verdict: 'error', reason: 'no reply' })]],
    ['not verified', []],
  ])('is %s by its worst result (%#)', (status, events) => {
    expect(cell(events, TAGS).status).toBe(status);
  });

  test('is warned of by a broken should and fails by a broken must', () => {
    const clause = '1/json/type';
    const warned = finished(one, { verdict: 'warn', findings: [found(clause)] });
    const failed = finished(one, { verdict: 'fail', findings: [found('1/json'), found(clause)] });
    expect(cell([warned], clause).status).toBe('warned');
    expect(cell([failed], '1/json')).toMatchObject({ status: 'failed', by: [{ caseId: one.id }] });
  });

  test('is warned of by a finding of many replies, even if a case that checks it passed', () => {
    const clause = '1/json/type';
    const [named] = instancesOf({ id: 'a/named', clauses: [clause] }) as [Instance];
    const both: readonly EndpointId[] = ['gamePlayer.server', 'group.admin'];
    const event = finished(named, { verdict: 'warn', findings: [found(clause)] });
    const throughout = { ...event, case: { ...event.case, id: 'throughout/content-type', endpoints: both } };
    const cells = cellsOf(coverageOf([named], [finished(named), throughout]));
    const statusOn = (endpoint: EndpointId) =>
      cells.find((each) => each.clause === clause && each.endpoint === endpoint)?.status;
    expect([...both, 'group.client' as const].map(statusOn)).toEqual(['warned', 'warned', 'no case']);
  });

  test('is not verified by a case that warns of another clause', () => {
    const warned = finished(one, { verdict: 'warn', findings: [found('1/json/type')] });
    expect(cell([warned], OK)).toMatchObject({
      status: 'not verified',
      by: [{ why: 'the case warns of another clause: 1/json/type' }],
    });
    expect(cell([warned, finished(other)], TAGS).status).toBe('verified');
  });

  test.each([
    [{ verdict: 'skip', reason: 'needs a second game' }, 'needs a second game'],
    [{ verdict: 'error', reason: 'none in 5 s' }, 'no reply to judge: none in 5 s'],
    [{ verdict: 'fail', findings: [found(TAGS)] }, `the case fails by another clause: ${TAGS}`],
    [
      { verdict: 'warn', findings: [found('dialect/tagKeys.effect')] },
      'the case warns of another clause: dialect/tagKeys.effect',
    ],
  ] as const)('that is not verified says why (%#)', (came, why) => {
    expect(cell([finished(one, came)], OK).by).toMatchObject([
      { status: 'not verified', caseId: one.id, why },
    ]);
  });

  test('is not verified if its case was not run, and uncovered without a case', () => {
    expect(cell([], OK).by).toMatchObject([
      { status: 'not verified', caseId: one.id, why: 'the case was not run' },
    ]);
    expect(cell([], OK, 'group.admin')).toMatchObject({ status: 'no case', by: [] });
  });
});

test('a case counts for every endpoint that it sends to', () => {
  const [instance] = instancesOf({
    clauses: [TAGS],
    for: { resource: 'group' },
    steps: [{ variant: 'client' }, { variant: 'admin' }],
  }) as [Instance];
  const verified = cellsOf(coverageOf([instance], [finished(instance)])).filter(
    ({ status }) => status === 'verified',
  );
  expect(verified.map(({ endpoint }) => endpoint)).toEqual(['group.client', 'group.admin']);
});

test('a case that the suite does not have counts for the endpoints that it names, or for its first', () => {
  const { endpoints: _, ...older } = finished(one).case;
  const verified = (identity: CaseIdentity): readonly string[] =>
    cellsOf(coverageOf([], [{ ...finished(one), case: identity }]))
      .filter(({ status }) => status === 'verified')
      .map(({ clause, endpoint }) => `${clause} ${endpoint}`);
  expect(verified(older)).toEqual([`${TAGS} gamePlayer.server`, `${OK} gamePlayer.server`]);
  expect(verified({ ...older, clauses: [OK], endpoints: ['gamePlayer.server', 'group.client'] })).toEqual([
    `${OK} gamePlayer.server`,
    `${OK} group.client`,
  ]);
});

test('every clause of the register has a row, and every unobservable one a reason', () => {
  const { clauses, unobservable } = coverageOf([], []);
  expect([...clauses.map(({ clause }) => clause), ...unobservable.map(({ id }) => id)].toSorted()).toEqual(
    CLAUSES.map(({ id }) => id).toSorted(),
  );
  for (const { clause, cells } of clauses)
    expect(clauseOf(clause)).toMatchObject({ on: cells.map(({ endpoint }) => endpoint) });
});
