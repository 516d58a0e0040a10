/** The files of examples/ci: valid for the systems that they are for; `printed-commands.deep.test.ts` runs their commands. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { RESOURCE_FACTS } from '../src/spec/endpoints.ts';
import { folder } from '../src/cli/test-helpers/captured.ts';

const FOLDER = 'examples/ci';
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

/** The errors in each of the files. */
function workflowErrors(...files: readonly string[]): readonly (readonly string[])[] {
  const script = 'test/test-helpers/workflow-errors.ts';
  const out = execFileSync(process.execPath, ['--import', 'tsx', script, ...files], { encoding: 'utf8' });
  return z.array(z.array(z.string())).parse(JSON.parse(out));
}

test("the GitHub workflow is valid for GitHub's own parser, and would be refused with a mistake in it", () => {
  const broken = join(folder(), 'broken.yml');
  writeFileSync(broken, read('github-workflow.yml').replace('runs-on:', 'run-on:'));
  const [right, wrong] = workflowErrors(join(FOLDER, 'github-workflow.yml'), broken);
  expect(right).toEqual([]);
  expect(wrong).not.toEqual([]);
});

/** The keywords that the GitLab job uses, as its reference has them: no package with the whole schema runs on Node 20. */
const gitlabJob = z.strictObject({
  stage: z.string(),
  image: z.string(),
  parallel: z.strictObject({ matrix: z.array(z.record(z.string(), z.array(z.string()))) }),
  script: z.array(z.string()).min(1),
  artifacts: z.strictObject({
    when: z.enum(['on_success', 'on_failure', 'always']),
    reports: z.strictObject({ junit: z.string() }),
  }),
});

test('the GitLab job is of its keywords', () => {
  expect(() => z.strictObject({ conformance: gitlabJob }).parse(parse(read('gitlab-ci.yml')))).not.toThrow();
});

test.each(['github-workflow.yml', 'gitlab-ci.yml'])('%s has a job for the cases of each resource', (name) => {
  expect(read(name)).toContain(`[${Object.keys(RESOURCE_FACTS).join(', ')}]`);
});
