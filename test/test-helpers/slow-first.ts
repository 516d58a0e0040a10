/** Starts the slowest test files first, so that at the end no worker is left alone with one. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ALONE } from './alone.ts';

/** Files of five seconds and more; vitest itself knows times of earlier runs alone. */
export const SLOW: readonly string[] = [
  'src/cli/commands/fuzz.test.ts',
  'src/cli/commands/probe-text.test.ts',
  'test/fuzz-tolerance.test.ts',
  'src/fuzz/fuzz.test.ts',
  'test/tolerance.test.ts',
  'src/cli/outputs-over-inputs.test.ts',
  'src/transport/secrets/mask.test.ts',
  'src/suite/suite-and-rulebook.test.ts',
  'test/setup-faults.test.ts',
  'test/command-line.test.ts',
];

const isOf = (files: readonly string[], { moduleId }: TestSpecification): boolean =>
  files.some((file) => moduleId.endsWith(`/${file}`));

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // A worker that files share ends where a file of another project comes: these stay together.
    const alone = sorted.filter((file) => isOf(ALONE, file));
    const slow = sorted.filter((file) => isOf(SLOW, file));
    const others = sorted.filter((file) => !isOf([...ALONE, ...SLOW], file));
    return [...alone, ...slow, ...others];
  }
}
