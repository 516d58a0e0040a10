import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds } from '../../test/test-helpers/property.ts';
import {
  codeNumber,
  ERROR_CODES,
  MEMBER_TYPES,
  NOT_FOUND_CODES,
  readCode,
  RETURN_CODES,
  showCode,
  writeCode,
  type CodeField,
  type CodeForm,
  type CodeName,
} from './codes.ts';

describe('the tables are those of the document', () => {
  test('§7.1 returnCode', () => {
    expect(Object.entries(RETURN_CODES)).toEqual([
      ['SecretInvalid', -10],
      ['MaxSizeRequestReject', -9],
      ['MaxRequestReject', -8],
      ['MaxCCUReject', -7],
      ['OperationNotAuthorized', -6],
      ['InvalidRequestParameters', -5],
      ['OperationInvalid', -4],
      ['InternalServerError', -3],
      ['OperationNotAllow', -2],
      ['OperationTimeout', -1],
      ['UnknownError', 0],
      ['Ok', 1],
    ]);
  });

  test('§7.2 errorCode', () => {
    expect(ERROR_CODES).toEqual({
      Ok: 1,
      GamePlayerNotFound: 17,
      CharacterPlayerNotFound: 7,
      GroupNotFound: 12,
    });
    expect(NOT_FOUND_CODES).toEqual({
      gamePlayer: 'GamePlayerNotFound',
      characterPlayer: 'CharacterPlayerNotFound',
      group: 'GroupNotFound',
    });
  });

  test('§7.3 invalidMemberType', () => {
    expect(Object.entries(MEMBER_TYPES)).toEqual([
      ['UnknownError', 1],
      ['DataRequired', 2],
      ['TypeInvalid', 3],
      ['StringNull', 4],
      ['StringMinLength', 5],
      ['StringMaxLength', 6],
      ['NumberMinValue', 7],
      ['NumberMaxValue', 8],
      ['NumberMustInt', 9],
      ['ServiceHashtableNull', 10],
      ['ServiceHashtableMinLength', 11],
      ['ServiceHashtableMaxLength', 12],
      ['ServiceArrayNull', 13],
      ['ServiceArrayMinLength', 14],
      ['ServiceArrayMaxLength', 15],
    ]);
  });
});

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
