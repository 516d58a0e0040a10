/** What one case and one request cost in code that runs: against a simulator in a process of its own, so that only the runner counts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHook } from 'node:async_hooks';
import { once } from 'node:events';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PACKAGE_ROOT } from '../../src/base/package-root.ts';
import { connect, runAgainst } from '../../src/library/connect/connect.ts';
import { instancesOf } from '../../src/library/run-suite.ts';
import { readTargetInput } from '../../src/library/target-input.ts';
import { run } from '../../src/run/suite/run.ts';

const CASE = 'reply/success@gamePlayer.admin';
const WORLD = join(PACKAGE_ROOT, 'fixtures/world.yaml');
/** The first runs load what is loaded when it is needed. */
const WARM = 3;

/** Runs these cases, or all of them; the number of requests. */
async function runOnce(
  url: string,
  only: readonly string[],
  during: (work: () => Promise<void>) => Promise<void>,
) {
  const options = { target: url, world: WORLD, ...(only.length > 0 && { only }) };
  const target = await connect(readTargetInput(options), { timeoutMs: 5000 });
  const instances = instancesOf(options);
  let requests = 0;
  try {
    await during(async () => {
      await run({
        ...runAgainst(target, {}),
        // The simulator serves the same world: nothing is to be checked.
        setup: 'trust',
        instances,
        whole: only.length === 0,
        confirm: true,
        signal: new AbortController().signal,
        emit: (event) => {
          if (event.kind === 'run-finished') requests = event.requests;
        },
      });
    });
  } finally {
    await target.close();
  }
  return requests;
}

/** The files of ours with a function that ran since the last call, and these functions. */
async function ranSince(session: Session): Promise<{ readonly files: number; readonly functions: number }> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ours = result
    .filter(({ url }) =>
      ['src', 'simulator'].some((root) => url.startsWith(pathToFileURL(join(PACKAGE_ROOT, root)).href)),
    )
    .map(({ functions }) =>
      // What keeps names is of the tool that runs TypeScript.
      functions.filter(
        ({ functionName, ranges }) => functionName !== '__name' && (ranges[0]?.count ?? 0) > 0,
      ),
    )
    .filter((functions) => functions.length > 0);
  return { files: ours.length, functions: ours.flat().length };
}

/** Files and functions of ours that one passing case runs, between the start and the end of a run, by V8's coverage. */
async function oneCase(url: string) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  let ran = { files: 0, functions: 0 };
  for (let n = 0; n < WARM; n++)
    await runOnce(url, [CASE], async (work) => {
      await ranSince(session);
      await work();
      ran = await ranSince(session);
    });
  session.disconnect();
  return ran;
}

/** Promises that a whole run makes for each of its requests, by `async_hooks`. */
async function promisesPerRequest(url: string): Promise<number> {
  let promises = 0;
  const hook = createHook({
    init: (_, type) => {
      if (type === 'PROMISE') promises += 1;
    },
  });
  const requests = await runOnce(url, [], async (work) => {
    hook.enable();
    await work();
    hook.disable();
  });
  return promises / requests;
}

async function startSimulator(): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const words = [
    '--import',
    'tsx',
    join(PACKAGE_ROOT, 'src/cli/bin.ts'),
    'simulate',
    '--port',
    '0',
    '--json',
    '--no-control',
    '--world',
    'conformance',
  ];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { readonly url: string };
  return { url, child };
}

export async function sendingFigures() {
  const { url, child } = await startSimulator();
  try {
    return { ...(await oneCase(url)), promises: await promisesPerRequest(url) };
  } finally {
    child.kill();
  }
}
