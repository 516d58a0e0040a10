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

/** A text for each fault of YAML, with its whole message. */
const BAD: Readonly<Record<string, readonly [text: string, shown: readonly string[]]>> = {
  'a tab as indentation': [
    'world:\n\tgames: []',
    ['f.yaml:2:1: a tab in the indentation', ' 2 |  games: []', '   | ^', '   indent with blanks'],
  ],
  'a key that occurs twice': [
    'a: 1\nbig: 2\nbig: 3',
    ['f.yaml:3:1: duplicate key', ' 3 | big: 3', '   | ^^^', '   a mapping has each key once; join the two'],
  ],
  'bad indentation': [
    'a:\n  - b\n c: 1',
    [
      'f.yaml:3:1: bad indentation, or a bracket that is never closed',
      ' 3 |  c: 1',
      '   | ^',
      '   keys of one mapping start at the same column',
    ],
  ],
  'a colon within a value': [
    'title: one: two',
    [
      'f.yaml:1:8: a second ": " within one value',
      ' 1 | title: one: two',
      '   |        ^',
      '   quote the value: "…", or begin a new line',
    ],
  ],
  'a variable without quotes within brackets': [
    'a: { key: ${env:KEY} }',
    [
      'f.yaml:1:12: "${env:…}" without quotes, within brackets',
      ' 1 | a: { key: ${env:KEY} }',
      '   |            ^',
      '   quote it: "${env:NAME}"',
    ],
  ],
  'a reserved character': [
    'a: @home',
    [
      'f.yaml:1:4: a value that begins with a character which YAML reserves',
      ' 1 | a: @home',
      '   |    ^',
      '   quote the value: "…"',
    ],
  ],
  'a bad escape': [
    'a: "C:\\qux"',
    [
      'f.yaml:1:7: not an escape that YAML knows',
      ' 1 | a: "C:\\qux"',
      '   |       ^',
      '   write a backslash twice, or use single quotes',
    ],
  ],
  'a quote that is not closed': [
    'a: "b',
    ['f.yaml:1:6: missing closing "quote', ' 1 | a: "b', '   |      ^'],
  ],
  'a second document': [
    'a: 1\n---\nb: 2',
    [
      'f.yaml:2:1: a second document begins here',
      ' 2 | ---',
      '   | ^^^',
      '   a file holds one document; remove the ---',
    ],
  ],
  'a tag': [
    'a: !secret b',
    [
      'f.yaml:1:4: a tag (!…), which has no meaning here',
      ' 1 | a: !secret b',
      '   |    ^^^^^^^',
      '   quote a value that begins with !',
    ],
  ],
  'a tag that YAML knows': [
    'a: !!binary aGVsbG8=',
    [
      'f.yaml:1:4: a tag (!…), which has no meaning here',
      ' 1 | a: !!binary aGVsbG8=',
      '   |    ^^^^^^^^',
      '   quote a value that begins with !',
    ],
  ],
  'a merge key': [
    'a: { <<: { b: 1 } }',
    [
      'f.yaml:1:6: merge keys (<<) are not read',
      ' 1 | a: { <<: { b: 1 } }',
      '   |      ^^',
      '   write the members out, or use an alias for a whole value',
    ],
  ],
  'a key named __proto__': [
    'a: { __proto__: 1 }',
    [
      'f.yaml:1:6: "__proto__" can not be a key',
      ' 1 | a: { __proto__: 1 }',
      '   |      ^^^^^^^^^',
      '   as a value it is fine; where a request needs it as a member, give the raw text of the body',
    ],
  ],
  'a mapping as a key': [
    '{ a: 1 }: 2',
    ['f.yaml:1:1: a key that is not text', ' 1 | { a: 1 }: 2', '   | ^', '   keys are plain words'],
  ],
  'an alias of nothing': [
    'a: *rules',
    [
      'f.yaml:1:4: no anchor &rules is defined before *rules',
      ' 1 | a: *rules',
      '   |    ^^^^^^',
      '   define it above, or quote a value that begins with *',
    ],
  ],
  'an alias of what it is in': [
    'a: &a\n  - *a',
    [
      'f.yaml:2:5: *a is inside what it names',
      ' 2 |   - *a',
      '   |     ^^',
      '   an alias can only repeat something that is complete',
    ],
  ],
  'a bomb of aliases': [
    doublings(30),
    [
      'f.yaml:15:18: the aliases up to *a13 stand for more than 100000 values',
      ' 15 | a14: &a14 [*a13, *a13]',
      '    |                  ^^^^',
      '    write less, or split the file',
    ],
  ],
  'a variable that is not set': [
    'a:\n  - x\n  - "Bearer ${env:TOKEN}"',
    [
      'f.yaml:3:13: the environment variable TOKEN is not set',
      ' 3 |   - "Bearer ${env:TOKEN}"',
      '   |             ^^^^^^^^^^^^',
      '   export TOKEN=…',
    ],
  ],
};

describe('invalid YAML', () => {
  it.each(Object.entries(BAD))('%s is reported with its place', (_, [text, lines]) => {
    expect(shown(text)).toBe(lines.join('\n'));
  });

  it.each([
    ['beyond the limit of the parser', '['.repeat(20_000)],
    ['beyond the limit of the parser, in blocks', `${'- '.repeat(20_000)}x`],
    ['beyond our own limit', '['.repeat(150) + ']'.repeat(150)],
  ])('that is nested %s is refused', (_, text) => {
    expect(shown(text)).toContain('nested too deeply');
  });

  it('has all its faults reported, one for each line', () => {
    expect(shown('a: "\\q"\nb: 1\nb: 2\n').match(/^f\.yaml:\d+/gm)).toEqual(['f.yaml:1', 'f.yaml:3']);
  });
});

function valueOf(text: string, env?: Readonly<Record<string, string>>): unknown {
  const parsed = parseYaml({ file: 'f.yaml', text }, { env });
  return parsed.ok ? parsed.document.value : shown(text);
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

  it('may have keys that every object inherits', () => {
    const value = valueOf('constructor: 1\ntoString: 2\nhasOwnProperty: 3');
    expect(Object.entries(value as object)).toEqual([
      ['constructor', 1],
      ['toString', 2],
      ['hasOwnProperty', 3],
    ]);
  });

  it('may hold __proto__ as a value', () => {
    expect(valueOf('a: __proto__')).toEqual({ a: '__proto__' });
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

describe('a text that is read again', () => {
  it('gets the current values of its variables', () => {
    const text = 'key: "${env:KEY}"';
    expect(valueOf(text, { KEY: 'one' })).toEqual({ key: 'one' });
    expect(valueOf(text, { KEY: 'two' })).toEqual({ key: 'two' });
    expect(valueOf(text)).toEqual({ key: '${env:KEY}' });
  });

  it('gets the current file name in its places', () => {
    const placeIn = (file: string): unknown => {
      const parsed = parseYaml({ file, text: 'a: 1\nb: 2' });
      return parsed.ok && parsed.document.at(['b']).file;
    };
    expect([placeIn('one.yaml'), placeIn('two.yaml')]).toEqual(['one.yaml', 'two.yaml']);
  });

  it('is unaffected by other texts and by changes to its first value', () => {
    const asked = valueOf('a: [1]') as { a: number[] };
    asked.a.push(2);
    for (let turn = 0; turn < 20; turn += 1) expect(valueOf(`b: ${turn}`)).toEqual({ b: turn });
    expect(valueOf('a: [1]')).toEqual({ a: [1] });
    expect(valueOf('b: 19')).toEqual({ b: 19 });
  });
});
