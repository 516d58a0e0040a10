/** Readings of a request that the document leaves to the backend, each found by fuzzing: none breaks a clause. */
import { expect, test } from 'vitest';
import { endpointOf } from '../../spec/endpoints.ts';
import { CONTENT_TYPE, GAME_ID, JSON_TYPE } from '../../spec/headers.ts';
import { completeDialect } from '../../spec/dialect/dialect.ts';
import { nearMiss } from '../../http/alterations/near-miss-making.ts';
import { FOREIGN_NEAR_MISSES } from '../../http/alterations/near-misses.ts';
import type { Outcome } from '../../http/exchange.ts';
import { bodyOf, type HeaderLine, isSecretRef, type Request } from '../../http/request.ts';
import { alteredRequest } from '../test-helpers/altered-requests.ts';
import { backend, DEFAULT } from '../test-helpers/backend.ts';
import { ID, judged } from '../test-helpers/judged.ts';
import { reply } from '../test-helpers/replies.ts';

const ADMIN = endpointOf('gamePlayer.admin');
const PLAIN = alteredRequest('spaced', ADMIN, DEFAULT);

const answer = async (request: Request): Promise<Outcome> => (await backend().send(request)).outcome;

test('a repeated Content-Type may be read as one, even if another type is refused', async () => {
  const request = { ...PLAIN, headers: [...PLAIN.headers, [CONTENT_TYPE, JSON_TYPE] as const] };
  const dialect = completeDialect([{ question: 'contentType.other', at: '', option: 'refused' }]);
  expect(judged(request, await answer(request), dialect)).toEqual([]);
});

test('text that is too deep for any parser may be refused by a backend that is otherwise lenient', async () => {
  const request = alteredRequest('deep-id', ADMIN, DEFAULT);
  const dialect = completeDialect([{ question: 'text.lenient', at: '', option: 'one reading' }]);
  expect(judged(request, await answer(request), dialect)).toEqual([]);
});

test('a member name in another case may be read as the member, one with a blank may not', async () => {
  const tags = await answer(PLAIN);
  expect(judged(alteredRequest('name-in-other-case', ADMIN, DEFAULT), tags)).toEqual([]);
  expect(judged(alteredRequest('name-padded', ADMIN, DEFAULT), tags)).not.toEqual([]);
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
  expect(judged(request, reply({ returnCode: -10 }))).toEqual([]);
  expect(judged(request, await answer({ ...PLAIN, headers: own })).length === 0).toBe(mayKeep);
});

test.each([
  ['chunk-trailers', []],
  ['chunk-extensions', ['must 1/http-200/reply']],
] as const)('closing the connection on %s breaks %j', (wire, clauses) => {
  const closed: Outcome = { kind: 'no-reply', why: 'closed', detail: 'closed without a reply' };
  expect(judged({ ...PLAIN, wire }, closed)).toEqual(clauses);
});

const MEMBER = 'invalidRequestParameters';

test.each([
  ['TypeInvalid', 3, []],
  ['StringNull', 4, []],
  ['ServiceArrayNull', 13, []],
  ['StringMaxLength', 6, ['must 7.3/type-invalid']],
])('a null item of an extension array is refused as %s', (_, type, clauses) => {
  const body = bodyOf(JSON.stringify({ [ADMIN.idMember]: ID, order: [null] }));
  const refused = reply({ returnCode: -5, [MEMBER]: [{ code: 'order', invalidMemberType: type }] });
  expect(judged({ ...PLAIN, body }, refused)).toEqual(clauses);
});
