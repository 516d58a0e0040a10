/** `tagproof init`: valid files, questions at a terminal, and no overwriting. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readTargetFile } from '../world/target-file/read-target-file.ts';
import { writeAdditions, type Addition } from './probe/write-additions.ts';
import { filesIn, folder, tagproof } from './test-helpers/captured.ts';

const home = process.cwd();
afterAll(() => process.chdir(home));
beforeEach(() => process.chdir(folder()));

const URL_GIVEN = 'https://staging.example.com/base';
const ENV = { AN_ADMIN_KEY: 'admin-value', A_PLAYER_KEY: 'player-value', A_TOKEN: 'token-value' };

describe('without questions', () => {
  test('a URL is enough, and missing parts are written as comments', async () => {
    const { exit, out } = await tagproof(`init ${URL_GIVEN}`);
    expect([exit, out]).toEqual([
      0,
      'wrote tagproof.yaml\nwrote .tagproof/ into .gitignore\nnext:\n  npx tagproof run\n',
    ]);
    const file = readTargetFile('tagproof.yaml', {});
    expect(file.target?.href).toBe(URL_GIVEN);
    expect(file.world.secretKeys).toEqual([]);
    expect(filesIn('.')).toEqual(['.gitignore', 'tagproof.yaml']);
    expect(readFileSync('.gitignore', 'utf8')).toBe('.tagproof/\n');
    const [, schema = ''] =
      /^# yaml-language-server: \$schema=(\S+)\n/.exec(readFileSync('tagproof.yaml', 'utf8')) ?? [];
    expect(JSON.parse(readFileSync(schema, 'utf8'))).toHaveProperty('$schema');
    // The comments are a valid example.
    const commented = readFileSync('tagproof.yaml', 'utf8').replaceAll(
      /^( *)# (?=world:|secretKeys:|authTokens:|gamePlayers:|absent:|run:| +- | {2}\w+: )/gm,
      '$1',
    );
    writeFileSync('all.yaml', commented);
    const whole = readTargetFile('all.yaml', { STAGING_ADMIN_KEY: 'a', STAGING_TOKEN: 'b' });
    expect(whole.world.secretKeys.map(({ name }) => name)).toEqual(['admin']);
    expect(whole.world.authTokens.map(({ name }) => name)).toEqual(['login']);
    expect(whole.run).toMatchObject({ baseline: 'known.yaml', suites: ['shipped', 'cases/'] });
  });

  test('every given option is declared, and unset variables are named', async () => {
    const words = `init ${URL_GIVEN} --admin-key AN_ADMIN_KEY --player-key A_PLAYER_KEY --player playerann1 --token A_TOKEN`;
    const { exit, out } = await tagproof(words, { env: { AN_ADMIN_KEY: 'there' } });
    expect(exit).toBe(0);
    expect(out).toContain('export A_PLAYER_KEY=…');
    expect(out).not.toContain('export AN_ADMIN_KEY');
    expect(out).toContain('tagproof probe --target tagproof.yaml --write');
    const { world, secrets } = readTargetFile('tagproof.yaml', ENV);
    expect(world.secretKeys.map(({ role }) => role)).toEqual(['Player', 'Admin']);
    expect(world.authTokens.map(({ holder }) => holder)).toMatchObject([{ userId: 'playerann1' }]);
    expect(secrets.map(({ value }) => value)).toEqual(['player-value', 'admin-value', 'token-value']);
  });

  test('what probe adds leaves the commented parts in place: run: can be taken as it is, and absent: stands below its words', async () => {
    await tagproof(`init ${URL_GIVEN} --admin-key AN_ADMIN_KEY --player playerann1`);
    const seen = (value: unknown, ...path: readonly (string | number)[]): Addition => ({
      path,
      value,
      comment: 'seen',
    });
    const additions = [
      seen('code points', 'dialect', 'id.unit'),
      seen([{ key: 'vip', value: 'gold' }], 'world', 'gamePlayers', 0, 'tags'),
      seen(['nosuchplay'], 'world', 'absent', 'gamePlayers'),
    ];
    expect(writeAdditions('tagproof.yaml', additions, ENV)).toHaveLength(additions.length);
    const text = readFileSync('tagproof.yaml', 'utf8');
    expect(text.indexOf('# absent:')).toBeLessThan(text.indexOf('\n  absent:'));
    const taken = text.replaceAll(/^( *)# (?=run:| {2}(?:reporters|failOn|baseline|suites): )/gm, '$1');
    writeFileSync('tagproof.yaml', taken);
    expect(readTargetFile('tagproof.yaml', ENV).run).toMatchObject({
      baseline: 'known.yaml',
      suites: ['shipped', 'cases/'],
    });
  });

  test('a GitHub job has the secrets in its environment and none in its commands', async () => {
    await tagproof(`init ${URL_GIVEN} --admin-key AN_ADMIN_KEY --ci github`);
    const { jobs, permissions } = parse(readFileSync('.github/workflows/tagproof.yml', 'utf8'));
    expect(permissions).toEqual({ contents: 'read' });
    const step = jobs.conformance.steps.find(({ env }: { env?: object }) => env !== undefined);
    expect(step.env).toEqual({ AN_ADMIN_KEY: '${{ secrets.AN_ADMIN_KEY }}' });
    expect(step.run).toMatch(/^npx --no tagproof run --target tagproof\.yaml /);
    expect(step.run).not.toContain('$');
  });

  test('a GitLab job reports in JUnit, and the remaining steps are printed', async () => {
    const { out } = await tagproof(`init ${URL_GIVEN} --ci gitlab`);
    expect(out).toContain('include: [{ local: /.gitlab/tagproof.gitlab-ci.yml }]');
    const { tagproof: job } = parse(readFileSync('.gitlab/tagproof.gitlab-ci.yml', 'utf8'));
    expect(job.artifacts).toEqual({ when: 'always', reports: { junit: 'tagproof.xml' } });
  });

  test.each([
    ['init', 'standard input is no terminal, so nothing is asked'],
    ['init staging.example.com', 'did you mean'],
    [`init ${URL_GIVEN} --admin-key s3cr3t-value!`, 'not the name of an environment variable'],
    [`init ${URL_GIVEN} --player bob`, '10 characters'],
    [`init ${URL_GIVEN} --token A_TOKEN`, 'add --player'],
    [`init ${URL_GIVEN} --ci jenkins`, 'github'],
  ])('%s is rejected, and nothing is written', async (words, description) => {
    const { exit, err } = await tagproof(words);
    expect(exit).toBe(2);
    expect(err).toContain(description);
    expect(err).not.toContain('s3cr3t');
    expect(filesIn('.')).toEqual([]);
  });

  test('an existing file stays, and the other file is not written either', async () => {
    mkdirSync('.github/workflows', { recursive: true });
    writeFileSync('.github/workflows/tagproof.yml', 'mine\n');
    const { exit, err } = await tagproof(`init ${URL_GIVEN} --ci github`);
    expect([exit, err]).toEqual([2, expect.stringContaining('nothing was written')]);
    expect(readFileSync('.github/workflows/tagproof.yml', 'utf8')).toBe('mine\n');
    expect(filesIn('.')).toEqual(['.github']);
    // Of the file that is there alone, it asks nothing about the other.
    await tagproof(`init ${URL_GIVEN}`);
    const again = await tagproof(`init ${URL_GIVEN}`);
    expect([again.exit, again.err]).toEqual([
      2,
      expect.stringMatching(/nothing was written\nmove the file that is there\n$/),
    ]);
  });
});

test.each([
  ['node_modules', 'node_modules\n.tagproof/\n'],
  ['.tagproof/\nx\n', '.tagproof/\nx\n'],
])('a .gitignore of %j gets one line where it lacks it', async (before, after) => {
  writeFileSync('.gitignore', before);
  await tagproof(`init ${URL_GIVEN}`);
  expect(readFileSync('.gitignore', 'utf8')).toBe(after);
});

describe('at a terminal', () => {
  test('asks for missing options, and leaves out empty answers; nothing with a URL on the command line', async () => {
    const questions: string[] = [];
    const answers = { 'Base URL': URL_GIVEN, 'role Player': 'A_PLAYER_KEY', 'CI system': 'github' };
    const ask = async (question: string): Promise<string> => {
      questions.push(question);
      return Object.entries(answers).find(([word]) => question.includes(word))?.[1] ?? '';
    };
    expect((await tagproof('init --admin-key AN_ADMIN_KEY', { ask })).exit).toBe(0);
    // Given options are not asked, nor the token without a player.
    expect(questions).toHaveLength(4);
    expect(readTargetFile('tagproof.yaml', ENV).world.secretKeys).toHaveLength(2);
    expect(filesIn('.')).toEqual(['.github', '.gitignore', 'tagproof.yaml']);
    process.chdir(folder());
    await tagproof(`init ${URL_GIVEN}`, { ask });
    expect(questions).toHaveLength(4);
  });

  test('asks again at once for an answer that it can not use, and says why', async () => {
    const given = 's3cr3t-value!|AN_ADMIN_KEY||bob|playerann1||jenkins|';
    const answers = ['staging', URL_GIVEN, ...given.split('|')];
    const ask = async (): Promise<string> => answers.shift() ?? '';
    const { exit, err } = await tagproof('init', { ask });
    expect([exit, answers]).toEqual([0, []]);
    expect(err).toMatch(
      /staging[^]*not the name of an environment variable[^]*10 characters[^]*--ci jenkins: one of github/,
    );
    expect(err).not.toContain('s3cr3t');
    const { target, world } = readTargetFile('tagproof.yaml', ENV);
    expect([target?.href, world.secretKeys.length, world.subjects.length]).toEqual([URL_GIVEN, 1, 1]);
  });
});
