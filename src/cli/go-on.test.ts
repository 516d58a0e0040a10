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

/** Each printed command, run as it stands. */
const runAll = (text: string) =>
  Promise.all(commandsIn(text).map(async (words) => ({ words, ...(await tagproof(words)) })));

test('with the target, the world and the suite of the run; every other printed command runs, too', async () => {
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
    const again = await runAll(first.out);
    expect([first.exit, again.map(({ words: [name], exit }) => [name, exit])]).toEqual([
      1,
      [
        ['explain', 0],
        ['run', 1],
      ],
    ]);
    expect(again[1]?.out).toContain(`FAIL ${failed}`);
  }
  const lacking = await tagproof([
    'run',
    url,
    '--world',
    world ?? '',
    '--only',
    'tags/*',
    '--only',
    'reply/*',
  ]);
  const listed = await runAll(lacking.out);
  expect(listed.map(({ words: [name], exit }) => [name, exit])).toEqual([['list', 0]]);
  expect(listed[0]?.out).toContain('need a group');
});
