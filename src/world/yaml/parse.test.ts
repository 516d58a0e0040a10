import { describe, expect, it } from 'vitest';
import { examples } from '../../../test/test-helpers/examples.ts';
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

/** A text for each fault of YAML (⏎: a new line, →: a tab), with its place and message, the marked part, and what to do. */
const BAD = examples(`
world:⏎→games: []
  2:1: a tab in the indentation
   
  indent with blanks
a: 1⏎big: 2⏎big: 3
  3:1: duplicate key
  big
  a mapping has each key once; join the two
a:⏎  - b⏎ c: 1
  3:1: bad indentation
   
  keys of one mapping start at the same column
title: one: two
  1:8: a second ": " within one value
  o
  quote the value: "…", or begin a new line
a: { key: \${env:KEY} }
  1:12: "\${env:…}" without quotes, within brackets
  {
  quote it: "\${env:NAME}"
a: @home
  1:4: a value that begins with a character which YAML reserves
  @
  quote the value: "…"
a: "C:\\qux"
  1:7: not an escape that YAML knows
  \\
  write a backslash twice, or use single quotes
a: "b
  1:4: a quote that is never closed
  "
  close it where the text ends
a: 'b⏎c: d
  1:4: a quote that is never closed
  '
  close it where the text ends
a: "don't
  1:4: a quote that is never closed
  "
  close it where the text ends
a: 1⏎b: { c: 1⏎d: [2]
  2:4: a bracket that is never closed, or whose lines are not indented
  {
  close it, indent its lines, or quote a text that begins with it
a: 1⏎---⏎b: 2
  2:1: a second document begins here
  ---
  a file holds one document; remove the ---
a: !secret b
  1:4: a tag (!…), which has no meaning here
  !secret
  quote a value that begins with !
a: !!binary aGVsbG8=
  1:4: a tag (!…), which has no meaning here
  !!binary
  quote a value that begins with !
a: { <<: { b: 1 } }
  1:6: merge keys (<<) are not read
  <<
  write the members out, or use an alias for a whole value
a: { __proto__: 1 }
  1:6: "__proto__" can not be a key
  __proto__
  as a value it is fine; where a request needs it as a member, give the raw text of the body
{ a: 1 }: 2
  1:1: a key that is not text
  {
  keys are plain words
a: *rules
  1:4: no such anchor is defined before this
  *rules
  define it above, or quote a value that begins with *
a: &a⏎  - *a
  2:5: this alias is inside what it names
  *a
  an alias can only repeat something that is complete
a:⏎  - x⏎  - "Bearer \${env:TOKEN}"
  3:13: the environment variable TOKEN is not set
  \${env:TOKEN}
  export TOKEN=…
`);

describe('invalid YAML', () => {
  it.each(BAD)('%s is reported with its place', (text, expected) => {
    const source = text.replaceAll('⏎', '\n').replaceAll('→', '\t');
    const [head = '', line = '', caret = '', ...hint] = shown(source).split('\n');
    const marked = line.slice(caret.indexOf('^'), caret.length);
    expect([head.replace('f.yaml:', ''), marked.trim(), ...hint.map((each) => each.trim())]).toEqual(
      expected,
    );
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
