/** `run:` of the target file: defaults of the options of `run`, behind the words of the command line. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTargetFile } from '../../world/target-file/read-target-file.ts';
import { fileWith, folder, lastLine, tagproof } from '../test-helpers/captured.ts';
import { servingMutant } from '../test-helpers/serving.ts';
import { withDefaults } from './run-defaults.ts';

const OWN =
  'chapter: own\ncases:\n  - { id: own/a, title: a group is found, clauses: [4.5.2/tags], for: [group.admin], expect: { reply: tags } }\n';

/** A folder with a target file of this section, and a folder of cases. */
function declaring(run: string, target = 'http://127.0.0.1:1'): { home: string; file: string } {
  const home = folder();
  mkdirSync(join(home, 'cases'));
  writeFileSync(join(home, 'cases', 'own.yaml'), OWN);
  const file = join(home, 'target.yaml');
  writeFileSync(file, `target: ${target}\nrun:\n${run}`);
  return { home, file };
}

test('a run takes reports, suites and a baseline from it, with paths from the folder of the file', async () => {
  const url = await servingMutant('short-ids-not-refused');
  const { home, file } = declaring(
    '  reporters: [console, junit=tagproof.xml]\n  baseline: known.yaml\n  suites: [shipped, cases/]\n',
    url,
  );
  const world = ['--world', 'fixtures/world.yaml'];
  const few = ['--only', 'own/a', '--only', 'id/one-short@group.admin'];
  const updated = await tagproof(['run', file, ...world, ...few, '--update-baseline']);
  expect([updated.exit, lastLine(updated.out).slice(0, 18)]).toEqual([0, '1 passed, 1 failed']);
  expect(readFileSync(join(home, 'known.yaml'), 'utf8')).toContain('7.3/string-min-length');
  expect(readFileSync(join(home, 'tagproof.xml'), 'utf8')).toContain('own/a');

  const again = await tagproof(['run', file, ...world, ...few]);
  expect(again.out).toContain('PASSED: 1 known cause, nothing new');
  const other = fileWith('[]\n', 'none.yaml');
  const own = join(home, 'cases');
  const words = await tagproof(['run', file, ...world, '--suite', own, '--baseline', other, '-o', 'json']);
  expect([words.exit, JSON.parse(words.out).totals]).toMatchObject([0, { pass: 1, fail: 0 }]);
});

test.each([
  ['failOn: [dialect]', {}, { failOn: ['dialect'] }],
  ['failOn: [dialect]', { failOn: ['warn'] as const }, { failOn: ['warn'] }],
  ['suites: [nowhere/]', { suite: ['mine'] }, { suite: ['mine'] }],
  ['reporters: [/a/b.html]', {}, { reporter: [{ name: 'html', path: '/a/b.html' }] }],
])('%s with the words %j', (section, words, options) => {
  const { file } = declaring(`  ${section}\n`);
  const given = { concurrency: 'auto', timeout: 5000 } as const;
  expect(withDefaults({ ...given, ...words }, readTargetFile(file, {}))).toEqual({ ...given, ...options });
});

test.each([
  [
    'reporters: [html=a.html, htlm=b.html]',
    '3:28: item 2 of "reporters" is wrong: there is no reporter "htlm"',
    'did you mean "html"?',
  ],
  ['reporters: junit=x.xml', '3:14: "reporters" must be a list', 'write a list: […]'],
  ['failOn: [dialekt]', '3:12: item 1 of "failOn" can\'t be "dialekt"', 'did you mean "dialect"?'],
  ['baselin: known.yaml', '3:3: unknown key "baselin"', 'did you mean "baseline"?'],
  ['baseline: known.yaml', '3:13: ', 'known.yaml: no such file'],
  ['suites: [cases, case]', '3:19: ', 'there is no such file or folder'],
])('%s is refused with its place', async (section, place, says) => {
  const { home, file } = declaring(`  ${section}\n`);
  const { exit, err } = await tagproof(['run', file]);
  expect([exit, err]).toEqual([2, expect.stringContaining(`target.yaml:${place}`)]);
  expect(err).toContain(says);
  expect(existsSync(join(home, 'a.html'))).toBe(false);
});

test('--update-baseline without a baseline is refused', async () => {
  const { exit, err } = await tagproof('run --update-baseline');
  expect([exit, err]).toEqual([2, expect.stringContaining('no effect without --baseline\nadd --baseline')]);
});
