import { describe, expect, it } from 'vitest';
import { showFileFault } from './fault.ts';
import { parseYaml } from './parse.ts';

function shown(text: string): string {
  const parsed = parseYaml({ file: 'f.yaml', text }, { env: {} });
  return parsed.ok ? 'parsed' : parsed.faults.map(showFileFault).join('\n\n');
}

const doublings = (count: number): string =>
  [
    'a0: &a0 [x, x]',
    ...Array.from({ length: count }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`),
  ].join('\n');

/** A text for each fault of YAML; ⏎: a new line, →: a tab. */
const BAD = `
world:⏎→games: []
world:⏎→games:⏎    - a⏎  keys:⏎    - b⏎  tokens: []
a:⏎  - { key: \${env:KEY}, b: 1 }⏎  - [\${TOKEN}, 2]⏎b: "\\q"
a: 1⏎big: 2⏎big: 3
a:⏎  - b⏎ c: 1
a:⏎  - id: b⏎    - id: c
title: one: two
a: { key: \${env:KEY} }
a: @home
a: "C:\\qux"
a: "b
a: 'b⏎c: d
a: "don't
a: 1⏎b: { c: 1⏎d: [2]
a: 1⏎---⏎b: 2
a: !secret b
a: !!binary aGVsbG8=
a: { <<: { b: 1 } }
a: { __proto__: 1 }
{ a: 1 }: 2
a: *rules
a: &a⏎  - *a
a:⏎  - x⏎  - "Bearer \${env:TOKEN}"
`;

describe('invalid YAML', () => {
  it('is reported with its place and remedy', async () => {
    const texts = BAD.trim().split('\n');
    const faults = texts.map((text) => shown(text.replaceAll('⏎', '\n').replaceAll('→', '\t')));
    expect(faults).not.toContain('parsed');
    await expect(`${faults.join('\n\n----\n\n')}\n`).toMatchFileSnapshot('__snapshots__/faults-of-yaml.txt');
  });

  it.each([
    ['a:⏎  - b: 1⏎   c: 2⏎    d: 3', 'f.yaml:3:4 3 4'],
    ['a:⏎   b:⏎    - 1⏎  c:⏎    - 2⏎  d: []', 'f.yaml:2:4 3 2'],
    ['a: http://b⏎ c:⏎  d: e', 'f.yaml:2:2 1 0'],
    [' a: 1⏎b:⏎  - 2', 'f.yaml:1:2 1 0'],
    ['a:⏎  - b: 1⏎    c: 2⏎   - b: 3⏎     c: 4', 'f.yaml:4:4 3 2'],
    ['a:⏎  b: 1⏎ c: 2⏎  d: 3⏎e: "\\q"', 'f.yaml:3:2 1 2, f.yaml:5:5'],
    ['a:⏎  b: 1⏎ c: 2⏎  d: 3⏎   e: 4', 'f.yaml:3:2 1 2, f.yaml:5:4 3 2'],
  ])('in which a line begins in a wrong column names this line and no other: %s', (text, wanted) => {
    const places = shown(text.replaceAll('⏎', '\n')).matchAll(
      /^(f\.yaml:\d+:\d+): (?:bad indentation: (\d+) spaces?, where (\d+) fit)?/gm,
    );
    expect([...places].map((place) => place.slice(1).join(' ').trim()).join(', ')).toBe(wanted);
  });

  it('that is a bomb of aliases is refused', () => {
    expect(shown(doublings(30))).toContain('its aliases stand for too much');
  });

  it.each([
    ['beyond the limit of the parser', '['.repeat(20_000)],
    ['beyond the limit of the parser, in blocks', `${'- '.repeat(20_000)}x`],
    [
      'beyond the limit of the parser, by indentation',
      Array.from({ length: 3000 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'),
    ],
    ['beyond our own limit', '['.repeat(150) + ']'.repeat(150)],
  ])('that is nested %s is refused', (_, text) => {
    expect(shown(text)).toContain('nested too deeply');
  });

  it('has all its faults reported, one for each line', () => {
    expect(shown('a: "\\q"\nb: 1\nc: @d\n').match(/^f\.yaml:\d+/gm)).toEqual(['f.yaml:1', 'f.yaml:3']);
  });
});

function valueOf(text: string, env?: Readonly<Record<string, string>>): unknown {
  const parsed = parseYaml({ file: 'f.yaml', text }, { env });
  return parsed.ok ? parsed.value : shown(text);
}

describe('valid YAML', () => {
  it.each([
    ['a: &x [1, 2]\nb: *x', { a: [1, 2], b: [1, 2] }],
    ['%YAML 1.1\n---\na: yes\n', { a: 'yes' }],
    ['a: 2024-01-01', { a: '2024-01-01' }],
    ['a: &x 1\nb: &x 2\nc: *x', { a: 1, b: 2, c: 2 }],
    ['1: a\ntrue: b', { 1: 'a', true: 'b' }],
    ['a: |\n  one\n  two\n', { a: 'one\ntwo\n' }],
    ['a:\r\n  b: c\r\n', { a: { b: 'c' } }],
    ['a:', { a: null }],
  ])('%j is read', (text, value) => {
    expect(valueOf(text)).toEqual(value);
  });

  it('has its variables filled in, even in unquoted text and in blocks', () => {
    expect(valueOf('a: ${env:X}\nb: |-\n  <${env:X}>\nc: ["${env:X}"]', { X: 'y' })).toEqual({
      a: 'y',
      b: '<y>',
      c: ['y'],
    });
  });

  it('keeps ${env:…} as text without an environment', () => {
    expect(valueOf('a: "${env:X}"')).toEqual({ a: '${env:X}' });
  });
});
