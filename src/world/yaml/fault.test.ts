import { describe, expect, it } from 'vitest';
import { faultsError, inOrder, showFileFault, type FileFault } from './fault.ts';

const fault = (given: Partial<FileFault>): FileFault => ({
  file: 'world.yaml',
  line: 12,
  column: 7,
  width: 9,
  message: 'unknown key "secretKey"',
  hint: 'did you mean "secretKeys"?',
  sourceLine: '      secretKey: abc',
  ...given,
});

describe('a shown fault', () => {
  it('has its place, the source line with a caret and the hint', () => {
    expect(showFileFault(fault({}))).toBe(
      [
        'world.yaml:12:7: unknown key "secretKey"',
        ' 12 |       secretKey: abc',
        '    |       ^^^^^^^^^',
        '    did you mean "secretKeys"?',
      ].join('\n'),
    );
  });

  it('shows a window of a very long line', () => {
    const sourceLine = `${'a'.repeat(4000)}HERE${'b'.repeat(4000)}`;
    const [, source = '', caret = ''] = showFileFault(fault({ sourceLine, column: 4001, width: 4 })).split(
      '\n',
    );
    expect(source.length).toBeLessThan(140);
    expect(source.slice(caret.indexOf('^'), caret.lastIndexOf('^') + 1)).toBe('HERE');
  });

  it.each([
    ['an escape sequence', 'a: \u001b[31mred', ' 12 | a: ·[31mred'],
    ['a mark that changes the text direction', 'a: \u202eabc', ' 12 | a: ·abc'],
    ['a tab', '\ta: b', ' 12 |  a: b'],
  ])('does not send %s to the terminal', (_, sourceLine, shown) => {
    expect(showFileFault(fault({ sourceLine, column: 1, width: 1 })).split('\n')[1]).toBe(shown);
  });

  it('has at most as many carets as the line has characters', () => {
    expect(showFileFault(fault({ sourceLine: 'ab', column: 2, width: 50 })).split('\n')[2]).toBe('    |  ^');
  });
});

describe('the error of many faults', () => {
  it('is a file error', () => {
    expect(faultsError([fault({})])).toMatchObject({ name: 'TagproofError', code: 'file' });
  });

  it('shows the first twenty and counts the others', () => {
    const { message } = faultsError(Array.from({ length: 23 }, (_, line) => fault({ line: line + 1 })));
    expect(message.match(/unknown key/g)).toHaveLength(20);
    expect(message).toMatch(/\n\nand 3 more$/);
  });
});

it('faults are in the order of the file, each once', () => {
  const ordered = inOrder([
    fault({ line: 3 }),
    fault({ line: 1, column: 5 }),
    fault({ line: 1, column: 2 }),
    fault({ line: 3 }),
  ]);
  expect(ordered.map(({ line, column }) => [line, column])).toEqual([
    [1, 2],
    [1, 5],
    [3, 7],
  ]);
});
