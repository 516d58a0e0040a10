import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../record/events.ts';
import { foldAll } from '../record/reporter.ts';
import { caseOf, errored, failed, run, TOO_SHORT } from '../test-helpers/streams.ts';
import { githubReporter } from './github-reporter.ts';

const lines = (events: readonly RunEvent[]): readonly string[] =>
  foldAll(githubReporter(), events).trimEnd().split('\n');
const commands = (events: readonly RunEvent[], kind: string) =>
  lines(events).filter((line) => line.startsWith(`::${kind} `));

/** Cases with a separate clause each. */
const causes = (count: number, change: (id: string, clause: string) => RunEvent) =>
  Array.from({ length: count }, (_, index) => change(`c${index}@group.client`, `dialect/q${index}`));

describe('annotations', () => {
  it.each([
    [10, 10, /^::error .*q9/],
    [11, 10, /^::error title=2 more::2 more of this kind/],
    [500, 10, /^::error title=491 more::/],
  ])('%i causes give %i errors, and the last one is %s', (count, shown, last) => {
    const events = run(
      causes(count, (id, clause) => failed(id, { findings: [{ ...TOO_SHORT, clause }] })) as never,
    );
    expect(commands(events, 'error')).toHaveLength(shown);
    expect(commands(events, 'error').at(-1)).toMatch(last);
  });

  it('an incomplete run and cases without a judged reply are errors', () => {
    const events = run([errored('e@group.client', 'timed out')], { finished: { partial: 'interrupted' } });
    expect(commands(events, 'error').map((line) => line.split('::')[2])).toEqual([
      'interrupted',
      'timed out',
    ]);
  });

  it.each([
    ['/abs/suite.yaml', undefined],
    ['../suite.yaml', undefined],
    ['node_modules/tagproof/suites/1.yaml', undefined],
    ['', undefined],
    ['my,cases: 100%.yaml', 'file=my%2Ccases%3A 100%25.yaml'],
  ])('a case of %j has the place %s', (file, place) => {
    const [command = ''] = commands(run([failed('a@group.client', { case: { file } })]), 'error');
    expect(/file=.*?yaml/.exec(command)?.[0]).toBe(place);
  });

  it('no reply can start its own command', () => {
    const evil = '%0A::error::x\r\n::set-output name=x::y\u001b[31m';
    const events = run([
      failed('a@group.client', { findings: [{ ...TOO_SHORT, actual: evil, expected: evil }] }),
    ]);
    expect(lines(events)).toHaveLength(2);
    expect(lines(events)[0]).toContain(String.raw`%250A:\x3aerror::x\x0d\x0a:\x3aset-output`);
  });

  it('a clean run has only its result line, and beside the console nothing', () => {
    const clean = run([caseOf()]);
    expect(lines(clean)).toEqual(['PASSED; 1 passed, 0 failed, 0 warned, 0 skipped, 0 errored']);
    expect(foldAll(githubReporter({ besideConsole: true }), clean)).toBe('');
  });
});
