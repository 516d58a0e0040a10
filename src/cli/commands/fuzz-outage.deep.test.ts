/** A backend that one request crashes: `fuzz` names the requests under way, and `replay` finds the one. */
import { expect, test } from 'vitest';
import { hangingUp } from '../../../mutants/alterations/answers.ts';
import { Simulator } from '../../../simulator/http/server.ts';
import { readTargetFile } from '../../config/target-file/read-target-file.ts';
import { freePort } from '../../transport/test-helpers/servers.ts';
import { simulatorOptionsOf } from '../../embedded/simulated-file.ts';
import { filesIn, folder, tagproof } from '../test-helpers/captured.ts';
import { WORLD } from '../test-helpers/serving.ts';
import { atFileEnd } from '../../../test/test-helpers/file-end.ts';

/** Serves the default world until a body is `null`; then it answers nothing until it is started again. */
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

test('the requests under way are listed, and replay finds the one that crashes the backend', async () => {
  const { url, startAgain } = await mortal();
  const failures = folder();
  const { exit, out } = await tagproof(
    `fuzz --seed 1 --runs 20000 --failures ${failures} --target ${url} --world ${WORLD}`,
  );
  expect(exit).toBe(3);
  expect(out).toContain('ERROR fuzz/not-judged  every request gets a reply');
  expect(out).toContain('under way when the target stopped answering; one of them may be the cause:');
  expect(out).toMatch(/^ {2}\d+\. a plain request to .*the body is null$/m);
  const files = /^ {2}replay: npx tagproof replay (.+) --target /m.exec(out)?.[1]?.split(' ') ?? [];
  const saved = filesIn(failures).filter((name) => name.endsWith('.failure.yaml'));
  expect(files).toHaveLength(saved.length);
  const statuses: string[] = [];
  for (const file of files) {
    await startAgain();
    const { out: reported } = await tagproof(`replay ${file} --target ${url} --world ${WORLD}`);
    statuses.push(/(FIXED|STILL FAILING|NOT JUDGED)/.exec(reported)?.[0] ?? reported);
  }
  expect(statuses.filter((status) => status !== 'FIXED')).toEqual(['STILL FAILING']);
});
