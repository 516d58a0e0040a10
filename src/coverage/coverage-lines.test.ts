import { expect, test } from 'vitest';
import type { EndpointId } from '../contract/endpoints.ts';
import { cellOf, type Testimony } from './cell.ts';
import type { Coverage, CoveredClause } from './coverage.ts';
import { coverageLines } from './coverage-lines.ts';

const testimony = (status: Testimony['status'], caseId: string, why = ''): Testimony => ({
  status,
  caseId,
  why,
});
const pass = testimony('verified', 'a/one@group.admin');
const skip = testimony('skipped', 'a/two@group.admin', 'needs a group\n(world.groups)');

function row(id: string, said: Readonly<Partial<Record<EndpointId, readonly Testimony[]>>>): CoveredClause {
  const on = Object.keys(said) as readonly EndpointId[];
  return {
    clause: { id, level: 'must', says: `what ${id} says`, on },
    cells: on.map((endpoint) => cellOf(id, endpoint, said[endpoint] ?? [])),
  };
}

const COVERAGE: Coverage = {
  clauses: [
    row('1/json', { 'gamePlayer.client': [pass], 'gamePlayer.server': [pass], 'group.admin': [pass, skip] }),
    row('7.3/known', {
      'gamePlayer.client': [testimony('failed', 'a/three@gamePlayer.client'), pass],
      'gamePlayer.server': [testimony('warned', 'a/three@gamePlayer.server')],
      'group.client': [],
      'group.admin': [skip],
    }),
    row('7.4.3/exists', { 'group.admin': [skip], 'group.server': [] }),
  ],
  unobservable: [
    { id: '6/events', level: 'unobservable', says: 'events are not shown', because: 'none is named' },
  ],
};

test('the table has a character for each endpoint, and below it stands what is not verified and why', () => {
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
- skipped: no case that checks it could be verified
? uncovered: no case checks it
. the clause does not concern the endpoint
c client, s server, a admin

failed
  7.3/known on gamePlayer.client: a/three@gamePlayer.client

warned
  7.3/known on gamePlayer.server: a/three@gamePlayer.server

skipped, and what would verify them
  2 cells: needs a group (world.groups) (7.3/known, 7.4.3/exists)

unobservable
  6/events: events are not shown (none is named)

uncovered
  7.3/known on group.client
  7.4.3/exists on group.server

3 clauses, 9 cells: 1 failed, 1 warned, 3 verified, 2 skipped, 2 uncovered; 1 clause can't be observed`,
  );
});
