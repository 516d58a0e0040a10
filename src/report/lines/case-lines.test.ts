import { describe, expect, it } from 'vitest';
import { plain } from '../test-helpers/fold.ts';
import { STREAMS } from '../test-helpers/stream-table.ts';
import { exchange, failed, message, run, shownBy, TOO_SHORT } from '../test-helpers/streams.ts';

const failureText = (changes: Parameters<typeof failed>[1]) =>
  plain(run([failed('a@group.client', changes)]));

describe('exchanges', () => {
  it('only the exchange of the finding is shown', () => {
    const steps = ['within 1 of 2', 'within 2 of 2', 'beyond'].map((step) => exchange('{}', { step }));
    const text = failureText({ exchanges: steps, findings: [shownBy(TOO_SHORT, 2)] });
    expect(text).toContain('  request (beyond)  POST');
    expect(text).not.toContain('within');
  });

  it('a huge body is cut, with its size', () => {
    const text = plain(STREAMS['a huge body']);
    expect(text.length).toBeLessThan(25_000);
    expect(text).toContain('(1500 more characters)  (200000 bytes)');
    expect(text).toContain('… and 970 more headers');
    expect(text).toContain('(the curl line has 200005 characters: the json and ndjson reports have it)');
  });

  it('a body that was cut earlier is marked as cut', () => {
    const text = failureText({
      exchanges: [exchange('', { reply: message('HTTP/1.1 200', 'abc', { bytes: 9 }) })],
    });
    expect(text).toContain('    abc  (9 bytes)');
  });

  it('the curl line is on its own line without indentation', () => {
    const { curl } = exchange('');
    expect(failureText({}).split('\n')).toContain(curl);
  });
});
