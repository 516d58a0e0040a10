import { expect, it } from 'vitest';
import { Clock } from './clock.ts';

const clockAt = (): { readonly clock: Clock; readonly pass: (ms: number) => void } => {
  let real = 1000;
  return { clock: new Clock(() => real), pass: (ms) => void (real += ms) };
};

it('goes as real time does, until it is moved forward', () => {
  const { clock, pass } = clockAt();
  pass(5);
  expect(clock.now()).toBe(1005);
  clock.advance(100);
  pass(5);
  expect(clock.now()).toBe(1110);
  expect(clock.read()).toEqual({ aheadMs: 100, stopped: false });
});

it('stands still where it is stopped, can be moved, and goes on from there', () => {
  const { clock, pass } = clockAt();
  clock.stop();
  pass(50);
  expect(clock.now()).toBe(1000);
  clock.advance(10);
  clock.stop();
  expect([clock.now(), clock.read().stopped]).toEqual([1010, true]);
  clock.resume();
  clock.resume();
  pass(5);
  expect(clock.now()).toBe(1015);
});
