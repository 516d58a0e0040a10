/** Choosing cases by --only and --skip: ids, clauses and endpoints, with * for any characters. */
import { expect, test } from 'vitest';
import { TagproofError } from '../../base/errors.ts';
import { globToPattern, select } from './select.ts';
import { instancesOf } from '../test-helpers/made.ts';

const instances = instancesOf(
  {
    id: 'id/one-short',
    clauses: ['7.3/string-min-length', '2.1/length'],
    for: ['gamePlayer.client', 'group.admin'],
  },
  { id: 'id/one-long', clauses: ['7.3/string-max-length', '2.1/length'], for: 'group' },
  { id: 'token/cut', clauses: ['5.1/issued'], for: ['gamePlayer.client', 'group.client'] },
  {
    id: 'tags/same',
    clauses: ['1/one-target'],
    for: { resource: ['group'] },
    steps: [{ variant: 'client' }, { variant: 'admin' }],
  },
);

const chosen = (only: readonly string[], skip: readonly string[] = []): readonly string[] =>
  select(instances, { only, skip }).map(({ id }) => id);

const ALL = instances.map(({ id }) => id);
const ID = ALL.filter((id) => id.startsWith('id/'));

test('chooses everything without --only and --skip', () => {
  expect(chosen([])).toEqual(ALL);
  expect(ALL).toHaveLength(8);
});

test.each<readonly [what: string, glob: string, ids: readonly string[]]>([
  ['a case', 'id/one-short', ['id/one-short@gamePlayer.client', 'id/one-short@group.admin']],
  ['a case on one endpoint', 'id/one-short@group.admin', ['id/one-short@group.admin']],
  ['a case on a resource', 'tags/same@group', ['tags/same@group']],
  ['the cases of a group', 'id', ID],
  ['a clause', '7.3/string-min-length', ['id/one-short@gamePlayer.client', 'id/one-short@group.admin']],
  ['a clause that is not the first', '2.1/length', ID],
  ['the clauses of a section', '7.3', ID],
  [
    'clauses by glob',
    '*/string-max-*',
    ['id/one-long@group.client', 'id/one-long@group.server', 'id/one-long@group.admin'],
  ],
  [
    'an endpoint, also by a step',
    'group.admin',
    ['id/one-short@group.admin', 'id/one-long@group.admin', 'tags/same@group'],
  ],
  ['the endpoints of a resource', 'group.*', ALL.filter((id) => id.includes('@group'))],
  ['the endpoints of a variant', '*.server', ['id/one-long@group.server']],
  ['the end of an id', '*@group.*', ALL.filter((id) => id.includes('@group.'))],
  ['everything', '*', ALL],
])('--only %s: %s', (_, glob, ids) => {
  expect(chosen([glob])).toEqual(ids);
});

test('several globs add up, in the order of the files', () => {
  expect(chosen(['token/cut@group.client', 'id/one-short'])).toEqual([
    'id/one-short@gamePlayer.client',
    'id/one-short@group.admin',
    'token/cut@group.client',
  ]);
});

test('--skip removes cases from those of --only, or from all', () => {
  expect(chosen(['id'], ['*@group.*'])).toEqual(['id/one-short@gamePlayer.client']);
  expect(chosen([], ['7.3', '5.1'])).toEqual(['tags/same@group']);
});

test.each([
  ['a dot stands for itself', 'id/one.short'],
  ['a plus stands for itself', 'id/one-short+'],
  ['brackets stand for themselves', 'id/[o]ne-short'],
  ['case counts', 'ID/one-short'],
  ['the start of a word is not the word', 'id/one'],
  ['a section is not its neighbour', '7'],
])('%s: %s matches nothing', (_, glob) => {
  expect(() => chosen([glob])).toThrow(`--only ${glob} matches no case, clause or endpoint`);
});

const refusal = (only: readonly string[], skip: readonly string[] = []): TagproofError => {
  try {
    chosen(only, skip);
  } catch (error) {
    if (error instanceof TagproofError) return error;
  }
  throw new Error('something was chosen');
};

test.each([
  ['id/one-shrot', 'id/one-short'],
  ['7.3/string-mni-length', '7.3/string-min-length'],
  ['grup.admin', 'group.admin'],
  ['tokn/c*', 'token/cut'],
  ['TOKEN/*', 'token/*'],
  ['token/', 'token/*'],
  ['@group', '*@group*'],
  ['one-short*', '*one-short*'],
])('a glob that matches nothing gets a suggestion: %s', (glob, meant) => {
  const error = refusal([glob]);
  expect(error.code).toBe('nothing-selected');
  expect(error.message).toContain(`--only ${glob} matches no case, clause or endpoint`);
  expect(error.message).toContain(`did you mean "${meant}"?`);
});

test.each([
  [
    ['rather/different'],
    [],
    '--only rather/different matches no case, clause or endpoint\nsee the names with: tagproof list',
  ],
  [
    ['id'],
    ['tokn/cut'],
    '--skip tokn/cut matches no case, clause or endpoint\ndid you mean "token/cut"? See all names with: tagproof list',
  ],
  [['id'], ['id'], 'no case is selected: --skip removes everything that --only selected'],
])('--only %s --skip %s: %s', (only, skip, message) => {
  expect(refusal(only, skip)).toMatchObject({ code: 'nothing-selected', message });
});

test('repeated stars count as one, so that no glob takes long to match', () => {
  expect(globToPattern('****x').source).toBe(globToPattern('*x').source);
});
