/** Statements: made only from whole runs, reproducible, and protected against changes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { found } from '../../probe/test-helpers/finished.ts';
import { folder, tagproof } from '../test-helpers/captured.ts';
import { CASES, PLAN, recorded, type Changes } from '../test-helpers/whole-record.ts';

const dir = folder();
const at = (name: string): string => join(dir, name);
const COMMIT = 'git:0123456789abcdef0123456789abcdef01234567';

const attest = (events: string, rest = '') => tagproof(`attest ${events} --subject ${COMMIT} ${rest}`);

describe('attest', () => {
  test('writes a test result with the suite, the document, coverage and dialect', async () => {
    const { exit, out } = await attest(recorded({ first: { decided: ['codes.returnCode: number'] } }));
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ digest: { gitCommit: COMMIT.slice('git:'.length) } }],
      predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
      predicate: {
        result: 'PASSED',
        configuration: [
          {
            name: 'tagproof suite',
            digest: { sha256: PLAN.suite },
            annotations: { selection: 'whole suite' },
          },
          { name: 'getTag document', digest: { sha256: PLAN.document } },
          { name: 'events', annotations: { dialect: { 'codes.returnCode': 'number' } } },
        ],
        failedTests: [],
      },
    });
  });

  test('says FAILED if a case failed, and exits with 1', async () => {
    const events = recorded({ first: { verdict: 'fail', findings: [found('1/json')] } });
    const { exit, out } = await attest(events, `--output ${at('failed.json')}`);
    expect([exit, out]).toEqual([1, `${at('failed.json')}: FAILED\n`]);
  });

  test.each<readonly [string, Changes, string]>([
    ['a cut run', { end: { partial: 'interrupted' } }, 'the run was cut: interrupted'],
    [
      'a selection',
      { start: { plan: { ...PLAN, whole: false, only: ['id/*'] } } },
      'it is of selected cases',
    ],
    [
      'a quick run',
      { start: { plan: { ...PLAN, whole: false, quick: { cases: 9 } } } },
      'it is of a quick run, which leaves most cases out: run without --quick',
    ],
    ['lost cases', { lost: 3 }, `it has ${CASES - 3} of ${CASES} planned cases`],
    ['unanswered cases', { first: { verdict: 'error', reason: 'none' } }, 'some cases got no reply to judge'],
  ])('rejects %s', async (_, changes, why) => {
    const { exit, err } = await attest(recorded(changes));
    expect(exit).toBe(2);
    expect(err).toContain(`no statement can be made of this record: ${why}`);
  });
});

describe('verify', () => {
  const events = recorded();
  const file = at('statement.json');
  const image = `oci:registry.example.com/backend@sha256:${'ab'.repeat(32)}`;
  beforeAll(async () => {
    await tagproof(`attest ${events} --subject ${image} --output ${file} --requirements 0.1.0`);
  });
  const verify = (rest = '') => tagproof(`verify ${file} --events ${events} ${rest}`);

  test('reads no file that the statement names', async () => {
    const odd = at('odd-statement.json');
    writeFileSync(odd, readFileSync(file, 'utf8').replace('requirements 0.1.0', 'requirements /etc/passwd'));
    const { exit, err } = await tagproof(`verify ${odd} --events ${events}`);
    expect(err).toContain('it is about the requirements /etc/passwd, which do not come with tagproof');
    expect([exit, err.includes('--requirements FILE')]).toEqual([2, true]);
    const given = await tagproof(`verify ${odd} --events ${events} --requirements requirements/0.1.0.yaml`);
    expect([given.exit, given.err]).toEqual([1, expect.stringContaining('annotations.selection')]);
  });

  test('derives the same statement again', async () => {
    expect(await verify()).toMatchObject({
      exit: 0,
      err: '',
      out: expect.stringContaining('what it is about was not checked: name that with --subject'),
    });
    const { exit, out } = await verify(`--subject ${image}`);
    expect(exit).toBe(0);
    expect(out).not.toContain('--subject');
    expect((await verify(`--subject ${COMMIT}`)).exit).toBe(1);
  });

  test.each([
    ['"PASSED"', '"WARNED"', 'predicate.result'],
    ['"verified": 703', '"verified": 704', 'coverage.verified'],
    ['"failedTests": []', '"failedTests": ["a"]', 'predicate.failedTests.0'],
  ])('detects %s changed to %s', async (was, is, path) => {
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(was);
    writeFileSync(file, text.replace(was, is));
    const { exit, err } = await verify();
    writeFileSync(file, text);
    expect(exit).toBe(1);
    expect(err).toContain(path);
  });

  test('detects other events', async () => {
    writeFileSync(at('other.ndjson'), readFileSync(events, 'utf8').replace('"ms":1', '"ms":2'));
    const { exit, err } = await tagproof(`verify ${file} --events ${at('other.ndjson')}`);
    expect([exit, err.includes('digest.sha256')]).toEqual([1, true]);
  });
});
