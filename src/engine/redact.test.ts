/** The stored form of an exchange is bounded, whatever the target sends: a run keeps thousands of them. */
import { expect, test } from 'vitest';
import type { ReplyHeaders } from '../http/exchange.ts';
import type { Request } from '../http/request.ts';
import { redactExchange, type Redaction } from './redact.ts';

const REQUEST: Request = { endpoint: 'group.admin', method: 'POST', path: '/', headers: [], body: undefined };
const REDACTION: Redaction = {
  mask: (text) => text.replaceAll('k7Fq2LmZ9xT4', '<secret:admin>'),
  secretIn: () => undefined,
  curl: () => '',
  secret: (name) => name,
};

function shownHeaders(headers: ReplyHeaders): readonly (readonly [string, string])[] {
  const outcome = { kind: 'reply', status: 200, headers, body: new Uint8Array() } as const;
  return (
    redactExchange({ label: '', exchange: { request: REQUEST, outcome, ms: 1 } }, REDACTION).reply?.headers ??
    []
  );
}

test('shows the first fifty header lines and counts the rest', () => {
  const headers = Array.from({ length: 999 }, (_, at) => [`x-${at}`, 'a'] as const);
  const shown = shownHeaders(headers);
  expect(shown.slice(0, 50)).toEqual(headers.slice(0, 50));
  expect(shown.slice(50)).toEqual([['…', '949 more header lines']]);
});

test('shows a thousand characters of a long value, and masks a secret at the cut as a whole', () => {
  const [[, value] = ['', '']] = shownHeaders([
    ['x-long', `${'x'.repeat(990)}k7Fq2LmZ9xT4${'y'.repeat(200_000)}`],
  ]);
  expect(value).toBe(`${'x'.repeat(990)}<secret:ad… (200004 more characters)`);
});

test('shows a thousand characters of a long name', () => {
  const [[name] = ['']] = shownHeaders([['n'.repeat(1001), '']]);
  expect(name).toBe(`${'n'.repeat(1000)}… (1 more characters)`);
});
