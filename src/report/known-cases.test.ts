/** Cases of the baseline do not fail the run, so no report may turn a pipeline red for them. */
import { describe, expect, it } from 'vitest';
import { failed, run, warned } from './test-helpers/streams.ts';
import { readJunit } from './test-helpers/junit-results.ts';
import { type ConsoleMode, foldAll } from './record/reporter.ts';
import type { ReporterName } from '../world/target-file/report-word.ts';
import { REPORTERS } from './reporters.ts';

const KNOWN = { ...failed('old@group.client'), known: 'baseline.yaml' };
const EVENTS = run([
  KNOWN,
  failed('new@group.client'),
  { ...warned('mild@group.client'), known: 'baseline.yaml' },
]);
const text = (name: ReporterName, mode?: ConsoleMode): string =>
  foldAll(REPORTERS[name].open({ colour: false, ...(mode && { mode }) }), EVENTS);

describe('a case of the baseline', () => {
  it('is skipped in JUnit, with its finding as the message', async () => {
    const [suite] = (await readJunit(text('junit'))).testsuite ?? [];
    expect(suite).toMatchObject({ tests: '3', failures: '1', skipped: '2' });
    const messages = suite?.testcase?.flatMap(({ skipped = [] }) => skipped.map(({ message }) => message));
    expect(messages).toHaveLength(2);
    expect(messages?.[0]).toMatch(
      /^known, in baseline\.yaml: answered Ok with .* \(7\.3\/string-min-length\)$/,
    );
  });

  it('is not an annotation on GitHub', () => {
    const commands = text('github')
      .split('\n')
      .filter((line) => line.startsWith('::'));
    expect(commands.map((line) => line.slice(2, line.indexOf(' ', 2)))).toEqual(['error']);
  });

  it.each(['markdown', 'html'] as const)('is counted in %s, not shown as a cause', (name) => {
    expect(text(name)).toContain('FAILED: 1 cause in 1 case, 2 known causes');
    expect(text(name)).not.toMatch(/example(?: {3}|":")old@group\.client/);
  });

  it('takes one line where every case is shown, and is counted on the console', () => {
    expect(text('console', 'verbose')).toContain(
      '\n\nFAIL old@group.client  known: it is listed in baseline.yaml\n',
    );
    expect(text('console', 'verbose').split('old@group.client')).toHaveLength(2);
    expect(text('console')).toContain('\nFAILED: 1 cause in 1 case, 2 known causes\n');
    expect(text('console')).not.toContain('old@group.client');
  });
});
