/** Lists of bytes written as numbers, `[107, 55, 70]`, `0x6b 0x37` or `0o153`, read as text, and the way back to where each stood. */
import type { View } from './unescaped.ts';

const NUMBER = String.raw`(?:0x[0-9a-f]{1,2}|0o[0-7]{1,3}|-?\d{1,3})`;
const BETWEEN = String.raw`[\s,;|.:/_+"'()[\]]{1,20}`;
/** Fewer bytes hold no secret that is masked within a text; a repetition without end would exhaust the stack. */
const LIST = new RegExp(String.raw`(?<![\w-])${NUMBER}(?:${BETWEEN}${NUMBER}){7,4000}`, 'gi');
const EACH = new RegExp(NUMBER, 'gi');

/** All lists of a text, one after the other; undefined where there is none. */
export function byteListView(outer: View): View | undefined {
  const starts: number[] = [];
  const ends: number[] = [];
  let text = '';
  for (const list of outer.text.matchAll(LIST)) {
    for (const number of list[0].matchAll(EACH)) {
      starts.push(list.index + number.index);
      ends.push(list.index + number.index + number[0].length);
      text += String.fromCharCode(Number(number[0]) & 0xff);
    }
    text += '\n';
    starts.push(list.index + list[0].length);
    ends.push(list.index + list[0].length);
  }
  if (text === '') return undefined;
  return {
    text,
    original: ({ from, to }) => outer.original({ from: starts[from] ?? 0, to: ends[to - 1] ?? 0 }),
  };
}
