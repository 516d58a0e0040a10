/** A first reply that is no HTTP is a should if the request was owed HTTP in return. */
import { describe, expect, test } from 'vitest';
import type { Request } from '../../http/request.ts';
import type { WireAlteration } from '../../http/alterations/wire-alterations.ts';
import { runWideWordOf } from '../../report/record/run-wide-findings.ts';
import { allowed, absent, at } from '../test-helpers/replies.ts';
import type { Strictness } from '../expect/allowed.ts';
import { partialDialect } from '../../spec/dialect/dialect.ts';
import { checkExchange } from './check.ts';

const DETAIL = 'the reply does not begin with HTTP/';

interface Asked {
  readonly strictness?: Strictness;
  readonly method?: string;
  readonly wire?: WireAlteration;
}

function lines({ strictness = 'endpoint', method = 'POST', wire }: Asked): readonly string[] {
  const request: Request = {
    endpoint: 'group.server',
    method,
    path: '/',
    headers: [],
    body: undefined,
    ...(wire && { wire }),
  };
  const outcome = { kind: 'reply', status: 200, headers: [], body: new Uint8Array() } as const;
  const exchange = { request, outcome, ms: 1, unreadableAtFirst: DETAIL };
  const { findings } = checkExchange(at(strictness, allowed(absent)), exchange, partialDialect([]));
  return findings
    .filter(({ kind }) => kind === 'bad-framing')
    .map((each) => `${each.level} ${each.clause} ${runWideWordOf(each)}: ${each.at}${each.actual}`);
}

describe('a first reply that is no HTTP', () => {
  test('is a finding of the run, with its detail', () => {
    expect(lines({})).toEqual([`should 1/http-200/framing framing: ${DETAIL}`]);
  });

  test.each<readonly [what: string, asked: Asked, findings: number]>([
    ['another path', { strictness: 'outside the API' }, 1],
    ['a HEAD', { strictness: 'only liveness', method: 'HEAD' }, 1],
    ['an OPTIONS', { strictness: 'only liveness', method: 'OPTIONS' }, 0],
    ['malformed HTTP', { strictness: 'only liveness', wire: 'garbage-head' }, 0],
    ['a malformed HEAD', { strictness: 'only liveness', method: 'HEAD', wire: 'no-host' }, 0],
  ])('counts in answer to %s', (_, asked, findings) => {
    expect(lines(asked)).toHaveLength(findings);
  });
});
