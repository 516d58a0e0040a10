import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../engine/events.ts';
import { readNdjson } from './record/read-ndjson.ts';
import { foldAll } from './record/reporter.ts';
import { REPORTER_NAMES } from './reporter-register.ts';
import { REPORTERS } from './reporters.ts';
import { STREAMS, WHOLE_STREAMS } from './test-helpers/stream-table.ts';

const CONTROL = /[^\P{Cc}\n]/u;

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
    '%s: writes no control character except line breaks',
    (_, events) => {
      expect(foldAll(REPORTERS[name].open({ colour: false }), events)).not.toMatch(CONTROL);
    },
  );
});

it('each reporter has a line in the help', () => {
  expect(REPORTER_NAMES.map((name) => REPORTERS[name].description)).not.toContain('');
});
