/** Readings of a request that the document leaves to the backend, each found by fuzzing: none breaks a clause. */
import { expect, test } from 'vitest';
import { endpointOf } from '../../contract/endpoints.ts';
import { CONTENT_TYPE, GAME_ID, JSON_TYPE } from '../../contract/headers.ts';
import { partialDialect, completeDialect, type Dialect } from '../../dialect/dialect.ts';
import { nearMiss } from '../../http/alterations/near-miss-making.ts';
import { FOREIGN_NEAR_MISSES } from '../../http/alterations/near-misses.ts';
import type { Outcome } from '../../http/exchange.ts';
import { isSecretRef, type HeaderLine } from '../../http/header-value.ts';
import { bodyOf, type Request } from '../../http/request.ts';
import { allowedForRequest } from './allowed-for-request.ts';
import { check } from '../compare/check.ts';
import { alteredRequest } from '../test-helpers/altered-requests.ts';
import { backend, DEFAULT } from '../test-helpers/backend.ts';

const ADMIN = endpointOf('gamePlayer.admin');
const PLAIN = alteredRequest('spaced', ADMIN, DEFAULT);

const clausesFor = (
  request: Request,
  outcome: Outcome,
  dialect: Dialect = partialDialect(),
): readonly string[] =>
  check(allowedForRequest(request, DEFAULT), { request, outcome, ms: 1 }, dialect).findings.map(
    ({ clause }) => clause,
  );
const answer = async (request: Request): Promise<Outcome> => (await backend().send(request)).outcome;
const reply = (body: object): Outcome => ({
  kind: 'reply',
  status: 200,
  headers: [[CONTENT_TYPE, JSON_TYPE]],
  body: bodyOf(JSON.stringify(body)),
});

test('a repeated Content-Type may be read as one, even if another type is refused', async () => {
  const request = { ...PLAIN, headers: [...PLAIN.headers, [CONTENT_TYPE, JSON_TYPE] as const] };
  const dialect = completeDialect([{ question: 'contentType.other', at: '', option: 'refused' }]);
  expect(clausesFor(request, await answer(request), dialect)).toEqual([]);
});

test('text that is too deep for any parser may be refused by a backend that is otherwise lenient', async () => {
  const request = alteredRequest('deep-id', ADMIN, DEFAULT);
  const dialect = completeDialect([{ question: 'text.lenient', at: '', option: 'one reading' }]);
  expect(clausesFor(request, await answer(request), dialect)).toEqual([]);
});

test('a member name in another case may be read as the member, one with a blank may not', async () => {
  const tags = await answer(PLAIN);
  expect(clausesFor(alteredRequest('name-in-other-case', ADMIN, DEFAULT), tags)).toEqual([]);
  expect(clausesFor(alteredRequest('name-padded', ADMIN, DEFAULT), tags)).not.toEqual([]);
});

test.each([
  ['Secret-Key', 'hard-blank-behind', true],
  ['Secret-Key', 'hard-blank-before', true],
  ['Secret-Key', 'accented', false],
  ['Game-Id', 'hard-blank-behind', true],
  ['Game-Id', 'hard-blank-before', true],
  ['Game-Id', 'soft-hyphen', false],
] as const)('%s altered by %s may be read as the original: %s', async (header, alter, mayKeep) => {
  const own: readonly HeaderLine[] = [...PLAIN.headers, [GAME_ID, 'meadow-run']];
  const headers = own.map(([name, value]): HeaderLine => {
    if (name !== header) return [name, value];
    return [name, isSecretRef(value) ? { ...value, alter } : nearMiss(FOREIGN_NEAR_MISSES[alter], value)];
  });
  const request = { ...PLAIN, headers };
  expect(clausesFor(request, reply({ returnCode: -10 }))).toEqual([]);
  expect(clausesFor(request, await answer({ ...PLAIN, headers: own })).length === 0).toBe(mayKeep);
});

test.each([
  ['chunk-trailers', []],
  ['chunk-extensions', ['1/http-200/reply']],
] as const)('closing the connection on %s breaks %j', (wire, clauses) => {
  const closed: Outcome = { kind: 'no-reply', why: 'closed', detail: 'closed without a reply' };
  expect(clausesFor({ ...PLAIN, wire }, closed)).toEqual(clauses);
});

const MEMBER = 'invalidRequestParameters';

test.each([
  ['TypeInvalid', 3, []],
  ['StringNull', 4, []],
  ['ServiceArrayNull', 13, []],
  ['StringMaxLength', 6, ['7.3/type-invalid']],
])('a null item of an extension array is refused as %s', (_, type, clauses) => {
  const id = DEFAULT.world.subjects.find(({ resource }) => resource === 'gamePlayer')?.id ?? '';
  const body = bodyOf(JSON.stringify({ [ADMIN.idMember]: id, order: [null] }));
  const refused = reply({ returnCode: -5, [MEMBER]: [{ code: 'order', invalidMemberType: type }] });
  expect(clausesFor({ ...PLAIN, body }, refused)).toEqual(clauses);
});
