/** Files that are given in place of others are named for what they are. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FILE_KINDS, type FileKind, otherKind } from './file-kinds.ts';

const sample = (name: string): string => readFileSync(`reports/sample/${name}`, 'utf8');

const FILES: readonly (readonly [FileKind, string])[] = [
  ['record', sample('events.ndjson')],
  ['suite', readFileSync('suites/1-service.yaml', 'utf8')],
  ['target', sample('target.yaml')],
  ['target', '{ "world": { "complete": true } }'],
  ['baseline', '# known\n- { clause: 7.3/known, kind: wrong-member, reason: x }\n'],
  ['baseline', '- clause: 7.3/known\n'],
  ['baseline', '[]\n'],
  ['recording', sample('exchanges.har')],
  ['report', sample('report.json')],
  ['openapi', readFileSync('openapi.yaml', 'utf8')],
  ['lines', '{"request":{}}\n{"request":{}}\n'],
  ['pem', '-----BEGIN CERTIFICATE-----\nMIIB\n'],
  ['page', sample('report.html')],
];

test.each(FILES)('a %s is known by its beginning', (kind, text) => {
  expect(otherKind(text, kind)).toBeUndefined();
  const wanted = kind === 'suite' ? 'target' : 'suite';
  expect(otherKind(text, wanted)?.message).toBe(
    `this is ${FILE_KINDS[kind].what}, not ${FILE_KINDS[wanted].what}`,
  );
});

test.each(['traget: x', '- a', 'hello'])('%j may be anything', (text) => {
  expect(otherKind(text, 'target')).toBeUndefined();
});
