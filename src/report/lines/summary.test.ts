import { describe, expect, it } from 'vitest';
import { lastLine } from '../../engine/verdict.ts';
import { totalsOf } from '../../engine/verdict.ts';
import { coloured, plain } from '../test-helpers/fold.ts';
import { WHOLE_STREAMS } from '../test-helpers/stream-table.ts';
import {
  caseOf,
  failed,
  NO_TYPE,
  run,
  skipped,
  throughout,
  TOO_SHORT,
  warned,
} from '../test-helpers/streams.ts';

describe('the summary', () => {
  const cases = [
    failed('a@group.client', { case: { chapter: '7.3 Member checks', index: 2 } }),
    warned('b@group.client', { case: { chapter: '1 Service', index: 1 } }),
    failed('c@group.client', { findings: [TOO_SHORT, NO_TYPE], case: { chapter: '1 Service', index: 0 } }),
    caseOf({ case: { chapter: '9 Versioning', index: 3 } }),
    caseOf({ case: { chapter: '1 Service', index: 4 } }),
  ];

  it('counts chapters and clauses with findings', () => {
    const text = plain(run(cases, { finished: { partial: 'interrupted' }, started: { planned: 40 } }));
    expect(text.slice(text.indexOf('\nchapters'))).toMatchInlineSnapshot(`
      "
      chapters
        1 Service          1 failed, 1 warned, 1 passed
        7.3 Member checks  1 failed

      broken clauses
        must    7.3/string-min-length  2 cases  StringMinLength answers a string that is too short
        should  1/json/type            2 cases  the Content-Type of the reply is JSON

      partial: 5 of 40 cases ran: interrupted

      https://staging.example.com/base: 5 requests in 1.2 s
      2 passed, 2 failed, 1 warned, 0 skipped, 0 errored
      "
    `);
  });

  it('counts planned cases as run, not the entries after them', () => {
    const text = plain(
      run([caseOf(), throughout(1)], { finished: { partial: 'x' }, started: { planned: 2 } }),
    );
    expect(text).toContain('\npartial: 1 of 2 cases ran: x\n');
    expect(text).toContain('1 passed, 0 failed, 1 warned');
  });

  it('names at most twelve reasons', () => {
    const skips = Array.from({ length: 20 }, (_, i) => skipped(`s${i}@group.client`, `needs thing ${i}`));
    expect(plain(run(skips))).toContain('1 skipped: needs thing 11\n8 skipped for 8 other reasons\n');
  });

  it.each(WHOLE_STREAMS)('%s: the last line is the totals', (_, events) => {
    const totals = totalsOf(events.filter((event) => event.kind === 'case-finished'));
    for (const text of [plain(events), coloured(events)])
      expect(text.trimEnd().split('\n').at(-1)).toBe(lastLine(totals));
  });
});
