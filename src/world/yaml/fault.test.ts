import { describe, expect, it } from 'vitest';
import { faultsError, inOrder, placeOf, showFileFault, type FileFault } from './fault.ts';
import { Located } from './located.ts';

/** A fault of the text between two bars. */
function faultIn(marked: string, message = 'unknown key "secretKey"'): FileFault {
  const [before = '', part = '', after = ''] = marked.split('|');
  const document = new Located(null, { file: 'world.yaml', text: before + part + after });
  const span = { start: before.length, end: before.length + part.length };
  return document.faultOn(span, message, 'did you mean "secretKeys"?');
}

describe('a shown fault', () => {
  it('has its place, the source line with a caret and the hint', () => {
    expect(showFileFault(faultIn(`${'\n'.repeat(11)}      |secretKey|: abc`))).toBe(
      [
        'world.yaml:12:7: unknown key "secretKey"',
        ' 12 |       secretKey: abc',
        '    |       ^^^^^^^^^',
        '    did you mean "secretKeys"?',
      ].join('\n'),
    );
  });

  it('shows a window of a very long line', () => {
    const [, source = '', caret = ''] = showFileFault(
      faultIn(`${'a'.repeat(4000)}|HERE|${'b'.repeat(4000)}`),
    ).split('\n');
    expect(source.length).toBeLessThan(140);
    expect(source.slice(caret.indexOf('^'), caret.lastIndexOf('^') + 1)).toBe('HERE');
  });

  it.each([
    ['an escape sequence', '|a|: \u001b[31mred', ' 1 | a: ·[31mred'],
    ['a mark that changes the text direction', '|a|: \u202eabc', ' 1 | a: ·abc'],
    ['a tab', '|\t|a: b', ' 1 |  a: b'],
  ])('does not send %s to the terminal', (_, text, shown) => {
    expect(showFileFault(faultIn(text)).split('\n')[1]).toBe(shown);
  });

  it('has at most as many carets as the line has characters', () => {
    expect(showFileFault(faultIn('a|b\nmuch\nmore|')).split('\n')[2]).toBe('   |  ^');
  });
});

it('the error of many faults shows the first twenty and counts the others', () => {
  const error = faultsError(Array.from({ length: 23 }, (_, line) => faultIn(`${'\n'.repeat(line)}|a|`)));
  expect(error).toMatchObject({ name: 'TagproofError', code: 'file' });
  expect(error.message.match(/unknown key/g)).toHaveLength(20);
  expect(error.message).toMatch(/\n\nand 3 more$/);
});

it('faults are in the order of the file, each once', () => {
  const places = ['b a\n\n|a|', 'b |a|\n\na', '|b| a\n\na', 'b a\n\n|a|'];
  const ordered = inOrder(places.map((text) => faultIn(text)));
  expect(ordered.map((fault) => placeOf(fault)).map(({ line, column }) => [line, column])).toEqual([
    [1, 1],
    [1, 3],
    [3, 1],
  ]);
});
