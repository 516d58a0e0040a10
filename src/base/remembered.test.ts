import { expect, test } from 'vitest';
import { remembered, rememberedPer } from './remembered.ts';

/** A function that notes what it was asked. */
function asked(): { readonly texts: string[]; readonly ask: (text: string) => { readonly of: string } } {
  const texts: string[] = [];
  const ask = remembered((text) => {
    texts.push(text);
    return { of: text };
  });
  return { texts, ask };
}

test('the same text gets the same value, which is made once', () => {
  const { texts, ask } = asked();
  expect(ask('a')).toBe(ask('a'));
  expect(ask('__proto__')).toEqual({ of: '__proto__' });
  expect(texts).toEqual(['a', '__proto__']);
});

test('a long text is not remembered', () => {
  const { texts, ask } = asked();
  const long = 'x'.repeat(513);
  expect(ask(long)).not.toBe(ask(long));
  expect(texts).toHaveLength(2);
});

test('what is remembered has a bound', () => {
  const { texts, ask } = asked();
  const made = Array.from({ length: 5000 }, (_, index) => ask(String(index)));
  expect(ask('4999')).toBe(made.at(-1));
  expect(ask('0')).not.toBe(made[0]);
  expect(texts).toHaveLength(5001);
});

test('what throws is asked again', () => {
  let calls = 0;
  const ask = remembered(() => {
    calls += 1;
    if (calls === 1) throw new Error('not now');
    return { calls };
  });
  expect(() => ask('a')).toThrow('not now');
  expect(ask('a')).toEqual({ calls: 2 });
});

test('what is made of an object is made once for it, and anew for an equal one', () => {
  const keys: object[] = [];
  const ask = rememberedPer((key: { readonly name: string }) => {
    keys.push(key);
    return { of: key.name };
  });
  const [first, equal] = [{ name: 'a' }, { name: 'a' }];
  expect(ask(first)).toBe(ask(first));
  expect(ask(equal)).not.toBe(ask(first));
  expect(keys).toEqual([first, equal]);
});
