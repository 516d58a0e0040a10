import { expect, test } from 'vitest';
import { TagproofError } from '../../src/errors.ts';
import { toolsFrom } from './tools.ts';

const missing = (): Promise<never> =>
  Promise.reject(Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' }));
const found = {
  instrumenter: () => import('@stryker-mutator/instrumenter'),
  esbuild: () => import('esbuild'),
};

test.each([
  ['@stryker-mutator/instrumenter', { ...found, instrumenter: missing }],
  ['esbuild', { ...found, esbuild: missing }],
])('where %s is not installed, the error says what to install', async (name, loaders) => {
  const error = await toolsFrom(loaders).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TagproofError);
  expect(error).toMatchObject({
    code: 'usage',
    message: `mutants --random: the package ${name} is not installed\nin a checkout of tagproof run: npm install --include=dev`,
  });
});

test('another failure of a package is not taken for its absence', async () => {
  const broken = (): Promise<never> => Promise.reject(new Error('broken'));
  await expect(toolsFrom({ ...found, esbuild: broken })).rejects.toThrow(/^broken$/);
});
