/** The tools that make random mutants: development dependencies, so that an installed tagproof may lack them. */
import type * as Bundling from 'esbuild';
import type * as Instrumenting from '@stryker-mutator/instrumenter';
import { TagproofError } from '../../src/errors.ts';

export interface Tools {
  readonly Instrumenter: typeof Instrumenting.Instrumenter;
  readonly build: typeof Bundling.build;
}

/** Loads the packages. */
export interface Loaders {
  readonly instrumenter: () => Promise<typeof Instrumenting>;
  readonly esbuild: () => Promise<typeof Bundling>;
}

const INSTALLED: Loaders = {
  instrumenter: () => import('@stryker-mutator/instrumenter'),
  esbuild: () => import('esbuild'),
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';

async function load<T>(name: string, loader: () => Promise<T>): Promise<T> {
  try {
    return await loader();
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new TagproofError(
      'usage',
      `mutants --random: the package ${name} is not installed\nin a checkout of tagproof run: npm install --include=dev`,
    );
  }
}

/** The tools, or an error that says what to install. */
export async function toolsFrom(loaders: Loaders = INSTALLED): Promise<Tools> {
  const { Instrumenter } = await load('@stryker-mutator/instrumenter', loaders.instrumenter);
  const { build } = await load('esbuild', loaders.esbuild);
  return { Instrumenter, build };
}
