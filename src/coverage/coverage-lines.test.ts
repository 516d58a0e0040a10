import { expect, test } from 'vitest';
import type { EndpointId } from '../contract/endpoints.ts';
import type { Cell, CaseEvidence, GridRow } from '../report/facts/clause-grid.ts';
import type { Coverage } from './coverage.ts';
import { coverageLines } from './coverage-lines.ts';

const evidence = (status: CaseEvidence['status'], caseId: string, why = ''): CaseEvidence => ({
  status,
  caseId,
  why,
  clause: '',
  endpoints: [],
});
const pass = evidence('verified', 'a/one@group.admin');
const skip = evidence('not verified', 'a/two@group.admin', 'needs a group\n(world.groups)');

/** The evidence of a cell is of one status. */
function row(clause: string, shown: Readonly<Partial<Record<EndpointId, readonly CaseEvidence[]>>>): GridRow {
  const on = Object.entries(shown) as readonly (readonly [EndpointId, readonly CaseEvidence[]])[];
  const cells = on.map(([endpoint, by]): Cell => ({
    clause,
    endpoint,
    status: by[0]?.status ?? 'no case',
    by,
  }));
  return { clause, level: 'must', cells };
}

const COVERAGE: Coverage = {
  clauses: [
    row('1/json', { 'gamePlayer.client': [pass], 'gamePlayer.server': [pass], 'group.admin': [pass] }),
    row('7.3/known', {
      'gamePlayer.client': [evidence('failed', 'a/three@gamePlayer.client')],
      'gamePlayer.server': [evidence('warned', 'a/three@gamePlayer.server')],
      'group.client': [],
      'group.admin': [skip],
    }),
    row('7.4.3/exists', { 'group.admin': [skip], 'group.server': [] }),
  ],
  unobservable: [
    { id: '6/events', level: 'unobservable', description: 'events are not shown', because: 'none is named' },
  ],
};

test('prints a table with a character for each endpoint, and below it what is not verified and why', () => {
  expect(coverageLines(COVERAGE).join('\n')).toBe(
    `                       game player  character player  group
clause          level  csa          csa               csa
1 What the service does
  1/json        must   ++.          ...               ..+
7 Errors
  7.3/known     must   x!.          ...               ?.-
  7.4.3/exists  must   ...          ...               .?-

x failed: a case failed by this clause
! warned: a case warned of this clause
+ verified: a case that checks it passed
- not verified: no case that checks it passed
? uncovered: no case checks it
. the clause does not concern the endpoint
c client, s server, a admin

failed
  7.3/known on gamePlayer.client: a/three@gamePlayer.client

warned
  7.3/known on gamePlayer.server: a/three@gamePlayer.server

not verified, and why
  2 cells: needs a group (world.groups) (7.3/known, 7.4.3/exists)

unobservable
  6/events: events are not shown (none is named)

uncovered
  7.3/known on group.client
  7.4.3/exists on group.server

3 clauses, 9 cells: 1 failed, 1 warned, 3 verified, 2 not verified, 2 uncovered; 1 clause can't be observed`,
  );
});
