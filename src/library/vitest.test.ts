/** `tagproof/vitest`: cases become tests. */
import { expect, test } from 'vitest';
import { describeConformance } from './vitest.ts';

describeConformance({ simulator: {}, only: ['id/one-short', 'id/one-long'], name: 'a simulator conforms' });

test.each([[{}], [{ target: 'http://127.0.0.1:9', simulator: {} }]])('%j is refused', (options) => {
  expect(() => describeConformance(options)).toThrow('one of the two');
});
