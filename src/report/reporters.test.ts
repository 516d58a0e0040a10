import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../engine/events.ts';
import { readNdjson } from './record/read-ndjson.ts';
import { foldAll } from './record/reporter.ts';
import { isReporterName, REPORTER_NAMES, REPORTERS } from './reporters.ts';
import { STREAMS, WHOLE_STREAMS } from './test-helpers/stream-table.ts';

const CONTROL = /[^\P{Cc}\n]/u;
const streams = Object.entries<readonly RunEvent[]>(STREAMS);

const opened = [...REPORTER_NAMES, 'console' as const].map((name, index) => {
  return { name, open: REPORTERS[name].open, colour: index === REPORTER_NAMES.length };
});

describe.each(opened)('the contract of $name, colour $colour', ({ open, colour }) => {
  it.each(streams)('has a text for %s', (_, events) => {
    expect(typeof foldAll(open({ colour }), events)).toBe('string');
  });

  it.each(WHOLE_STREAMS)(
    '%s: the report rebuilt from the record equals the one written live',
    (_, events) => {
      const record = foldAll(REPORTERS.ndjson.open({ colour }), events);
      const rebuilt = foldAll(open({ colour }), readNdjson(record, 'run.ndjson'));
      expect(rebuilt).toBe(foldAll(open({ colour }), events));
    },
  );

  it.each(WHOLE_STREAMS)('%s: two reporters share no state', (_, events) => {
    const [first, second] = [open({ colour }), open({ colour })];
    const texts = events.map((event) => [first.on(event), second.on(event)]);
    expect(texts.map(([text]) => text)).toEqual(texts.map(([, text]) => text));
  });

  it.each(WHOLE_STREAMS)('%s: the text ends with a line break', (_, events) => {
    expect(foldAll(open({ colour }), events)).toMatch(/\n$/);
  });
});

describe.each(REPORTER_NAMES)('%s without colour', (name) => {
  it.each(streams)('%s: writes no control character except line breaks', (_, events) => {
    expect(foldAll(REPORTERS[name].open({ colour: false }), events)).not.toMatch(CONTROL);
  });
});

it('each reporter has a line in the help', () => {
  expect(REPORTER_NAMES.map((name) => REPORTERS[name].description)).not.toContain('');
  expect(isReporterName('toString')).toBe(false);
});
