/** Runs shell lines that a user would paste. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

/** Runs lines as if they were typed, and returns their output. */
export async function bash(
  lines: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tagproof-curl-'));
  const script = join(folder, 'lines.sh');
  await writeFile(script, `${lines.join('\n')}\n`);
  const child = spawn('bash', [script], { env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...env } });
  const [out, err] = await Promise.all([buffer(child.stdout), buffer(child.stderr)]);
  await rm(folder, { recursive: true });
  return Buffer.concat([out, err]).toString('latin1');
}
