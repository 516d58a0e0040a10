/** What `npm test` checks before the tests: scripts of package.json side by side, two at a time; what one printed is shown where it fails. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PACKAGE_ROOT } from '../src/base/package-root.ts';
import { isBuildStale } from './build-facts.ts';

/** The slowest first, so that none is waited for at the end. `npm ci` builds, too. */
const CHECKS = [...(isBuildStale() ? ['build'] : []), 'types', 'lint:suite', 'lint', 'format:check'];
const AT_ONCE = 2;

const { scripts } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
/** As npm sets it for a script. */
const PATH = [join(PACKAGE_ROOT, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);

/** Runs a script; whether it ended with 0. */
function passes(name: string): Promise<boolean> {
  const command = scripts[name];
  if (command === undefined) throw new Error(`package.json has no script ${name}`);
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(command, { cwd: PACKAGE_ROOT, env: { ...process.env, PATH }, shell: true });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      if (code === 0) console.log(`ok ${name} (${seconds} s)`);
      else console.log(`FAILED ${name}: ${command}\n${printed.trimEnd()}\nit ended with ${code ?? signal}`);
      resolve(code === 0);
    });
  });
}

const waiting = [...CHECKS];
const failed: string[] = [];

async function work(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
    if (!(await passes(name))) failed.push(name);
}

await Promise.all(Array.from({ length: AT_ONCE }, work));
if (failed.length > 0) {
  console.log(`failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
