/** Starts the slowest test files first, so that at the end no worker is left alone with one. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ALONE, ALONE_DEEP } from './alone.ts';

/** Files of five seconds and more, of thirty in the deep run, the slowest first; vitest itself knows times of earlier runs alone. */
export const SLOW: readonly string[] = [
  'src/cli/commands/fuzz.test.ts',
  'test/setup-faults.test.ts',
  'src/fuzz/fuzz.test.ts',
  'src/cli/vary/vary.test.ts',
  'src/cli/commands/probe-text.test.ts',
  'src/cli/commands/judge.test.ts',
  'src/library/run-suite.test.ts',
  'test/figures.test.ts',
  'test/written.test.ts',
  'test/printed-commands.deep.test.ts',
  'test/tolerance.test.ts',
  'test/faults-now-and-then.deep.test.ts',
  'test/recordings.deep.test.ts',
  'test/package.deep.test.ts',
  'test/fuzz-tolerance.test.ts',
  'src/report/html/html-report.deep.test.ts',
  'test/discouraged-options.deep.test.ts',
  'test/console/console.deep.test.ts',
  'test/package-hygiene.deep.test.ts',
  'mutants/hunt.deep.test.ts',
  'test/partial-worlds.deep.test.ts',
  'test/generated-world.deep.test.ts',
  'src/cli/probe/recovery.deep.test.ts',
  'test/console/console-access.deep.test.ts',
  'src/report/html/html-in-browser.deep.test.ts',
];

const indexOf = (files: readonly string[], { moduleId }: TestSpecification): number =>
  files.findIndex((file) => moduleId.endsWith(`/${file}`));

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // A worker that files share ends where a file of another project comes: these stay together.
    const order = [...ALONE, ...ALONE_DEEP, ...SLOW];
    const listed = sorted.filter((file) => indexOf(order, file) >= 0);
    const others = sorted.filter((file) => indexOf(order, file) < 0);
    return [...listed.toSorted((a, b) => indexOf(order, a) - indexOf(order, b)), ...others];
  }
}
