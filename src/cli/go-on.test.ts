/** The line that a report prints to go on finds again what failed, where it was found. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandsIn } from '../../test/test-helpers/printed-commands.ts';
import { folder, tagproof } from './test-helpers/captured.ts';
import { servingMutant, WORLD } from './test-helpers/serving.ts';

const OWN = `chapter: own
cases:
  - { id: own/refused, title: a group is refused, clauses: [4.5.2/tags], for: [group.admin], expect: { reply: refused, code: SecretInvalid } }
`;

/** Each printed command of this name, run as it stands; `printed-commands.deep.test.ts` runs all. */
const runAll = (name: string, text: string) =>
  Promise.all(commandsIn(text).flatMap((words) => (words[0] === name ? tagproof(words) : [])));

test('with the target, the world and the suite of the run', async () => {
  const home = folder();
  const [suite, file, world] = ['own cases', 'my target', 'small world'].map(
    (name) => `${home}/${name}.yaml`,
  );
  writeFileSync(suite ?? '', OWN);
  const url = await servingMutant('short-ids-not-refused');
  writeFileSync(
    world ?? '',
    readFileSync(WORLD, 'utf8').replace(/\n {2}groups:[^]*?(?=\n {2}\w)/, '\n  groups: []'),
  );
  writeFileSync(file ?? '', `target: ${url}\n${readFileSync(WORLD, 'utf8')}`);
  const id = 'id/one-short@group.admin';
  for (const [words, failed] of [
    [['run', '--target', url, '--world', WORLD, '--only', id], id],
    [['run', file ?? '', '--only', id], id],
    [['run', '--suite', suite ?? ''], 'own/refused@group.admin'],
  ] as const) {
    const first = await tagproof(words);
    const again = await runAll('run', first.out);
    expect([first.exit, again]).toEqual([
      1,
      [{ exit: 1, out: expect.stringContaining(`FAIL ${failed}`), err: expect.anything() }],
    ]);
  }
  const only = ['--only', 'tags/*', '--only', 'reply/*'];
  const lacking = await tagproof(['run', url, '--world', world ?? '', ...only]);
  expect(await runAll('list', lacking.out)).toMatchObject([
    { exit: 0, out: expect.stringContaining('need a group') },
  ]);
});
