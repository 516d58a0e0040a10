/** A backend that one request crashes: `fuzz` names the requests under way, and a run of each finds the one. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hangingUp } from '../../../mutants/alterations/answers.ts';
import { Simulator } from '../../../simulator/server/server.ts';
import { readTargetFile } from '../../world/target-file/read-target-file.ts';
import { freePort } from '../../http/test-helpers/servers.ts';
import { simulatorOptionsOf } from '../../library/embedded/simulated-file.ts';
import { filesIn, folder, tagproof } from '../test-helpers/captured.ts';
import { WORLD } from '../test-helpers/serving.ts';
import { atFileEnd } from '../../../test/test-helpers/file-end.ts';

/** Serves the conformance world until a body is `null`; then it answers nothing until it is started again. */
async function mortal(): Promise<{ readonly url: string; readonly startAgain: () => Promise<void> }> {
  const port = await freePort();
  let ending: Promise<void> | undefined;
  const simulator: Simulator = new Simulator({
    ...simulatorOptionsOf(readTargetFile(WORLD, {})),
    alter: hangingUp(({ body }) => {
      const ends = Buffer.from(body ?? []).toString() === 'null';
      if (ends) ending = simulator.close();
      return ends;
    }),
  });
  atFileEnd(() => simulator.close());
  await simulator.start({ port });
  const startAgain = async (): Promise<void> => {
    if (ending === undefined) return;
    await ending;
    ending = undefined;
    await simulator.start({ port });
  };
  return { url: `http://127.0.0.1:${port}`, startAgain };
}

test('the requests under way are listed, and a run of each finds the one that crashes the backend', async () => {
  const { url, startAgain } = await mortal();
  const failures = folder();
  const { exit, out } = await tagproof(
    `fuzz --seed 1 --runs 20000 --save ${failures} --target ${url} --world ${WORLD}`,
  );
  expect(exit).toBe(3);
  expect(out).toContain('ERROR fuzz/not-judged  every request gets a reply');
  expect(out).toContain('under way when the target stopped answering; one of them may be the cause:');
  expect(out).toMatch(/^ {2}\d+\. .*the body is null/m);
  const again = /^ {2}again: npx tagproof run (.*) --target /m.exec(out)?.[1] ?? '';
  const files = again.split(' ').filter((word) => word !== '--suite');
  expect(files.toSorted()).toEqual(
    filesIn(failures)
      .map((name) => join(failures, name))
      .toSorted(),
  );
  const exits: number[] = [];
  for (const file of files) {
    await startAgain();
    exits.push((await tagproof(`run --suite ${file} --target ${url} --world ${WORLD}`)).exit);
  }
  // Another worker may have sent the same body at that moment.
  const crashing = exits.filter((code) => code !== 0);
  expect(crashing.length).toBeGreaterThan(0);
  expect(crashing.length).toBeLessThan(3);
});
