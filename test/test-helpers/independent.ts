/** The independent backends, each as a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { atFileEnd } from './file-end.ts';

export const INDEPENDENT = ['minimal', 'strict', 'lax'] as const;

/** Starts one on a free port; it ends after the file's tests. */
export async function startIndependent(name: (typeof INDEPENDENT)[number], world: string): Promise<URL> {
  const server = spawn(
    process.execPath,
    [`fixtures/independent/${name}.mjs`, '--world', world, '--port', '0'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  atFileEnd(() => server.kill());
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  return new URL(/http:\S+/.exec(line.toString())?.[0] ?? '');
}
