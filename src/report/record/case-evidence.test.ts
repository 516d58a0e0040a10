import { expect, test } from 'vitest';
import { CLAUSES } from '../../spec/clause-register.ts';
import { clauseGrid } from '../facts/clause-grid.ts';
import { finished, found } from '../../cli/probe/test-helpers/finished.ts';
import type { CaseFinished } from './events.ts';
import type { Instance } from '../../cases/format/instance.ts';
import { instancesOf } from '../../cases/test-helpers/made.ts';
import { caseIdentity } from '../../run/suite/verdict/case-event.ts';
import { countMustCells } from './case-evidence.ts';

const TAGS = '4.5.2/tags';
const OK = '4.5.3/ok';
const SHOULD = '1/json/type';
const ALL = CLAUSES.flatMap((clause) => (clause.level === 'must' ? clause.on : [])).length;

const [one, other, third] = instancesOf(
  { id: 'a/one', clauses: [TAGS, OK, SHOULD] },
  { id: 'a/other', clauses: [TAGS] },
  {
    id: 'a/third',
    clauses: [OK],
    for: { resource: 'group' },
    steps: [{ variant: 'client' }, { variant: 'admin' }],
  },
);
if (one === undefined || other === undefined || third === undefined) throw new Error('three instances');

test('counts every must cell of the register for a whole suite, and those of its cases for a selection', () => {
  const cases = [finished(one)];
  expect(countMustCells(cases, undefined)).toEqual({
    whole: true,
    mustCells: ALL,
    verified: 2,
    failed: 0,
    notVerified: ALL - 2,
  });
  expect(countMustCells(cases, [one, third].map(caseIdentity))).toEqual({
    whole: false,
    mustCells: 4,
    verified: 2,
    failed: 0,
    notVerified: 2,
  });
});

test('counts a case for every endpoint that it sends to, or for the first one in an older record', () => {
  const event = finished(third);
  const { endpoints: _, ...older } = event.case;
  expect(countMustCells([event], undefined).verified).toBe(2);
  expect(countMustCells([{ ...event, case: older }], undefined).verified).toBe(1);
});

test('a broken cell counts as failed whatever else passed, even if no selected case names it', () => {
  const failed = finished(one, { verdict: 'fail', findings: [found('1/json')] });
  expect(countMustCells([failed, finished(other)], [one, other].map(caseIdentity))).toMatchObject({
    mustCells: 3,
    verified: 1,
    failed: 1,
    notVerified: 1,
  });
});

test('a cell whose cases were all skipped for what no world must have does not count, unless another case checks it', () => {
  const skipped = (instance: Instance, ...undeclared: readonly string[]): CaseFinished => ({
    ...finished(instance, { verdict: 'skip' }),
    ...(undeclared.length > 0 && { undeclared }),
  });
  const cases = [skipped(one, 'a second game'), skipped(other), skipped(third, 'a dashboard token')];
  const counted = { verified: 0, failed: 0 };
  expect(countMustCells(cases, undefined)).toMatchObject({
    ...counted,
    mustCells: ALL - 3,
    uncounted: { cells: 3, needs: ['a second game', 'a dashboard token'] },
  });
  expect(countMustCells(cases, [one, other, third].map(caseIdentity))).toMatchObject({
    ...counted,
    mustCells: 1,
    notVerified: 1,
  });
});

test('the figures agree with the grid', () => {
  const cases = [
    finished(one, { verdict: 'warn', findings: [found(SHOULD)] }),
    finished(other, { verdict: 'fail', findings: [found(TAGS)] }),
    finished(third),
  ];
  const musts = clauseGrid(cases).filter(({ level }) => level === 'must');
  const having = (status: string): number =>
    musts.flatMap(({ cells }) => cells).filter((cell) => cell.status === status).length;
  expect(countMustCells(cases, undefined)).toMatchObject({
    verified: having('verified'),
    failed: having('failed'),
    notVerified: having('not verified') + having('no case'),
  });
});
