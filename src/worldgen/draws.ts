/** Numbers that look random and depend on nothing but a seed and a place: entity 7 is the same however many there are. */

/** Gives an integer from 0 to below the bound. */
export type Draw = (bound: number) => number;

const mix = (value: number): number => {
  let mixed = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
};

/** The draws for one place; `stream` keeps kinds of entities apart. */
export function drawsAt(seed: number, stream: number, index: number): Draw {
  let state = mix(mix(mix(seed) + stream) + index);
  return (bound) => {
    state = (state + 0x9e3779b9) >>> 0;
    return Math.floor((mix(state) / 2 ** 32) * bound);
  };
}

/** One of a list that is not empty. */
export const oneOf = <T>(list: readonly T[], draw: Draw): T => list[draw(list.length)] as T;
