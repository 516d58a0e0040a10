import { describe, expect, it, test } from 'vitest';
import type { RunEvent } from '../record/events.ts';
import { foldAll, type ReporterOptions } from '../record/reporter.ts';
import { coloured, plain as verbose, stripped } from '../test-helpers/fold.ts';
import { allFailing } from '../test-helpers/many.ts';
import { STREAMS } from '../test-helpers/stream-table.ts';
import {
  NO_TYPE,
  caseOf,
  errored,
  failed,
  needing,
  run,
  skipped,
  started,
  throughout,
  TOO_SHORT,
  warned,
} from '../test-helpers/streams.ts';
import { consoleReporter } from './console-reporter.ts';

const plain = (events: readonly RunEvent[], options: Partial<ReporterOptions> = {}): string =>
  foldAll(consoleReporter({ colour: false, ...options }), events);

/** The blocks of a report, and its last screen. */
const parts = (text: string): { readonly blocks: readonly string[]; readonly screen: string } => {
  const [, ...all] = text.trimEnd().split('\n\n');
  return { blocks: all.slice(0, -1), screen: all.at(-1) ?? '' };
};
const screenOf = (...args: Parameters<typeof plain>): string => parts(plain(...args)).screen;

const CELLS = { whole: true, mustCells: 700, verified: 300, failed: 10, notVerified: 390 };

/** This many causes, each in three cases. */
const causes = (count: number): readonly RunEvent[] =>
  run(
    Array.from({ length: 3 * count }, (_, index) =>
      failed(`c/${index}@group.client`, {
        findings: [{ ...TOO_SHORT, clause: `7.3/unknown-${index % count}` }],
        case: { index },
      }),
    ),
    { finished: { cells: CELLS } },
  );

describe('golden screens', () => {
  it('a failure without a finding is a block, too', () => {
    const { blocks, screen } = parts(plain(STREAMS['a failure without findings']));
    expect(blocks).toEqual([expect.stringMatching(/^FAIL no reason given\n {2}in 1 case, the first id\/x@/)]);
    expect(screen).toContain('\n1 failed: no reason given\n');
  });

  it('with --verbose colour marks the verdict, expected and actual', () => {
    const text = coloured(run([failed('id/x@group.client', { exchanges: [] })]));
    expect(text.replaceAll('\u001b', '␛')).toMatchInlineSnapshot(`
      "tagproof 0.2.0: 1 case against https://staging.example.com/base

      ␛[1m␛[31m✗␛[39m␛[22m ␛[1mid/x@group.client␛[22m  an id one character too short is refused as StringMinLength
        ␛[2msuites/7.3-member-checks.yaml:12␛[22m

        ␛[1manswered Ok with 1 tag {"vip": "gold"}, expected InvalidRequestParameters (-5) listing userId as StringMinLength (5)␛[22m
          ␛[2mclause  ␛[22m  7.3/string-min-length (must, §7.3): StringMinLength answers a string that is too short
          ␛[2mwhere   ␛[22m  returnCode
          ␛[2mexpected␛[22m  ␛[32mInvalidRequestParameters (-5) listing userId as StringMinLength (5)␛[39m
          ␛[2mactual  ␛[22m  ␛[31mOk with 1 tag {"vip": "gold"}␛[39m

      ␛[1m␛[31mFAILED: 1 cause in 1 case␛[39m␛[22m
        ␛[1m␛[31m✗␛[39m␛[22m 1 case  7.3/string-min-length  must: StringMinLength answers a string that is too short
      https://staging.example.com/base: 1 request in 1.2 s
      0 passed, 1 failed, 0 warned, 0 skipped, 0 errored
      "
    `);
  });
});

describe('the last screen', () => {
  it('names what failed or warned without a finding with its reason', () => {
    const reason = 'health check: few requests succeeded';
    const weak = warned('fuzz/not-reached', { findings: [], reason });
    expect(screenOf(run([weak]))).toContain(`\n1 warned: ${reason}\n`);
    expect(screenOf(run([{ ...weak, known: 'b.yaml' }]))).not.toContain(reason);
  });

  it.each([
    [
      { whole: false, mustCells: 1, verified: 0, failed: 1, notVerified: 0 },
      'this run verified 0 of the 1 must cell of the selected cases; 1 failed',
    ],
  ])('says what was verified (%#)', (cells, line) => {
    expect(screenOf(run([caseOf()], { finished: { cells } })).split('\n')).toContain(line);
  });

  it('has no heading with nothing under it, and says nothing of clauses that are not counted', () => {
    expect(screenOf(run([caseOf()], { finished: { cells: CELLS } }))).not.toContain('declare');
    expect(screenOf(run([caseOf()]))).not.toContain('verified');
  });

  it('counts planned cases as run, not the entries after them', () => {
    const events = run([caseOf(), throughout(1)], { finished: { partial: 'x' }, started: { planned: 2 } });
    expect(screenOf(events)).toContain('\npartial: 1 of 2 cases ran: x\n');
  });
});

test('the line that runs a case again names target, world and suite', () => {
  const runWords = "'my target.yaml' --suite own";
  expect(plain(run([failed('id/x@group.client')], { started: { runWords } }))).toContain(
    "npx tagproof run 'my target.yaml' --suite own --verbose --only id/x@group.client\n",
  );
});

test('what the fuzzer found is not called a case to run', () => {
  const found = failed('fuzz/allowed/4.5.2/tags');
  const ofFuzzer = { ...found, case: { ...found.case, chapter: 'fuzzing' } };
  expect(plain(run([found]))).toContain('--only fuzz/allowed');
  expect(plain(run([ofFuzzer]))).not.toContain('--only');
});

test.each([0, 1, 6, 13, 60, 500])(
  '%i causes: at most twenty blocks of 25 lines, and thirty lines',
  (count) => {
    const { blocks, screen } = parts(plain(causes(count)));
    expect(blocks).toHaveLength(Math.min(20, count));
    for (const block of blocks) expect(block.split('\n').length).toBeLessThanOrEqual(25);
    const named = screen.match(/^ {2}FAIL /gm)?.length ?? 0;
    expect(
      screen.includes(
        `  and ${count - named} more causes, ${count - named} of them failing (--reporter markdown names every cause)\n`,
      ),
    ).toBe(count > named);
    expect(named).toBe(count > 30 ? 29 : count);
  },
);

test('no cause that fails is left out for a warning', () => {
  const warnings = Array.from({ length: 6 }, (_, index) =>
    warned(`w/${index}@group.client`, {
      findings: [{ ...NO_TYPE, clause: `1/unknown-${index}` }],
      case: { index },
    }),
  );
  const failures = causes(14).filter((event) => event.kind === 'case-finished');
  const { screen } = parts(plain(run([...warnings, ...failures])));
  expect([screen.match(/^ {2}FAIL /gm)?.length, screen.match(/^ {2}WARN /gm)]).toEqual([14, null]);
  expect(screen).toContain('\n  and 6 more causes (--reporter markdown names every cause)\n');
});

test('every must has its line before the shoulds, also before one that explains other failures', () => {
  const events = run([
    warned('w@group.client'),
    failed('f@group.client', {
      findings: [{ ...TOO_SHORT, clause: '7.3/unknown' }],
      follows: 'w@group.client',
    }),
    failed('g@group.client', { findings: [TOO_SHORT] }),
  ]);
  expect(parts(plain(events)).screen.match(/^ {2}(?:FAIL|WARN) /gm)).toEqual(['  FAIL ', '  WARN ']);
});

/** A run that has everything to say, and much of it. */
const EVERYTHING = run(
  [
    ...allFailing(300, 20_000).filter((event) => event.kind === 'case-finished'),
    ...Array.from({ length: 40 }, (_, at) => skipped(`s${at}@group.client`, `needs thing ${at}`)),
    ...Array.from({ length: 40 }, (_, at) => errored(`e${at}@group.client`, `why ${at}`)),
    ...Array.from({ length: 90 }, (_, at) =>
      needing(`n${at}@group.client`, `a secret key of kind ${at % 9}`),
    ),
  ],
  {
    started: { warnings: ['the target file names no world'] },
    finished: {
      partial: 'the target stopped answering: connect ECONNREFUSED 127.0.0.1:4000\none\ntwo\nthree\nfour',
      pace: { perSecond: 18, resent: 42 },
      cells: CELLS,
    },
  },
);

describe.each([40, 80, 120])('on a terminal of %i columns', (columns) => {
  it.each([
    ['60 causes', causes(60)],
    ['all that there can be', EVERYTHING],
    ['hostile texts', STREAMS['hostile texts']],
  ])('%s: nothing is wider, nothing is cut off but long values', (_, events) => {
    for (const colour of [true, false]) {
      const files = ['reports/of the run.html', 'run.xml'];
      const text = stripped(plain(events, { colour, columns, files }));
      const { blocks, screen } = parts(text);
      for (const block of blocks) expect(block.split('\n').length).toBeLessThanOrEqual(25);
      const broken = text
        .split('\n')
        .filter((line) => line.length > columns && !/^curl |^ {2}(?:go on| {5}) {5}npx tagproof /.test(line));
      expect(broken).toEqual([]);
      expect(screen.replaceAll(/\s+/g, ' ')).toContain('reports: reports/of the run.html, run.xml');
    }
  });

  it('every line of the last screen is whole', () => {
    const screen = screenOf(EVERYTHING, { columns });
    expect(screen).not.toContain('…');
    expect(screen.replaceAll(/\s+/g, ' ')).toBe(screenOf(EVERYTHING).replaceAll(/\s+/g, ' '));
    expect(screen).toMatch(/slowed\s+down\s+to\s+about\s+18/);
  });
});

test('with --quiet the last screen stands alone', () => {
  const text = plain(EVERYTHING, { mode: 'quiet' });
  expect(parts(text)).toEqual({ blocks: [], screen: screenOf(EVERYTHING) });
});

describe('with --verbose', () => {
  it.each([
    ['a pass', caseOf(), ''],
    ['a skip', skipped('a@group.client', 'needs a token'), ''],
    ['a failure', failed('a@group.client'), 'FAIL a@group.client'],
    ['a warning', warned('a@group.client'), '\n  the Content-Type is not JSON\n'],
    ['an error', errored('a@group.client', 'timed out'), 'ERROR a@group.client'],
  ])('%s is printed as soon as the case ends', (_, event, text) => {
    const reporter = consoleReporter({ colour: false, mode: 'verbose' });
    reporter.on(started());
    const shown = reporter.on(event);
    expect(shown).toContain(text);
    expect(shown === '').toBe(text === '');
  });

  it('an error shows the request and why it got no reply', () => {
    expect(verbose(STREAMS['an error'])).toMatch(
      /\n\n {2}the target refused the connection\n\n {2}request {2}POST [^]*\n {2}no reply {2}connect ECONNREFUSED\ncurl -sS /,
    );
  });

  it('hostile texts are shown as their codes', () => {
    const text = verbose(STREAMS['hostile texts']);
    expect(text).toContain(String.raw`\x1b[31mred\x1b]0;title\x07\x9b2J\x00\x08`);
    expect(text).toContain(String.raw`\u{d800} alone \u{dc00} \u{202e}esrever`);
  });
});
