import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds } from '../../test/test-helpers/property.ts';
import {
  codeNumber,
  ERROR_CODES,
  MEMBER_TYPES,
  readCode,
  RETURN_CODES,
  showCode,
  writeCode,
  type CodeField,
  type CodeForm,
  type CodeName,
} from './codes.ts';

const TABLES = { returnCode: RETURN_CODES, errorCode: ERROR_CODES, invalidMemberType: MEMBER_TYPES } as const;
const FIELDS = Object.keys(TABLES) as CodeField[];
const FORMS: readonly CodeForm[] = ['number', 'name', 'digits'];
test.each(FIELDS)('every %s is read back as it was written, in every form', (field) => {
  for (const name of Object.keys(TABLES[field]) as CodeName<typeof field>[]) {
    for (const form of FORMS)
      expect(readCode(field, writeCode(field, name, form))).toEqual({ kind: 'code', name, form });
  }
});

test.each([
  ['returnCode', '-10', { kind: 'code', name: 'SecretInvalid', form: 'number' }],
  ['returnCode', '1.0', { kind: 'code', name: 'Ok', form: 'number' }],
  ['returnCode', '1e0', { kind: 'code', name: 'Ok', form: 'number' }],
  ['returnCode', '-0', { kind: 'code', name: 'UnknownError', form: 'number' }],
  ['errorCode', '1.7e1', { kind: 'code', name: 'GamePlayerNotFound', form: 'number' }],
] as const)('%s from the JSON number %s is read by its value', (field, text, reading) => {
  expect(readCode(field, JSON.parse(text))).toEqual(reading);
});

/** Values that are close to a code of their field, and none. */
const NO_CODES: Readonly<Record<CodeField, readonly unknown[]>> = {
  returnCode: [
    true,
    false,
    null,
    undefined,
    [1],
    { code: 1 },
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1.5,
    2,
    -11,
    17,
    '',
    'ok',
    'OK',
    ' Ok',
    'secretInvalid',
    'SECRET_INVALID',
    'Secret Invalid',
    'GamePlayerNotFound',
    '+1',
    '01',
    '1.0',
    '1e0',
    '-0',
    '１',
    '2',
  ],
  errorCode: ['17 ', ' 17', '0x11', -10, 0, 'NotFound', 'SecretInvalid'],
  invalidMemberType: [0, 16, '16', 'Ok', 'constructor', '__proto__', 'toString'],
};

test.each(FIELDS)('what is close to a %s is not one', (field) => {
  for (const raw of NO_CODES[field]) expect([raw, readCode(field, raw)]).toEqual([raw, { kind: 'unknown' }]);
});

test('a value is read as a code only if that code is written as this value', () => {
  const raw = fc.oneof(
    fc.jsonValue(),
    fc.integer({ min: -99, max: 99 }),
    fc.integer({ min: -99, max: 99 }).map(String),
    fc.constantFrom(...FIELDS.flatMap((field) => Object.keys(TABLES[field]))),
  );
  const property = fc.property(fc.constantFrom(...FIELDS), raw, (field, value) => {
    const reading = readCode(field, value);
    // JSON does not distinguish 0 from -0, and neither do codes.
    if (reading.kind === 'code') expect(writeCode(field, reading.name, reading.form) === value).toBe(true);
  });
  holds(property, 500);
});

test('a code is shown with its name and number', () => {
  expect(showCode('returnCode', 'SecretInvalid')).toBe('SecretInvalid (-10)');
  expect(showCode('errorCode', 'GroupNotFound')).toBe('GroupNotFound (12)');
  expect(codeNumber('invalidMemberType', 'ServiceArrayNull')).toBe(13);
});
