import { describe, expect, it } from 'vitest';
import type { RunEvent } from './record/events.ts';
import { lastLine, totalsOf } from './record/verdict.ts';
import { visibleCommand } from '../base/text/visible.ts';
import { readNdjson } from './record/read-ndjson.ts';
import { foldAll } from './record/reporter.ts';
import { REPORTER_NAMES } from '../world/target-file/report-word.ts';
import { REPORTERS } from './reporters.ts';
import { stripped } from './test-helpers/fold.ts';
import { HOSTILE, STREAMS, WHOLE_STREAMS } from './test-helpers/stream-table.ts';

const CONTROL = /[^\P{Cc}\n]|\p{Bidi_Control}/u;

const opened = [
  ...REPORTER_NAMES.map((name) => ({ name, colour: false })),
  { name: 'console' as const, colour: true },
];

describe.each(opened)('the contract of $name, colour $colour', ({ name, colour }) => {
  const { open } = REPORTERS[name];

  it.each(WHOLE_STREAMS)(
    '%s: the report rebuilt from the record equals the one written live, and ends with a line break',
    (_, events) => {
      const record = foldAll(REPORTERS.ndjson.open({ colour }), events);
      const live = foldAll(open({ colour }), events);
      expect(foldAll(open({ colour }), readNdjson(record, 'run.ndjson'))).toBe(live);
      expect(live).toMatch(/\n$/);
    },
  );

  it('two reporters share no state', () => {
    const [first, second] = [open({ colour }), open({ colour })];
    const texts = STREAMS.repetitions.map((event) => [first.on(event), second.on(event)]);
    expect(texts.map(([text]) => text)).toEqual(texts.map(([, text]) => text));
  });
});

describe.each(REPORTER_NAMES)('%s without colour', (name) => {
  it.each(Object.entries<readonly RunEvent[]>(STREAMS))(
    '%s: writes no control character but line breaks, and no mark that turns a line round',
    (_, events) => {
      expect(foldAll(REPORTERS[name].open({ colour: false }), events)).not.toMatch(CONTROL);
    },
  );
});

it('each reporter has a line in the help', () => {
  expect(REPORTER_NAMES.map((name) => REPORTERS[name].description)).not.toContain('');
});

/** The words of a text, whatever its marks. */
const marks = (text: string): string => text.replaceAll(/(✗|FAIL|!|WARN|\?|ERROR) /g, '* ');

describe.each(['causes', 'verbose'] as const)('the console that shows %s, which people read', (mode) => {
  const text = (colour: boolean, events: readonly RunEvent[]): string =>
    foldAll(REPORTERS.console.open({ colour, mode }), events);

  it.each(WHOLE_STREAMS)('%s: the last line is the totals, and colour changes only the look', (_, events) => {
    const totals = totalsOf(events.filter((event) => event.kind === 'case-finished'));
    for (const colour of [false, true])
      expect(text(colour, events).trimEnd().split('\n').at(-1)).toBe(lastLine(totals));
    const coloured = stripped(text(true, events));
    expect(marks(coloured)).toBe(marks(text(false, events)));
    expect(coloured).not.toMatch(CONTROL);
  });

  it('a curl line stays one line', () => {
    const lines = text(false, STREAMS['hostile texts']).split('\n');
    expect(lines).toContain(visibleCommand(`curl ${HOSTILE}`));
  });
});
