import { describe, expect, it } from 'vitest';
import type { CaseFinished } from '../record/events.ts';
import { consoleReporter } from './console-reporter.ts';
import { coloured, plain } from '../test-helpers/fold.ts';
import { STREAMS } from '../test-helpers/stream-table.ts';
import {
  caseOf,
  errored,
  failed,
  run,
  skipped,
  started,
  throughout,
  warned,
} from '../test-helpers/streams.ts';

/** The text that is printed as soon as the first case ends. */
const shown = (event: CaseFinished) => {
  const reporter = consoleReporter({ colour: false, mode: 'verbose' });
  reporter.on(started());
  return reporter.on(event);
};

/** reports/sample/console.txt, which is always fresh, has failures with all that belongs to them. */
describe('golden texts', () => {
  it('a warning of every reply says how often it occurred', () => {
    expect(plain(STREAMS['a warning of every reply'])).toContain(
      [
        'WARN throughout/content-type  every reply has a JSON Content-Type',
        '',
        '  seen in 1,566 of 4,188 replies, in 900 of 1,811 cases, first in a@group.client',
        '  on group.client, group.admin',
        '',
        '  the Content-Type is not JSON',
        '    clause    1/json/type (should, §1): the Content-Type of the reply is JSON',
        '',
      ].join('\n'),
    );
  });

  it('an error shows the request and why it got no reply', () => {
    const text = plain(STREAMS['an error']);
    expect(text).toMatch(
      /\n\n {2}the target refused the connection\n\n {2}request {2}POST [^]*\n {2}no reply {2}connect ECONNREFUSED\n\ncurl -sS /,
    );
    expect(text).toContain('\n1 errored: the target refused the connection\n');
  });

  it('colour marks the verdict, expected and actual', () => {
    const text = coloured(run([failed('id/x@group.client', { exchanges: [] })]));
    expect(text.replaceAll('\u001b', '␛')).toMatchInlineSnapshot(`
      "tagproof 0.2.0: 1 case against https://staging.example.com/base

      ␛[1m␛[31m✗␛[39m␛[22m ␛[1mid/x@group.client␛[22m  an id one character too short is refused as StringMinLength
        ␛[2msuites/7.3-member-checks.yaml:12␛[22m

        ␛[1munexpected outcome␛[22m
          ␛[2mclause  ␛[22m  7.3/string-min-length (must, §7.3): StringMinLength answers a string that is too short
          ␛[2mwhere   ␛[22m  returnCode
          ␛[2mexpected␛[22m  ␛[32mInvalidRequestParameters (-5) listing userId as StringMinLength (5)␛[39m
          ␛[2mactual  ␛[22m  ␛[31mOk with 1 tag {"vip": "gold"}␛[39m

      ␛[1m␛[31mnot conformant: 1 cause in 1 case␛[39m␛[22m
        ␛[1m␛[31m✗␛[39m␛[22m 1 case  7.3/string-min-length  must: StringMinLength answers a string that is too short
      https://staging.example.com/base: 1 request in 1.2 s
      0 passed, 1 failed, 0 warned, 0 skipped, 0 errored
      "
    `);
  });
});

describe('the text that is printed immediately', () => {
  it.each([
    ['a pass', caseOf(), ''],
    ['a skip', skipped('a@group.client', 'needs a token'), ''],
    ['a failure', failed('a@group.client'), 'FAIL a@group.client'],
    ['a warning', warned('a@group.client'), '\n  the Content-Type is not JSON\n'],
    ['an error', errored('a@group.client', 'timed out'), 'ERROR a@group.client'],
  ])('%s', (_, event, text) => {
    expect(shown(event)).toContain(text);
    expect(shown(event) === '').toBe(text === '');
  });
});

describe('hostile texts', () => {
  it('are shown as their codes', () => {
    expect(plain(STREAMS['hostile texts'])).toContain(String.raw`\x1b[31mred\x1b]0;title\x07\x9b2J\x00\x08`);
    expect(plain(STREAMS['hostile texts'])).toContain(String.raw`\u{d800} alone \u{dc00} \u{202e}esrever`);
  });
});

describe('the summary', () => {
  it('counts planned cases as run, not the entries after them', () => {
    const text = plain(
      run([caseOf(), throughout(1)], { finished: { partial: 'x' }, started: { planned: 2 } }),
    );
    expect(text).toContain('\npartial: 1 of 2 cases ran: x\n');
    expect(text).toContain('1 passed, 0 failed, 1 warned');
  });
});
