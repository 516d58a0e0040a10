import { expect, test } from 'vitest';
import { CONTRACT_HEADERS, HEADER_RULES, JSON_TYPE } from './headers.ts';

test('the headers are those of §4.2, in its order', () => {
  expect(CONTRACT_HEADERS.map((name) => [name, HEADER_RULES[name]])).toEqual([
    ['Auth-Token', { client: 'required', server: 'not sent', admin: 'not sent' }],
    ['Secret-Key', { client: 'required', server: 'required', admin: 'required' }],
    ['Game-Id', { client: 'optional', server: 'optional', admin: 'optional' }],
    ['Content-Type', { client: 'required', server: 'required', admin: 'required' }],
  ]);
  expect(Object.keys(HEADER_RULES)).toHaveLength(CONTRACT_HEADERS.length);
  expect(JSON_TYPE).toBe('application/json');
});
