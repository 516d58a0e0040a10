/** `fuzz --corpus`, `--mode` and `--baseline` by the command line. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readNdjson } from '../../report/record/read-ndjson.ts';
import { filesIn, folder, tagproof, type Ended } from '../test-helpers/captured.ts';
import { servingMutant, WORLD } from '../test-helpers/serving.ts';

const fuzzing = (words: string): Promise<Ended> => tagproof(`fuzz --seed 1 --runs 350 ${words}`);
const textOf = (path: string): string => readFileSync(join(path, 'corpus.ndjson'), 'utf8');
const behavioursOf = (text: string): number =>
  Number(/^([\d,]+) behaviours/m.exec(text)?.[1]?.replace(',', ''));

describe('--corpus', () => {
  const path = join(folder(), 'kept');
  let first: Ended = { exit: 4, out: '', err: '' };
  beforeAll(async () => {
    first = await fuzzing(`--corpus ${path}`);
  });

  test('keeps an entry a line in a folder that it makes', () => {
    expect([first.exit, first.err]).toEqual([0, '']);
    expect(filesIn(path)).toEqual(['corpus.ndjson']);
    const lines = textOf(path).trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(100);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ format: 1, shows: expect.any(Array) });
  });

  test('is tried first by the next run, which knows more by it', async () => {
    const { exit, out } = await tagproof(`fuzz --seed 2 --runs 700 --mode change --corpus ${path}`);
    expect(exit).toBe(0);
    const { out: without } = await tagproof('fuzz --seed 2 --runs 350');
    expect(behavioursOf(out)).toBeGreaterThan(behavioursOf(without));
  });

  test('is left as it is by --mode change, and grows by --mode batch; the same seed keeps the same', async () => {
    const before = textOf(path);
    await fuzzing(`--mode change --corpus ${path}`);
    expect(textOf(path)).toBe(before);
    const [one, other] = [folder(), folder()];
    for (const each of [one, other]) {
      writeFileSync(join(each, 'corpus.ndjson'), before);
      await tagproof(`fuzz --seed 5 --runs 600 --mode batch --corpus ${each}`);
    }
    expect(textOf(one).length).toBeGreaterThan(before.length);
    expect(textOf(other)).toBe(textOf(one));
  });

  test('alone without entries has nothing to send', async () => {
    const { exit, err } = await fuzzing(`--phase corpus --corpus ${folder()}`);
    expect(err).toContain('no request was sent');
    expect(exit).toBe(2);
  });
});

describe('--baseline', () => {
  const failures = folder();
  const record = join(folder(), 'run.ndjson');
  let words = '';
  beforeAll(async () => {
    words = `--target ${await servingMutant('wrong-key-as-http-401')} --world ${WORLD}`;
    await fuzzing(`${words} --failures ${failures} --reporter ndjson=${record}`);
  });

  test('of saved failures: what it knows fails no run, and says so', async () => {
    const { exit, out } = await fuzzing(`${words} --reporter ndjson=${record} --baseline ${failures}`);
    expect(out).toMatch(/^FAIL fuzz\/envelope\/1-http-200-status\/status/m);
    expect(out).toContain(`known: it is listed in ${failures}`);
    expect(exit).toBe(0);
    const failed = readNdjson(readFileSync(record, 'utf8'), record).filter(
      (event) => event.kind === 'case-finished' && event.verdict === 'fail',
    );
    expect(failed).toMatchObject([{ known: failures }]);
  });

  test('that is a list of findings does the same, until its last day', async () => {
    const file = join(folder(), 'baseline.yaml');
    const findings = readNdjson(readFileSync(record, 'utf8'), record).flatMap((event) =>
      event.kind === 'case-finished' ? event.findings : [],
    );
    const lines = findings.map(
      ({ clause, kind }) => `- { clause: ${clause}, kind: ${kind}, reason: agreed }`,
    );
    writeFileSync(file, lines.join('\n'));
    expect((await fuzzing(`${words} --baseline ${file}`)).exit).toBe(0);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(' }', ', until: "2020-01-31" }'));
    expect((await fuzzing(`${words} --baseline ${file}`)).exit).toBe(1);
  });

  test('does not excuse what is new', async () => {
    const other = await servingMutant('tags-as-pairs');
    const { exit, out } = await fuzzing(
      `--phase smoke --target ${other} --world ${WORLD} --baseline ${failures}`,
    );
    expect(out).not.toContain('known: it is listed');
    expect(exit).toBe(1);
  });

  test.each(['nowhere.yaml', WORLD])('%s is exit 2', async (path) => {
    expect((await fuzzing(`--baseline ${path}`)).exit).toBe(2);
  });
});
