/** What a whole suite can lack, each in a suite made for it. */
import { expect, test } from 'vitest';
import { CLAUSES } from '../../spec/clause-register.ts';
import { ENDPOINT_IDS } from '../../spec/endpoints.ts';
import { QUESTION_IDS } from '../../spec/dialect/questions.ts';
import { expand } from '../format/instance.ts';
import { casesOf, type Differs } from './made.ts';
import { coveredCells, registerGaps } from './register-gaps.ts';

const observable = CLAUSES.filter((clause) => clause.level !== 'unobservable');

/** A case for each clause on its endpoints, and for each question, so that only the other cases have problem. */
const CLAUSE_COVER: readonly Differs[] = observable.map(({ id, on }, index) => ({
  id: `made/cover-${index}`,
  clauses: [id],
  for: on,
}));
const QUESTION_COVER: readonly Differs[] = QUESTION_IDS.map((decides, index) => ({
  id: `made/decide-${index}`,
  decides,
}));
const COVER = [...CLAUSE_COVER, ...QUESTION_COVER];

test('a suite that covers all clauses and questions lacks nothing', () => {
  expect(registerGaps(casesOf(...COVER))).toEqual([]);
});

test('a clause without a case is named with the endpoints that lack one', () => {
  const problems = registerGaps(
    casesOf(
      { for: 'client', clauses: ['5.1/identifies', '4.1/path'] },
      { id: 'made/admin', for: 'group.admin', clauses: ['4.1/path'] },
    ),
  );
  expect(problems).toContain(
    'clause 4.1/path has no case on gamePlayer.server, gamePlayer.admin, characterPlayer.server, characterPlayer.admin, group.server: POST to the path of the endpoint runs the operation of that resource; add it to the `clauses` of a case there',
  );
  expect(problems).toContain(
    `clause 1/json has no case on ${ENDPOINT_IDS.join(', ')}: the reply body is one JSON value by RFC 8259: no NaN, no trailing text; add it to the \`clauses\` of a case there`,
  );
  expect(problems.filter((problem) => problem.startsWith('clause 5.1/identifies '))).toEqual([]);
});

test('a question that no case decides is named with what it asks', () => {
  const but = QUESTION_COVER.filter(({ decides }) => decides !== 'id.null');
  expect(registerGaps(casesOf(...CLAUSE_COVER, ...but))).toEqual([
    'question id.null is decided by no case: With which type is a null id refused? Add a case with `decides: id.null`, and `when` with its outcomes',
  ]);
});

test('the cells that are covered are those of every endpoint that a step sends to', () => {
  const cells = coveredCells(
    expand(
      casesOf(
        {
          clauses: ['1/one-target'],
          for: { resource: 'group' },
          steps: [{ variant: 'client' }, { variant: 'admin' }],
        },
        { id: 'made/too', clauses: ['1/one-target', '1/json'], for: 'characterPlayer' },
      ),
    ),
  );
  expect([...(cells.get('1/one-target') ?? [])]).toEqual([
    'group.client',
    'group.admin',
    'characterPlayer.client',
    'characterPlayer.server',
    'characterPlayer.admin',
  ]);
  expect(cells.get('1/json')?.size).toBe(3);
  expect(cells.has('1/envelope')).toBe(false);
});
