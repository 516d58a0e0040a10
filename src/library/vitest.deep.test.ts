/** `tagproof/vitest` in a vitest of its own: what fails, what is chosen, what is not reached. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { servingMutant } from '../cli/test-helpers/serving.ts';
import { folder } from '../cli/test-helpers/captured.ts';

interface Outcome {
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

interface Ran {
  readonly success: boolean;
  readonly tests: readonly Outcome[];
  /** All that vitest prints. */
  readonly printed: string;
}

/** Runs vitest on a file that describes conformance so, in a process of its own. */
function vitest(options: object, ...more: readonly string[]): Promise<Ran> {
  const root = folder();
  const entry = pathToFileURL(resolve('src/library/vitest.ts')).href;
  writeFileSync(
    join(root, 'own.test.ts'),
    `import { describeConformance } from ${JSON.stringify(entry)};\ndescribeConformance(${JSON.stringify(options)});\n`,
  );
  const bin = resolve('node_modules/vitest/vitest.mjs');
  const report = join(root, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = [bin, 'run', '--root', root, ...reporters, ...more];
  return new Promise((done) => {
    execFile(process.execPath, args, { maxBuffer: 1e9 }, (_, out, err) => {
      const json = JSON.parse(readFileSync(report, 'utf8')) as {
        success: boolean;
        testResults: { assertionResults: Outcome[] }[];
      };
      const tests = json.testResults.flatMap(({ assertionResults }) => assertionResults);
      done({ success: json.success, tests, printed: out + err });
    });
  });
}

const byStatus = ({ tests }: Ran, status: string): readonly string[] =>
  tests.filter((each) => each.status === status).map(({ fullName }) => fullName);

describe('a vitest of its own', () => {
  const world = resolve('fixtures/world.yaml');

  test('names the case that a defective backend fails, with the finding', async () => {
    const target = await servingMutant('id-type-not-checked');
    const ran = await vitest({ target, world, only: ['id/number@group.admin', 'id/one-short@group.admin'] });
    expect(ran.success).toBe(false);
    expect(byStatus(ran, 'failed')).toEqual([expect.stringContaining('id/number@group.admin')]);
    expect(byStatus(ran, 'passed')).toHaveLength(2);
    const [message = ''] = ran.tests.find(({ status }) => status === 'failed')?.failureMessages ?? [];
    expect(message).toContain('TypeInvalid');
    expect(message).toContain('curl');
    expect(message).toMatch(/suites\/\S+\.yaml:\d+/);
  });

  test('sends only what -t asks for, and skips what the target file lacks', async () => {
    const target = await servingMutant('id-type-not-checked');
    const only = ['id/number@group.admin', 'id/one-short@group.admin'];
    const chosen = await vitest({ target, world, only }, '-t', 'one-short');
    expect(chosen.success).toBe(true);
    expect(byStatus(chosen, 'passed')).toHaveLength(1);
    const unknown = await vitest({ target, only });
    expect(byStatus(unknown, 'passed')).toEqual([]);
    expect(unknown.success).toBe(false);
    const whole = unknown.tests.find(({ fullName }) => fullName.endsWith('had a result'));
    expect(whole?.failureMessages[0]).toContain('nothing was verified');
  });

  test('reports a target that is not there once', async () => {
    const ran = await vitest({ target: 'http://127.0.0.1:9', only: ['id/one-short'] });
    expect(ran.success).toBe(false);
    expect(byStatus(ran, 'failed')).toEqual([]);
    expect(ran.printed).toContain('127.0.0.1:9');
  });
});
