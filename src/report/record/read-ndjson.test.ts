import { describe, expect, it, test } from 'vitest';
import { TagproofError } from '../../base/errors.ts';
import { ndjsonReporter } from '../reporters.ts';
import { readNdjson } from './read-ndjson.ts';
import { foldAll } from './reporter.ts';
import { failed, run } from '../test-helpers/streams.ts';

const EVENTS = run([failed('a@group.client')]);
const RECORD = foldAll(ndjsonReporter(), EVENTS);
const [START = '', CASE = '', END = ''] = RECORD.split('\n');

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

/** As a run that planned its cases writes its start. */
const PLANNED = START.replace('"warnings"', '"options":{},"warnings"');
const PASSED = CASE.replace('a@group.client', 'b@group.client').replace('"fail"', '"pass"');

const FAULTY: readonly (readonly [what: string, text: string])[] = [
  ['an empty file', ''],
  ['a line cut off', `${START}\n${CASE.slice(0, 40)}`],
  ['a target file', 'target: https://x\n'],
  ['a line of control characters', '\u001b[31m'],
  ['an empty line', `${START}\n\n${END}`],
  ['an unknown event', `${START}\n{"kind":"case-begun"}`],
  ['no object', `${START}\n17`],
  ['a wrong type deep inside', `${START}\n${CASE.replace('"line":12', '"line":"12"')}\n${END}`],
  ['an unknown kind of finding', `${START}\n${CASE.replace('"wrong-outcome"', '"odd"')}\n${END}`],
  ['no start', `${CASE}\n${END}`],
  ['no end', `${START}\n${CASE}`],
  ['two runs', `${RECORD}${RECORD}`],
  ['something after the end', `${RECORD}${CASE}`],
  ['a case twice', `${START}\n${CASE}\n${CASE}\n${END}`],
  ['a lost case', `${START}\n${END}`],
  ['a lost case, its totals mended', `${PLANNED}\n${END.replace('"fail":1', '"fail":0')}`],
  ['a failure made a pass', `${START}\n${PASSED}\n${END}`],
  ['a must made a should', `${START}\n${CASE.replace('"must"', '"should"')}\n${END}`],
];

function faultOf(text: string): string {
  try {
    readNdjson(text, 'run.ndjson');
  } catch (error) {
    expect(error).toBeInstanceOf(TagproofError);
    const [message = '', hint] = String(error).split('\n');
    expect(hint).toBe('A record of a run is what --reporter ndjson=FILE writes.');
    return message.replace('TagproofError: ', '');
  }
  throw new Error('no fault was found');
}

test('each fault of a record has its committed message', async () => {
  const texts = FAULTY.map(([what, text]) => `${what}\n  ${faultOf(text)}\n`);
  await expect(texts.join('')).toMatchFileSnapshot('__snapshots__/faults-of-records.txt');
});

test('a run that was cut may hold fewer cases than were planned', () => {
  const cut = RECORD.replace('"planned":1', '"planned":9').replace('"partial":""', '"partial":"interrupted"');
  expect(readNdjson(cut, 'run.ndjson')).toHaveLength(3);
});
