/** Whether a string is too short or too long, in each unit that the document leaves open (§2.1, id.unit). */
import type { OptionOf } from '../dialect/question-register.ts';

export type Length = 'too short' | 'fits' | 'too long';
export type LengthUnit = OptionOf<'id.unit'>;

const COUNTS: Record<LengthUnit, (text: string) => number> = {
  'code points': (text) => [...text].length,
  'UTF-16 units': (text) => text.length,
  'UTF-8 bytes': (text) => Buffer.byteLength(text),
};

const UNITS = Object.keys(COUNTS) as readonly LengthUnit[];

function measure(count: number, min: number, max: number): Length {
  if (count < min) return 'too short';
  return count > max ? 'too long' : 'fits';
}

const isAscii = (text: string): boolean => text.length === Buffer.byteLength(text);

/** The length by each unit; one entry without a unit where all units agree. */
export function lengthsOf(
  text: string,
  min: number,
  max: number,
): readonly { readonly unit?: LengthUnit; readonly length: Length }[] {
  if (isAscii(text)) return [{ length: measure(text.length, min, max) }];
  const measured = UNITS.map((unit) => ({ unit, length: measure(COUNTS[unit](text), min, max) }));
  const [first] = measured;
  return first !== undefined && measured.every(({ length }) => length === first.length)
    ? [{ length: first.length }]
    : measured;
}
