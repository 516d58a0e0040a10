import { expect, test } from 'vitest';
import { CLAUSES } from './clause-register.ts';
import { clauseOf, dialectClause, levelOf } from './clauses.ts';
import { ENDPOINT_IDS } from './endpoints.ts';

test('ids are permanent', () => {
  expect(`\n${CLAUSES.map(({ id, level }) => `${level.padEnd(12)} ${id}`).join('\n')}\n`)
    .toMatchInlineSnapshot(`
      "
      must         1/json
      should       1/json/bom
      should       1/json/type
      must         1/http-200/status
      should       1/http-200/optional
      should       1/http-200/chunked
      should       1/http-200/range
      must         1/http-200/reply
      should       1/http-200/first-try
      should       1/http-200/framing
      should       1/http-200/elsewhere
      must         1/envelope
      should       1/post
      must         1/json-body
      should       1/json-body/strict
      must         1/one-target
      must         1/read-only
      unobservable 1/both-codes
      unobservable 1/ok-meaning
      must         2.1/type
      must         2.1/length
      should       2.1/unique
      should       2.1/format
      must         2.2/key
      must         2.2/value
      should       2.2/key-identifies
      must         2.3/tags/type
      unobservable 2.3/tags/optional
      must         2.4/info/required
      should       2.4/info/object
      must         2.4/error-code/value
      should       2.4/error-code/present
      must         2.5/code/type
      must         2.5/code/names
      should       2.5/code/spelling
      should       2.5/type/present
      must         4.1/path
      should       4.1/path/spelling
      must         4.1/rule/required
      must         4.1/rule/sufficient
      must         4.1/base-url
      must         4.2/auth-token/required
      must         4.2/auth-token/not-sent
      should       4.2/auth-token/ignored
      must         4.2/secret-key/required
      must         4.2/secret-key/role
      must         4.2/game-id/optional
      must         4.2/game-id/required
      should       4.2/game-id/code
      must         4.2/game-id/targets
      must         4.2/game-id/unknown
      must         4.2/content-type/accepted
      should       4.2/content-type/charset
      should       4.2/content-type/status
      must         4.2/header-names
      should       4.2/header-names/spelling
      should       4.2/header-values
      should       4.2/header-values/encoded
      should       4.2/repeated
      must         4.3/id/required
      should       4.3/id/required/type
      must         4.3/user-id/client
      should       4.3/user-id/sender
      must         4.3/tag-keys/type
      should       4.3/tag-keys/empty
      must         4.3/tag-keys/subset
      should       4.3/tag-keys/all-or-filter
      must         4.3/tag-keys/many
      should       4.3/tag-keys/known
      should       4.3/extra
      must         4.4/return-code/known
      must         4.4/debug-message/type
      unobservable 4.4/debug-message/developer
      must         4.4/invalid/type
      must         4.4/invalid/only
      must         4.4/parameters/type
      must         4.4/parameters/only
      should       4.4/parameters/defaults
      must         4.4/name
      must         4.5.2/tags
      must         4.5.3/ok
      must         5.1/issued
      should       5.1/code
      should       5.1/dashboard
      must         5.1/identifies
      should       5.1/expired
      should       5.1/other-game
      must         5.3/missing
      must         5.3/wrong
      should       5.3/exact
      must         5.3/route
      must         5.3/game
      should       5.3/game/unknown
      must         5.4/not-allow
      should       5.4/other-self-enable
      should       5.5/permitted
      must         5.5/target
      unobservable 5.5/code
      must         7.1/condition
      must         7.1/secret-invalid
      must         7.1/max-size-request-reject
      should       7.1/max-size-request-reject/enforced
      must         7.1/max-request-reject
      should       7.1/max-request-reject/enforced
      must         7.1/max-ccu-reject
      should       7.1/max-ccu-reject/enforced
      must         7.1/invalid-request-parameters
      must         7.1/operation-invalid
      should       7.1/operation-invalid/status
      must         7.1/internal-server-error
      must         7.1/operation-timeout
      must         7.1/unknown-error
      should       7.1/form
      must         7.2/own
      must         7.3/known
      must         7.3/data-required
      must         7.3/type-invalid
      must         7.3/string-null
      should       7.3/string-null/preferred
      must         7.3/string-min-length
      must         7.3/string-max-length
      must         7.3/number-min-value
      must         7.3/number-max-value
      must         7.3/number-must-int
      must         7.3/service-hashtable-null
      must         7.3/service-hashtable-min-length
      must         7.3/service-hashtable-max-length
      must         7.3/service-array-null
      must         7.3/service-array-min-length
      must         7.3/service-array-max-length
      must         7.4.1/list
      should       7.4.1/list/type
      must         7.4.1/parameters
      must         7.4.2/not-found
      must         7.4.3/exists
      unobservable 3/states
      unobservable 6/events
      unobservable 8/counts
      unobservable 9/versioning
      should       principle/no-leak
      should       principle/uncompressed
      must         principle/no-redirect
      "
    `);
});

test('every id is a section of the document and a short name', () => {
  const odd = CLAUSES.filter(
    ({ id }) => !/^(?:[1-9](?:\.[1-9]){0,2}|principle)(?:\/[a-z0-9-]*[a-z][a-z0-9-]*)+$/.test(id),
  );
  expect(odd).toEqual([]);
});

test('every clause has a description of one line', () => {
  expect(CLAUSES.filter(({ description }) => !/^\S[^\n]{15,159}[^\s.]$/.test(description))).toEqual([]);
});

test('every clause applies to some endpoint, or says why it cannot be observed', () => {
  const fine = (clause: (typeof CLAUSES)[number]): boolean =>
    clause.level === 'unobservable'
      ? /^\S[^\n]+[^\s.]$/.test(clause.because)
      : clause.on.length > 0 && clause.on.every((id) => ENDPOINT_IDS.includes(id));
  expect(CLAUSES.filter((clause) => !fine(clause))).toEqual([]);
});

test('the level of a clause is read from the clause; an unobservable one has none', () => {
  for (const { id, level } of CLAUSES) {
    if (level === 'unobservable') expect(() => levelOf(id)).toThrow(TypeError);
    else expect(levelOf(id)).toBe(level);
  }
});

test.each(['', '1', '1/jason', '1/json ', 'constructor', '__proto__', 'dialect'])(
  '%j is not a clause',
  (id) => {
    expect(clauseOf(id)).toBeUndefined();
    expect(() => levelOf(id)).toThrow(TypeError);
  },
);

test("contradicting a backend's own answer is only a should", () => {
  expect(dialectClause('tagKeys.effect')).toBe('dialect/tagKeys.effect');
  expect(levelOf(dialectClause('tagKeys.effect'))).toBe('should');
});
