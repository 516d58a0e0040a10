import { expect, test } from 'vitest';
import { CLAUSES } from '../../spec/clause-register.ts';
import type { EndpointId } from '../../spec/endpoints.ts';
import type { CaseFinished } from '../record/events.ts';
import { finished, found } from '../../cli/probe/test-helpers/finished.ts';
import type { Instance } from '../../cases/format/instance.ts';
import { instancesOf } from '../../cases/test-helpers/made.ts';
import { type Cell, type CellStatus, clauseGrid, showCells } from './clause-grid.ts';

const TAGS = '4.5.2/tags';
const OK = '4.5.3/ok';

const [one, other] = instancesOf(
  { id: 'a/one', clauses: [TAGS, OK] },
  { id: 'a/other', clauses: [TAGS] },
) as [Instance, Instance];

function cell(
  events: readonly CaseFinished[],
  clause: string,
  endpoint: EndpointId = 'gamePlayer.server',
): Cell {
  const row = clauseGrid(events).find((each) => each.clause === clause);
  return (
    row?.cells.find((each) => each.endpoint === endpoint) ?? expect.fail(`no cell ${clause} ${endpoint}`)
  );
}

test.each<readonly [status: CellStatus, events: readonly CaseFinished[]]>([
  ['verified', [finished(one), finished(other)]],
  ['verified', [finished(one), finished(other, { verdict: 'skip', reason: 'needs more' })]],
  ['not verified', [finished(one, { verdict: 'skip' }), finished(other, { verdict: 'skip' })]],
  ['failed', [finished(one), finished(other, { verdict: 'fail', findings: [found(TAGS)] })]],
  [
    'warned',
    [finished(one), finished(other, { verdict: 'warn', findings: [{ ...found(TAGS), level: 'should' }] })],
  ],
  ['not verified', [finished(one, { verdict: 'error', reason: 'no reply' })]],
  ['no case', []],
])('a cell is %s by its worst result (%#)', (status, events) => {
  expect(cell(events, TAGS).status).toBe(status);
});

test('a case counts for every endpoint that it names', () => {
  const both: readonly EndpointId[] = ['gamePlayer.server', 'group.client'];
  const event = finished(one);
  const grid = clauseGrid([{ ...event, case: { ...event.case, endpoints: both } }]);
  const verified = grid.map(({ clause, cells }) =>
    cells.flatMap(({ status, endpoint }) => (status === 'verified' ? [`${clause} ${endpoint}`] : [])),
  );
  expect(verified.flat()).toEqual(
    [TAGS, OK].flatMap((clause) => both.map((endpoint) => `${clause} ${endpoint}`)),
  );
});

test('every clause that replies can show has a row; one that only a finding names comes last', () => {
  const grid = clauseGrid([finished(one, { verdict: 'fail', findings: [found('dialect/no.such')] })]);
  expect(grid.map(({ clause }) => clause)).toEqual([
    ...CLAUSES.flatMap(({ id, level }) => (level === 'unobservable' ? [] : [id])),
    'dialect/no.such',
  ]);
});

test('cells are counted by status, the worst first', () => {
  expect(showCells([cell([finished(one)], TAGS), cell([], TAGS), cell([finished(other)], TAGS)])).toBe(
    '2 verified, 1 no case',
  );
});
