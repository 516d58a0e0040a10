/** Paths that no case of the suite sends, and a base path. Other spellings, methods and operations, by each option: the suite, and src/judge/judge-and-simulator.test.ts. */
import { describe, expect, it } from 'vitest';
import { METHOD } from '../../../src/spec/endpoints.ts';
import type { Dialect } from '../../../src/spec/dialect/dialect.ts';
import { completeDialect } from '../../../src/spec/dialect/dialect.ts';
import { backendOptions } from '../options-at.ts';
import { routerFor } from './route.ts';
import { answering } from '../../test-helpers/ask.ts';
import { PATH } from '../../test-helpers/head.ts';

/** What a router makes of a request, in a word. */
function routed(dialect: Dialect, method: string, target: string, basePath = ''): string | number {
  const route = routerFor(backendOptions(dialect), basePath)(method, target);
  if (route.kind === 'endpoint') return route.endpoint.id;
  const { answer } = route;
  if (answer.kind === 'http') return answer.status;
  return answer.kind === 'refused' ? answer.code : answer.kind;
}

const ID = 'gamePlayer.client';

describe('the path', () => {
  it.each([`http://here${PATH}`, `https://user@here:8080${PATH}`, `HTTP://[::1]:1${PATH}`])(
    'in absolute-form %s is the endpoint',
    (target) => {
      expect(routed(completeDialect(), METHOD, target)).toBe(ID);
    },
  );

  it.each([
    '/',
    '*',
    '',
    '/api',
    `${PATH}s`,
    '/%',
    '//',
    'http://here',
    'http://here?x',
    '/__proto__',
    '/constructor',
  ])('%j is an unknown operation', (path) => {
    expect(routed(completeDialect(), METHOD, path)).toBe('OperationInvalid');
    expect(routed(answering('path.spelling', 'the endpoint'), METHOD, path)).toBe('OperationInvalid');
    expect(routed(answering('operation.unknown', 'SecretInvalid'), METHOD, path)).toBe('SecretInvalid');
    expect(routed(answering('operation.unknown', 'another status'), METHOD, path)).toBe(404);
  });
});

describe('another method', () => {
  it('is also one in lower case', () => {
    expect(routed(completeDialect(), 'post', PATH)).toBe('OperationInvalid');
  });

  it('on an unknown path is another method first', () => {
    expect(routed(answering('method.other', 'HTTP 404 or 405'), 'GET', '/')).toBe(405);
    expect(routed(answering('method.other', 'answered'), 'GET', '/')).toBe('OperationInvalid');
  });
});

describe('a base path', () => {
  it.each(['/base', 'base', '/base/', 'base/'])('given as %s is needed before every path', (basePath) => {
    expect(routed(completeDialect(), METHOD, `/base${PATH}`, basePath)).toBe(ID);
    expect(routed(completeDialect(), METHOD, `http://here/base${PATH}`, basePath)).toBe(ID);
    expect(routed(completeDialect(), METHOD, PATH, basePath)).toBe('OperationInvalid');
  });

  it.each(['', '/', '//'])('given as %j is none', (basePath) => {
    expect(routed(completeDialect(), METHOD, PATH, basePath)).toBe(ID);
  });
});
