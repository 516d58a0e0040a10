/** What is handed out beside the code: the image, the action, the licence, and what the package says of itself. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { BUILT_FROM } from '../scripts/build-facts.ts';
import { buildWhereStale } from './test-helpers/built.ts';
import { sources } from './test-helpers/sources.ts';

const PACKAGE = JSON.parse(readFileSync('package.json', 'utf8')) as {
  license: string;
  repository?: { readonly type: string; readonly url: string };
  files: readonly string[];
  exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  dependencies: Readonly<Record<string, string>>;
};

describe('the package', () => {
  test('holds what it names, and the licence that it names', () => {
    expect(PACKAGE.files.filter((path) => !/^!?dist\b/.test(path) && !existsSync(path))).toEqual([]);
    expect(PACKAGE.license).toBe('MIT');
    expect(readFileSync('LICENSE', 'utf8')).toMatch(/^MIT License/);
  });

  test('names no repository that does not exist, and is not published before it names one', () => {
    const { repository } = PACKAGE;
    if (repository !== undefined)
      expect(repository).toMatchObject({ type: 'git', url: expect.stringMatching(/^git\+https:\/\//) });
    expect(repository?.url ?? '').not.toMatch(/example|localhost|\.invalid/);
    const { status, stderr } = spawnSync('npm', ['run', '--silent', 'prepublishOnly'], { encoding: 'utf8' });
    expect(status === 0, stderr).toBe(repository !== undefined);
  });

  test('exports only what has a source', () => {
    const paths = Object.values(PACKAGE.exports).flatMap((each) =>
      typeof each === 'string' ? [] : Object.values(each),
    );
    const modules = paths.map((path) => path.replace('./dist/', '').replace(/\.d\.ts$|\.js$/, '.ts'));
    expect(modules.filter((path) => !existsSync(path))).toEqual([]);
  });

  test('pins its dependencies', () => {
    expect(Object.values(PACKAGE.dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual(
      [],
    );
  });
});

interface Packed {
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

describe('what is packed', () => {
  let packed: Packed = { unpackedSize: 0, files: [] };
  const paths = (pattern: RegExp): readonly string[] =>
    packed.files.map(({ path }) => path).filter((path) => pattern.test(path));
  const counted = (texts: readonly string[]): ReadonlyMap<string, number> => {
    const counts = new Map<string, number>();
    for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
    return counts;
  };
  const moreThanOnce = (texts: readonly string[]): readonly string[] =>
    [...counted(texts)].filter(([, count]) => count > 1).map(([text]) => text);

  beforeAll(() => {
    buildWhereStale();
    const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    [packed = packed] = JSON.parse(execFileSync('npm', words, { encoding: 'utf8' })) as readonly Packed[];
  }, 120_000);

  test('has at most 4 MB', () => {
    expect(packed.unpackedSize).toBeGreaterThan(1_000_000);
    expect(packed.unpackedSize).toBeLessThanOrEqual(4_000_000);
  });

  test('is no source, no test, no map, and nothing of the work on it', () => {
    expect(paths(/^(?:src|simulator|mutants|scripts|test|reports|bench)\/|test-helpers|\.map$/)).toEqual([]);
    expect(paths(/\.test\.|\.tsx?$/).filter((path) => !/^examples\/|\.d\.ts$/.test(path))).toEqual([]);
  });

  test('has no file twice, and no class of ours', () => {
    const digests = packed.files.map(({ path }) =>
      createHash('sha256').update(readFileSync(path)).digest('hex'),
    );
    expect(moreThanOnce(digests)).toEqual([]);
    const classes = (texts: readonly string[]): readonly string[] =>
      texts.flatMap((text) =>
        [...text.matchAll(/\bclass (?!extends\b)(\w+)|\b(\w+)=class\b/g)].map(
          ([, name, bound]) => name ?? bound ?? '',
        ),
      );
    const ours = counted(classes(sources('src', 'simulator').map(({ code }) => code)));
    const shipped = classes(paths(/\.js$/).map((path) => readFileSync(path, 'utf8')));
    expect(moreThanOnce(shipped.filter((name) => ours.get(name) === 1))).toEqual([]);
    expect(shipped).toContain('TagproofError');
  });

  test('names just the packages that are installed with it', () => {
    const named = paths(/^dist\/.*\.(?:js|d\.ts)$/)
      .flatMap((path) => [
        ...readFileSync(path, 'utf8').matchAll(/(?:from ?|import\(|import ?)["'](@?[a-z][\w./-]*)["']/g),
      ])
      .map(([, name = '']) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '')
      .filter((name) => !isBuiltin(name) && name !== 'tsx');
    const installed = [...Object.keys(PACKAGE.dependencies), 'vitest'];
    expect([...new Set(named)].toSorted()).toEqual(installed.toSorted());
  });

  test('has the licences of the packages that are in the bundle', () => {
    expect(
      readFileSync('dist/licences.txt', 'utf8').match(/^(?:commander|picocolors|undici) [\d.]+$/gm),
    ).toHaveLength(3);
  });
});

describe('the Dockerfile', () => {
  const lines = readFileSync('Dockerfile', 'utf8').replaceAll('\\\n', ' ').split('\n');
  const of = (word: string): readonly string[] =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));

  test('names versions of its images, and not the latest', () => {
    expect(of('FROM').filter((image) => !/^[\w./-]+:\d[\w.-]*( AS \w+)?$/.test(image))).toEqual([]);
  });

  test('copies what is there and what .dockerignore lets through', () => {
    const own = of('COPY').filter((line) => !line.startsWith('--from'));
    const paths = own.flatMap((line) => line.split(' ').slice(0, -1));
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
    expect(paths.filter((path) => !existsSync(path) || !ignored.includes(`!${path}`))).toEqual([]);
  });

  test('ends as a user without rights, with a health check and words as lists', () => {
    expect(of('USER')).toEqual(['node']);
    const words = [
      ...of('ENTRYPOINT'),
      ...of('CMD'),
      ...of('HEALTHCHECK').map((line) => line.replace(/^.*?CMD /, '')),
    ];
    expect(words).toHaveLength(3);
    for (const each of words) expect(Array.isArray(JSON.parse(each))).toBe(true);
    expect(lines.indexOf('USER node')).toBeGreaterThan(
      lines.findIndex((line) => line.startsWith('COPY suites')),
    );
  });

  test('builds with all that the build reads', () => {
    expect(BUILT_FROM.filter((path) => !of('COPY').some((line) => line.split(' ').includes(path)))).toEqual(
      [],
    );
  });
});

describe('the action', () => {
  const action = parse(readFileSync('action.yml', 'utf8')) as {
    inputs: Readonly<Record<string, { description: string; required?: boolean; default?: string }>>;
    runs: { using: string; steps: readonly { run?: string; shell?: string; env?: Record<string, string> }[] };
  };
  const { inputs, runs } = action;

  test('is composite: each script has a shell, and each input a description and a default or a need', () => {
    expect(runs.using).toBe('composite');
    expect(runs.steps.filter(({ run, shell }) => run !== undefined && shell === undefined)).toEqual([]);
    expect(
      Object.values(inputs).filter((each) => each.required !== true && each.default === undefined),
    ).toEqual([]);
  });

  test('puts no input into a script, and uses each', () => {
    expect(runs.steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([]);
    const used = JSON.stringify(runs.steps);
    expect(Object.keys(inputs).filter((name) => !used.includes(`inputs.${name} }}`))).toEqual([]);
  });

  test('calls tagproof with what was asked for', () => {
    const step = runs.steps.at(-1);
    const script = (step?.run ?? '').replace(/^node .*\.js"/m, 'printf "%s\\n"');
    const env = {
      TAGPROOF_TARGET: 'my target.yaml',
      TAGPROOF_ONLY: 'id/*\n$(touch hacked)\n',
      TAGPROOF_SKIP: '',
      TAGPROOF_JUNIT: 'out.xml',
      TAGPROOF_MAX_TIME: '',
      TAGPROOF_FAIL_ON_UNVERIFIED: 'true',
    };
    expect(Object.keys(step?.env ?? {}).toSorted()).toEqual(Object.keys(env).toSorted());
    const out = execFileSync('bash', ['--norc', '-eo', 'pipefail', '-c', script], { encoding: 'utf8', env });
    expect(out.trimEnd().split('\n')).toEqual([
      'run',
      '--target',
      'my target.yaml',
      '--only',
      'id/*',
      '--only',
      '$(touch hacked)',
      '--reporter',
      'junit=out.xml',
      '--fail-on',
      'unverified',
    ]);
    expect(existsSync('hacked')).toBe(false);
  });
});

test('the command line can be run', () => {
  expect(readFileSync('src/cli/bin.ts', 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(statSync('.ci/run').mode & 0o111).not.toBe(0);
});
