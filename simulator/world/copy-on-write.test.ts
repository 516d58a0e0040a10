import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CopyOnWriteMap } from './copy-on-write.ts';

type Step = readonly ['set' | 'delete', number, number] | readonly ['fork', number, number];

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.tuple(fc.constantFrom('set', 'set', 'delete', 'fork'), fc.nat(12), fc.nat(5)),
  { maxLength: 120 },
);

it('behaves as a Map, and so does each of its forks, whatever is changed in the others', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const pairs: [CopyOnWriteMap<number, number>, Map<number, number>][] = [
        [new CopyOnWriteMap(), new Map()],
      ];
      for (const [what, key, value] of all) {
        const [own, model] = pairs[value % pairs.length] ?? pairs[0] ?? [];
        if (own === undefined || model === undefined) continue;
        if (what === 'set') {
          own.set(key, value);
          model.set(key, value);
        } else if (what === 'delete') expect(own.delete(key)).toBe(model.delete(key));
        else pairs.push([own.fork(), new Map(model)]);
      }
      for (const [own, model] of pairs) {
        expect([...own.entries()]).toEqual([...model]);
        expect([[...own.keys()], [...own.values()]]).toEqual([[...model.keys()], [...model.values()]]);
        expect(own.size).toBe(model.size);
        for (let key = 0; key <= 12; key += 1) {
          expect(own.get(key)).toBe(model.get(key));
          expect(own.has(key)).toBe(model.has(key));
        }
      }
    }),
    { numRuns: 500 },
  );
});

it('copies all where much is changed, and the forks stay apart', () => {
  const first = new CopyOnWriteMap<number, string>(Array.from({ length: 5000 }, (_, index) => [index, 'a']));
  const second = first.fork();
  for (let index = 0; index < 4000; index += 1) second.set(index, 'b');
  for (let index = 4000; index < 5000; index += 1) second.delete(index);
  expect([first.size, second.size]).toEqual([5000, 4000]);
  expect(new Set(first.values())).toEqual(new Set(['a']));
  expect(new Set(second.values())).toEqual(new Set(['b']));
});
