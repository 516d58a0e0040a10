import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTargetFile } from '../../world/target-file/read-target-file.ts';
import { startEmbedded } from '../../library/embedded/embedded.ts';
import { simulatorOptionsOf } from '../../library/embedded/simulated-file.ts';
import { Simulator } from '../../../simulator/server/server.ts';
import { refusal } from '../../../simulator/answer/answer.ts';
import { folder } from '../test-helpers/captured.ts';
import { probeCommand } from './probe.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { onPaper, type OnPaper } from './test-helpers/paper.ts';

const WORLD = 'fixtures/world.yaml';
/** Chapters with quick cases. */
const suite = ['suites/7.2-not-found.yaml', 'suites/4.4-envelope.yaml'];

const probing = (options: Partial<CommandOptions<'probe'>>): Promise<OnPaper> =>
  onPaper((io) => probeCommand({ timeout: 5000, concurrency: 8, suite, ...options }, io));

test('without a target the embedded simulator is probed', async () => {
  const { exit, out, err } = await probing({});
  expect(exit).toBe(0);
  expect(err).toBe('');
  expect(out).toMatch(
    /^what this backend answers\n(?:.*\n)* {2}tags\.none +\[\], shown by envelope\/untagged@gamePlayer\.client and 8 more cases\n/,
  );
  expect(out).toMatch(/\nno case of the suite decides it: codes\.returnCode, /);
  expect(out.trimEnd().split('\n').at(-1)).toMatch(
    /^the embedded simulator: \d+ cases, \d+ questions: \d+ answered, \d+ not determined$/,
  );
});

describe('a target file', () => {
  let target: URL;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ url: target, close } = await startEmbedded(readTargetFile(WORLD, {})));
  });
  afterAll(() => close());

  /** The conformance world as a target file, with some of its dialect. */
  function targetFile(dialect: string): string {
    const path = join(folder(), 'target.yaml');
    writeFileSync(path, `target: ${target.href} # ours\n${dialect}\n${readFileSync(WORLD, 'utf8')}`);
    return path;
  }

  test('gets no answer where a case fails that asks for it', async () => {
    const broken = new Simulator({
      ...simulatorOptionsOf(readTargetFile(WORLD, {})),
      alter: (stages) => ({
        ...stages,
        encode: (answer, call) =>
          stages.encode(
            answer.kind === 'not-found' && call?.endpoint.id === 'group.admin'
              ? refusal('UnknownError', 'oh')
              : answer,
            call,
          ),
      }),
    });
    const { url } = await broken.start();
    const file = targetFile('');
    writeFileSync(file, readFileSync(file, 'utf8').replace(target.href, url));
    const { out, err } = await probing({ target: file, write: true, json: true });
    const { written } = JSON.parse(out) as { readonly written: { readonly withheld: readonly object[] } };
    expect(written.withheld).toContainEqual({
      question: 'notFound.info',
      at: '',
      shown: [{ option: '{}', cases: expect.anything() as unknown }],
      why: [],
      failed: ['envelope/not-found@group.admin'],
    });
    expect(err).toMatch(/cases? failed/);
    const { dialectAnswers } = readTargetFile(file, {});
    expect(dialectAnswers.map(({ question }) => question)).not.toContain('notFound.info');
    expect(dialectAnswers).toContainEqual({ question: 'tags.none', at: '', option: '[]' });
    const again = await probing({ target: file, write: true });
    expect(again.out).toMatch(
      /: 2 answers not written, because cases about them failed: .*, dialect\/notFound\.info: \{\} \(envelope\/not-found@group\.admin\)\n/,
    );
    await broken.close();
  });

  test('that contradicts the target is left unchanged, with a warning', async () => {
    const file = targetFile('dialect: { codes.errorCode: name, members.listed: all }');
    const { exit, err } = await probing({ target: file, write: true });
    expect(exit).toBe(0);
    expect(err).toBe(
      'warning: dialect/codes.errorCode: the file says name, but this backend answers number (shown by not-found/plain@gamePlayer.client and 8 more cases); the file is unchanged\n',
    );
    expect(readFileSync(file, 'utf8')).toContain('codes.errorCode: name\n');
  });
});
