/** Lines of a terminal: whatever the width, all of a text is there or ends with an ellipsis. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inColumns, wrapped } from './columns.ts';

test('rows in columns', () => {
  expect(
    inColumns([
      ['a', 'bb', 'c'],
      ['aaa', 'b', ''],
    ]),
  ).toEqual(['a    bb  c', 'aaa  b']);
});

test.each<readonly [line: string, columns: number, most: number, rows: readonly string[]]>([
  ['short', 10, 4, ['short']],
  ['one two three four', 9, 4, ['one two', '  three', '  four']],
  ['one two three four', 9, 2, ['one two', '  three…']],
  ['one two three four', 9, 1, ['one two…']],
  ['  word      a text that goes on', 24, 4, ['  word      a text that', '        goes on']],
  ['\u001b[31mone two three\u001b[39m', 8, 1, ['\u001b[31mone two…\u001b[39m']],
  ['\u{1f600}\u{1f600} x', 1, 4, ['\u{1f600}', '\u{1f600}', 'x']],
])('%j in %i columns and %i rows', (line, columns, most, rows) => {
  expect(wrapped(line, columns, most)).toEqual(rows);
});

const COLOUR = /\p{Cc}\[1m/gu;

test('any text in any room', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', 'bcd', '\u{1f600}', '\u001b[1m'), maxLength: 60 });
  const room = fc.integer({ min: 1, max: 30 });
  fc.assert(
    fc.property(text, room, room, (line, columns, most) => {
      const rows = wrapped(line, columns, most);
      expect(rows.length).toBeLessThanOrEqual(most);
      const got = rows.join('').replaceAll(' ', '');
      expect(line.replaceAll(' ', '').startsWith(got.split('…')[0] ?? '')).toBe(true);
      // Colours begin and end as in the line.
      expect(got.match(COLOUR)).toEqual(line.match(COLOUR));
    }),
  );
});
