import { expect, it } from 'vitest';
import { needsRaw } from './pool-transport.ts';
import type { ResolvedRequest } from '../resolved-request.ts';

const PLAIN: ResolvedRequest = {
  method: 'POST',
  path: '/api',
  headers: ['Content-Type', 'application/json', 'User-Agent', 'tagproof id/one-short@group.admin'],
  body: undefined,
  wire: undefined,
};

it.each<[string, Partial<ResolvedRequest>]>([
  ['with a wire alteration', { wire: 'chunked' }],
  ['with the method CONNECT', { method: 'CONNECT' }],
  ['with a method that is not a word', { method: 'PO ST' }],
  ['with no method', { method: '' }],
  ['with a blank in its path', { path: '/a b' }],
  ['with a path beyond latin1', { path: '/ключ' }],
  ['with a path without a slash', { path: '*' }],
  ['with a line break in a value', { headers: ['A', 'b\r\nC: d'] }],
  ['with a NUL in a value', { headers: ['A', '\0'] }],
  ['with a value beyond latin1', { headers: ['A', 'ключ'] }],
  ['with a blank in a name', { headers: ['A b', 'c'] }],
  ['with an empty name', { headers: ['', 'c'] }],
  ['with its own Content-Length', { headers: ['Content-Length', '1'] }],
  ['with a Transfer-Encoding', { headers: ['transfer-encoding', 'chunked'] }],
  ['with a Connection', { headers: ['Connection', 'close'] }],
  ['with an Expect', { headers: ['EXPECT', '100-continue'] }],
  ['with a name that an object would lose', { headers: ['__proto__', 'x'] }],
])('a request needs the raw transport: %s', (_, change) => {
  expect(needsRaw({ ...PLAIN, ...change })).toBe(true);
});

it.each<[string, Partial<ResolvedRequest>]>([
  ['unchanged', {}],
  ['with blanks around a value', { headers: ['A', ' \tx\t '] }],
  ['with an empty value', { headers: ['A', ''] }],
  ['with a value in latin1', { headers: ['A', 'caf\xe9'] }],
  ['with a header twice', { headers: ['A', 'b', 'B', 'c', 'a', 'd'] }],
  ['with a name in odd case', { headers: ['sEcReT-kEy', 'x'] }],
  ['with a Host', { headers: ['Host', 'x'] }],
  ['with another method', { method: 'brew' }],
  ['with a query', { path: '/a?b=c#d' }],
])('a request does not need the raw transport: %s', (_, change) => {
  expect(needsRaw({ ...PLAIN, ...change })).toBe(false);
});
