import { describe, expect, it } from 'vitest';
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
  const result = readYaml({ file: 'f.yaml', text }, schema, { kind: 'target', env: {}, hasSecrets });
  return result.ok ? 'read' : result.faults.map(showFileFault).join('\n\n');
}

/** A text for each fault of a value. */
const BAD = `
# nothing
- a
tags: { vip: gold }
tags: [vip]
steps: [{ a: 1, b: 2 }]
type: text
title:x
url:http://x
http://x
titel: x
constructor: x
any: { __proto__: x }
title: 0123
ids: [12e4567890]
ids: [1234567890123456789012]
title: 4.10
title: true
title: [a]
title:
title: ""
level: Must
level: could
level: 1
on: yes
ratio: "5"
ratio: 0
ids: []
ids: [a, b, c, d]
tags: unknwn
tags: 5
tags: [{ key: a, value: 5 }]
tags: [{ key: a }]
steps: [{ send: x, time: 5 }]
steps: [{ wait: "2" }]
steps: [{ send: x, times: 1.5 }]
shape: { type: txt }
shape: { min: 3 }
code: ABC
`;

describe('a document that its schema rejects', () => {
  it('is reported with place and remedy', async () => {
    const faults = BAD.trim()
      .split('\n')
      .map((text) => shown(text));
    expect(faults).not.toContain('read');
    await expect(`${faults.join('\n\n----\n\n')}\n`).toMatchFileSnapshot(
      '__snapshots__/faults-of-values.txt',
    );
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
  const result = readYaml({ file: 'f.yaml', text }, schema, { kind: 'target', env });
  if (!result.ok) throw new Error(result.faults.map(showFileFault).join('\n'));
  return result;
}

describe('a document that its schema accepts', () => {
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
    expect(document.textAt(['ratio'])).toBe('1e2');
    expect(document.textAt(['ids'])).toBe('[ "a",b ]');
    expect(document.textAt(['ids', 1])).toBe('b');
  });
});
