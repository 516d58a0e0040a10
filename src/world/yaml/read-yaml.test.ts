import { describe, expect, it } from 'vitest';
import { examples } from '../../../test/test-helpers/examples.ts';
import { z } from 'zod';
import { showFileFault } from './fault.ts';
import type { Located } from './located.ts';
import { readYaml } from './read-yaml.ts';

const step = z
  .union([
    z.strictObject({ send: z.string(), times: z.int().min(1).optional() }),
    z.strictObject({ wait: z.number().describe('How many seconds.') }),
  ])
  .describe('A step.');
const schema = z.strictObject({
  title: z.string().min(1).optional(),
  level: z.enum(['must', 'should']).optional(),
  on: z.boolean().optional(),
  ids: z.array(z.string()).min(1).max(3).optional(),
  tags: z
    .union([z.literal('unknown'), z.array(z.strictObject({ key: z.string(), value: z.string() }))])
    .describe('The tags: a list of { key, value }, or unknown.')
    .optional(),
  shape: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('text') }),
      z.strictObject({ type: z.literal('count'), min: z.int() }),
    ])
    .optional(),
  steps: z.array(step).optional(),
  code: z
    .string()
    .regex(/^[a-z]+$/, 'must be lower-case letters')
    .optional(),
  ratio: z.number().positive().optional(),
  any: z.record(z.string(), z.unknown()).optional(),
  maybe: z.string().nullable().optional(),
});

function shown(text: string, hasSecrets = false): string {
  const result = readYaml({ file: 'f.yaml', text }, schema, { env: {}, hasSecrets });
  return result.ok ? 'read' : result.faults.map(showFileFault).join('\n\n');
}

/** A text for each fault of a value, with the message, the width of the marked part, and the hint. */
const BAD = examples(`
# nothing
  f.yaml:1:1: the file says nothing: it has only comments
  ^ see the files in fixtures/ and suites/
- a
  f.yaml:1:1: the file must be a mapping, not a list
  ^^^ a mapping with title, level, on, ids, tags, shape, steps, code, ratio, any, maybe
tags: { vip: gold }
  f.yaml:1:7: "tags" must be "unknown" or a list, not a mapping
  ^^^^^^^^^^^^^ The tags: a list of { key, value }, or unknown.
tags: [vip]
  f.yaml:1:8: item 1 of "tags" must be a mapping, not text
  ^^^ a mapping with key, value
steps: [{ a: 1, b: 2 }]
  f.yaml:1:9: item 1 of "steps" has none of the keys that are possible here
  ^^^^^^^^^^^^^^ A step.
type: text
  f.yaml:1:1: unknown key "type"
  ^^^^ it belongs below "shape"
title:x
  f.yaml:1:1: the file must be a mapping, not text
  ^^^^^^^ write "key: value", with a blank after the colon
url:http://x
  f.yaml:1:1: the file must be a mapping, not text
  ^^^^^^^^^^^^ write "key: value", with a blank after the colon
http://x
  f.yaml:1:1: the file must be a mapping, not text
  ^^^^^^^^ a mapping with title, level, on, ids, tags, shape, steps, code, ratio, any, maybe
titel: x
  f.yaml:1:1: unknown key "titel"
  ^^^^^ did you mean "title"?
constructor: x
  f.yaml:1:1: unknown key "constructor"
  ^^^^^^^^^^^ possible here: title, level, on, ids, tags, shape, steps, code, ratio, any, maybe
any: { __proto__: x }
  f.yaml:1:8: "__proto__" can not be a key
  ^^^^^^^^^ as a value it is fine; where a request needs it as a member, give the raw text of the body
title: 0123
  f.yaml:1:8: "title" must be text; unquoted, 0123 is the number 123
  ^^^^ quote it: "0123"
ids: [12e4567890]
  f.yaml:1:7: item 1 of "ids" must be text; unquoted, 12e4567890 is the number Infinity
  ^^^^^^^^^^ quote it: "12e4567890"
ids: [1234567890123456789012]
  f.yaml:1:7: item 1 of "ids" must be text; unquoted, 1234567890123456789012 is the number 1.2345678901234568e+21
  ^^^^^^^^^^^^^^^^^^^^^^ quote it: "1234567890123456789012"
title: 4.10
  f.yaml:1:8: "title" must be text; unquoted, 4.10 is the number 4.1
  ^^^^ quote it: "4.10"
title: true
  f.yaml:1:8: "title" must be text; unquoted, true is not text
  ^^^^ quote it: "true"
title: [a]
  f.yaml:1:8: "title" must be text, not a list
  ^^^
title:
  f.yaml:1:1: "title" has no value; it must be text
  ^^^^^ write it after the colon, or leave the key out where it is optional
title: ""
  f.yaml:1:8: "title" must not be empty
  ^^
level: Must
  f.yaml:1:8: "level" can't be "Must"
  ^^^^ did you mean "must"?
level: could
  f.yaml:1:8: "level" can't be "could"
  ^^^^^ did you mean "should"?
level: 1
  f.yaml:1:8: "level" must be "must" or "should", not the number 1
  ^
on: yes
  f.yaml:1:5: "on" must be true or false, not text
  ^^^ write true, without quotes
ratio: "5"
  f.yaml:1:8: "ratio" must be a number, not text
  ^^^ write it without quotes
ratio: 0
  f.yaml:1:8: "ratio" must be more than 0
  ^
ids: []
  f.yaml:1:6: "ids" must have at least 1 item
  ^^ add one, or leave the key out where it is optional
ids: [a, b, c, d]
  f.yaml:1:6: "ids" must have at most 3 items
  ^^^^^^^^^^^^
tags: unknwn
  f.yaml:1:7: "tags" can't be "unknwn"
  ^^^^^^ did you mean "unknown"?
tags: 5
  f.yaml:1:7: "tags" must be "unknown" or a list, not the number 5
  ^ The tags: a list of { key, value }, or unknown.
tags: [{ key: a, value: 5 }]
  f.yaml:1:25: "value" must be text; unquoted, 5 is a number
  ^ quote it: "5"
tags: [{ key: a }]
  f.yaml:1:8: the key "value" is missing in item 1 of "tags"
  ^^^^^^^^^^
steps: [{ send: x, time: 5 }]
  f.yaml:1:20: unknown key "time"
  ^^^^ did you mean "times"?
steps: [{ wait: "2" }]
  f.yaml:1:17: "wait" must be a number, not text
  ^^^ write it without quotes
steps: [{ send: x, times: 1.5 }]
  f.yaml:1:27: "times" must be a whole number, not the number 1.5
  ^^^
shape: { type: txt }
  f.yaml:1:16: "type" can't be "txt"
  ^^^ did you mean "text"?
shape: { min: 3 }
  f.yaml:1:8: the key "type" is missing in "shape"
  ^^^^^^^^^^ type: one of text, count
code: ABC
  f.yaml:1:7: "code" must be lower-case letters
  ^^^
`);

describe('a document that its schema rejects', () => {
  it.each(BAD)('reports %s with place and remedy', (text, expected) => {
    const [message, , caret = '', ...hint] = shown(text).split('\n');
    expect([message, [caret.replace(/^ *\| */, ''), ...hint.map((line) => line.trim())].join(' ')]).toEqual(
      expected,
    );
  });

  it('has all its faults reported at once, in the order of the file', () => {
    const text = 'on: maybe\nsteps:\n  - { send: 5 }\n  - { wait: x }\ntitel: a\n';
    expect(shown(text).match(/^f\.yaml.*/gm)).toEqual([
      'f.yaml:1:5: "on" must be true or false, not text',
      'f.yaml:3:13: "send" must be text; unquoted, 5 is a number',
      'f.yaml:4:13: "wait" must be a number, not text',
      'f.yaml:5:1: unknown key "titel"',
    ]);
  });

  it('that may hold secrets is shown with short words and words of its schema alone', () => {
    expect(shown('{ code: ABCDEF-GHIJ, titel: a, steps: [x] } # because', true).split('\n\n')).toEqual([
      'f.yaml:1:9: "code" must be lower-case letters\n' +
        ' 1 | { code: ***********, titel: a, steps: [x] } # *******\n' +
        '   |         ^^^^^^^^^^^',
      'f.yaml:1:22: unknown key "titel"\n' +
        ' 1 | { code: ***********, titel: a, steps: [x] } # *******\n' +
        '   |                      ^^^^^\n' +
        '   did you mean "title"?',
      'f.yaml:1:40: item 1 of "steps" must be a mapping, not text\n' +
        ' 1 | { code: ***********, titel: a, steps: [x] } # *******\n' +
        '   |                                        ^\n' +
        '   A step.',
    ]);
    expect(shown('code: 123456', true)).toContain('"code" must be text; unquoted, this value is a number');
  });

  it('reports an aliased fault where the value is written', () => {
    expect(shown('any: { a: &a [5] }\nids: *a').split('\n')[0]).toBe(
      'f.yaml:1:15: item 1 of "ids" must be text; unquoted, 5 is a number',
    );
  });
});

function read(text: string, env: Readonly<Record<string, string>> = {}): Located<z.infer<typeof schema>> {
  const result = readYaml({ file: 'f.yaml', text }, schema, { env });
  if (!result.ok) throw new Error(result.faults.map(showFileFault).join('\n'));
  return result;
}

describe('a document that its schema accepts', () => {
  it('has a typed value', () => {
    expect(read('title: a\nids: [x]').value).toEqual({ title: 'a', ids: ['x'] });
  });

  it('keeps values named __proto__ and keys that every object inherits', () => {
    const { value } = read('ids: [__proto__, constructor]\nany: { constructor: 1, toString: 2 }');
    expect(value.ids).toEqual(['__proto__', 'constructor']);
    expect(Object.entries(value.any ?? {})).toEqual([
      ['constructor', 1],
      ['toString', 2],
    ]);
  });

  it('knows the place of every key and value', () => {
    const text = 'title: a\nsteps:\n  - send: é x\n    times: 3\n';
    const at = (...path: readonly (string | number)[]): string => {
      const { line, column } = read(text).at(path);
      return `${line}:${column}`;
    };
    expect(at('title')).toBe('1:8');
    expect(at('steps', 0)).toBe('3:5');
    expect(at('steps', 0, 'times')).toBe('4:12');
    expect(read(text).at(['steps', 0, 'times'], 'key')).toEqual({ file: 'f.yaml', line: 4, column: 5 });
  });

  it('gives the place of the closest parent of a missing path', () => {
    expect(read('steps:\n  - send: x').at(['steps', 0, 'times', 3])).toMatchObject({ line: 2, column: 5 });
    expect(read('title: x').at(['steps', 0])).toMatchObject({ line: 1, column: 1 });
  });

  it('creates faults for further checks', () => {
    const fault = read('ids:\n  - one\n  - one').faultAt(['ids', 1], 'the same id again', 'remove one');
    expect(showFileFault(fault)).toBe(
      'f.yaml:3:5: the same id again\n 3 |   - one\n   |     ^^^\n   remove one',
    );
  });

  it('knows which strings came from which variables', () => {
    const document = read('title: "${env:A}"\nids: ["x ${env:B}", y]', { A: '1', B: '2' });
    expect(document.value).toEqual({ title: '1', ids: ['x 2', 'y'] });
    expect(document.envAt(['title'])).toEqual([{ name: 'A', value: '1', start: 0, whole: true }]);
    expect(document.envAt(['ids', 0])).toEqual([{ name: 'B', value: '2', start: 2, whole: false }]);
    expect(document.envAt(['ids', 1])).toEqual([]);
  });

  it('knows how a value is written', () => {
    const document = read('ratio: 1e2 # hundred\nids: [ "a",b ]');
    expect(document.sourceAt(['ratio'])).toBe('1e2');
    expect(document.sourceAt(['ids'])).toBe('[ "a",b ]');
    expect(document.sourceAt(['ids', 1])).toBe('b');
  });
});
