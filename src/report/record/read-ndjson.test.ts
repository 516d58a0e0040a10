import { describe, expect, it } from 'vitest';
import { TagproofError } from '../../base/errors.ts';
import { ndjsonReporter } from '../reporters.ts';
import { readNdjson } from './read-ndjson.ts';
import { foldAll } from './reporter.ts';
import { failed, run } from '../test-helpers/streams.ts';

const EVENTS = run([failed('a@group.client')]);
const RECORD = foldAll(ndjsonReporter(), EVENTS);
const [START = '', CASE = '', END = ''] = RECORD.split('\n');

function faultOf(text: string): unknown {
  try {
    return readNdjson(text, 'run.ndjson');
  } catch (error) {
    return error;
  }
}

describe('a record', () => {
  it.each([
    ['with a byte order mark', `\uFEFF${RECORD}`],
    ['with the line ends of Windows', RECORD.replaceAll('\n', '\r\n')],
    ['without its last line end', RECORD.trimEnd()],
  ])('%s reads the same', (_, text) => {
    expect(readNdjson(text, 'run.ndjson')).toEqual(EVENTS);
  });

  it('keeps members that a later version added', () => {
    const more = END.replace('"ms":', '"later":true,"ms":');
    expect(readNdjson(`${START}\n${CASE}\n${more}\n`, 'run.ndjson').at(-1)).toHaveProperty('later', true);
  });
});

/** The start of a record that its run writes as it happens. */
const KEPT = START.replace('"warnings"', '"kept":{},"warnings"');

describe('a record that was kept as it happened', () => {
  const [started] = readNdjson(`${KEPT}\n`, 'run.ndjson');
  const [, event] = EVENTS;
  const again = CASE.replace('"reason":""', '"reason":"again"');

  it.each([
    ['holds the later event of a case', `${KEPT}\n${CASE}\n${again}\n${END}\n`, 'again', ''],
    [
      'has no end where the run was killed',
      `${KEPT}\n${CASE}\n`,
      '',
      'the run was killed, or is still going on',
    ],
    ['may end within a line', `${KEPT}\n${CASE}\n${again.slice(0, 99)}`, '', 'the run was killed, or'],
  ])('%s', (_, text, reason, partial) => {
    expect(readNdjson(text, 'run.ndjson')).toEqual([
      started,
      { ...event, reason },
      expect.objectContaining({
        totals: expect.objectContaining({ fail: 1, pass: 0 }),
        partial: expect.stringContaining(partial),
      }),
    ]);
  });
});

describe('faults', () => {
  it.each([
    ['an empty file', '', '1: the record does not begin with run-started'],
    ['a line cut off', `${START}\n${CASE.slice(0, 40)}`, '2: the file ends within this line'],
    ['a target file', 'target: https://x\n', '1: this is a target or world file, not the record of a run'],
    ['a line of control characters', '\u001b[31m', '1: the line is not valid JSON'],
    ['an empty line', `${START}\n\n${END}`, '2: the line is not valid JSON'],
    [
      'an unknown event',
      `${START}\n{"kind":"case-begun"}`,
      "2: no event of a run: kind: Invalid discriminator value. Expected 'run-started' | 'case-finished' | 'run-finished'",
    ],
    ['no object', `${START}\n17`, '2: no event of a run: Invalid input: expected object, received number'],
    [
      'a wrong type deep inside',
      `${START}\n${CASE.replace('"line":12', '"line":"12"')}\n${END}`,
      '2: no event of a run: case.line: Invalid input: expected number, received string',
    ],
    [
      'an unknown kind of finding',
      `${START}\n${CASE.replace('"wrong-outcome"', '"odd"')}\n${END}`,
      '2: no event of a run: findings.0.kind: Invalid option',
    ],
    ['no start', `${CASE}\n${END}`, '1: the record does not begin with run-started'],
    ['no end', `${START}\n${CASE}`, '2: the record ends here, before its run was finished'],
    ['two runs', `${RECORD}${RECORD}`, '4: a second run begins here: a record holds one run'],
    ['something after the end', `${RECORD}${CASE}`, '4: an event after the end of the run'],
  ])('%s', (_, text, message) => {
    const fault = faultOf(text);
    expect(fault).toBeInstanceOf(TagproofError);
    expect(String(fault)).toContain(`run.ndjson:${message}`);
  });

  const PLANNED = START.replace('"warnings"', '"options":{},"warnings"');
  const PASSED = CASE.replace('a@group.client', 'b@group.client').replace('"fail"', '"pass"');

  it.each([
    [
      'a case twice',
      `${START}\n${CASE}\n${CASE}\n${END}`,
      '3: the record contradicts itself: a@group.client is in it twice',
    ],
    [
      'a lost case',
      `${START}\n${END}`,
      '2: the record contradicts itself: it says 0 passed, 1 failed, 0 warned, 0 skipped, 0 errored, and holds 0 passed, 0 failed',
    ],
    [
      'a lost case, its totals mended',
      `${PLANNED}\n${END.replace('"fail":1', '"fail":0')}`,
      '2: the record is incomplete: it holds 0 cases of 1 that were planned',
    ],
    [
      'a failure made a pass',
      `${START}\n${PASSED}\n${END}`,
      '2: the record contradicts itself: b@group.client passed, but has findings',
    ],
    [
      'a must made a should',
      `${START}\n${CASE.replace('"must"', '"should"')}\n${END}`,
      '2: the record contradicts itself: a@group.client failed, but breaks no must',
    ],
  ])('%s', (_, text, message) => {
    expect(String(faultOf(text))).toContain(`run.ndjson:${message}`);
  });

  it('a run that was cut may hold fewer cases than were planned', () => {
    const cut = RECORD.replace('"planned":1', '"planned":9').replace(
      '"partial":""',
      '"partial":"interrupted"',
    );
    expect(readNdjson(cut, 'run.ndjson')).toHaveLength(3);
  });
});
