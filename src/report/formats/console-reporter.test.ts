import { describe, expect, it, test } from 'vitest';
import type { RunEvent } from '../record/events.ts';
import { foldAll } from '../record/reporter.ts';
import { stripped } from '../test-helpers/fold.ts';
import { allFailing } from '../test-helpers/many.ts';
import { STREAMS } from '../test-helpers/stream-table.ts';
import { errored, failed, needing, run, skipped, TOO_SHORT, warned } from '../test-helpers/streams.ts';
import { consoleReporter } from './console-reporter.ts';

const plain = (events: readonly RunEvent[]): string => foldAll(consoleReporter({ colour: false }), events);

/** The blocks of a report, and its last screen. */
const parts = (text: string): { readonly blocks: readonly string[]; readonly screen: string } => {
  const [, ...all] = text.trimEnd().split('\n\n');
  return { blocks: all.slice(0, -1), screen: all.at(-1) ?? '' };
};

/** This many causes, each in three cases. */
const causes = (count: number): readonly RunEvent[] =>
  run(
    Array.from({ length: 3 * count }, (_, index) =>
      failed(`c/${index}@group.client`, {
        findings: [{ ...TOO_SHORT, clause: `7.3/unknown-${index % count}` }],
        case: { index },
      }),
    ),
    { finished: { cells: { whole: true, mustCells: 700, verified: 300, failed: 10, notVerified: 390 } } },
  );

describe('golden screens', () => {
  it('a run without findings is one screen', () => {
    expect(plain(STREAMS['all pass'])).toMatchInlineSnapshot(`
      "tagproof 0.2.0: 2 cases against https://staging.example.com/base

      no must is broken
      https://staging.example.com/base: 2 requests in 1.2 s
      2 passed, 0 failed, 0 warned, 0 skipped, 0 errored
      "
    `);
  });

  it('a cause is a block: the clause, where, an example, its exchange and command', () => {
    const known = { ...failed('old@group.client'), known: 'baseline.yaml' };
    expect(
      plain(run([failed('id/x@group.client'), failed('id/y@group.client'), warned('w@group.client'), known])),
    ).toMatchInlineSnapshot(`
      "tagproof 0.2.0: 4 cases against https://staging.example.com/base

      FAIL 7.3/string-min-length (must, §7.3): StringMinLength answers a string that is too short
        unexpected outcome, in 2 cases on gamePlayer.client
        example   id/x@group.client  an id one character too short is refused as StringMinLength
                  suites/7.3-member-checks.yaml:12
        where     returnCode
        expected  InvalidRequestParameters (-5) listing userId as StringMinLength (5)
        actual    Ok with 1 tag {"vip": "gold"}
        others    id/y
        request  POST /base/api/rJson/gamePlayer/client/getTag HTTP/1.1
          Secret-Key: $PLAYER_KEY
          {"userId": "aaaaaaaaa"}
        reply  HTTP/1.1 200
          {"returnCode":1,"parameters":{"errorCode":1,"infoResponseParameters":{"tags":[{"key":"vip","value":"gold"}]}}}  (110 bytes)
      curl -sS -X POST https://staging.example.com/base/api/rJson/gamePlayer/client/getTag -H "Secret-Key: $PLAYER_KEY" --data-binary '{"userId":"aaaaaaaaa"}'
        go on     tagproof explain 7.3/string-min-length
                  tagproof run --verbose --only id/x@group.client

      not conformant: 2 causes in 3 cases
        FAIL 2 cases  7.3/string-min-length  must: StringMinLength answers a string that is too short
        WARN 1 case   1/json/type            the Content-Type is not JSON, for example w@group.client
      1 case with findings that baseline.yaml knows
      https://staging.example.com/base: 4 requests in 1.2 s
      0 passed, 3 failed, 1 warned, 0 skipped, 0 errored
      "
    `);
  });

  it('what got no reply is a block for each reason', () => {
    expect(
      plain(
        run([errored('a@group.client', 'timed out'), errored('b@group.client', 'timed out')], {
          started: { planned: 9 },
          finished: { partial: 'the target stopped answering' },
        }),
      ),
    ).toMatchInlineSnapshot(`
      "tagproof 0.2.0: 9 cases against https://staging.example.com/base

      ERROR timed out
        in 2 cases, the first a@group.client
        request  POST /base/api/rJson/gamePlayer/client/getTag HTTP/1.1
          Secret-Key: $PLAYER_KEY
          {"userId": "aaaaaaaaa"}
        no reply  connect ECONNREFUSED
      curl -sS -X POST https://staging.example.com/base/api/rJson/gamePlayer/client/getTag -H "Secret-Key: $PLAYER_KEY" --data-binary '{"userId":"aaaaaaaaa"}'

      not checked to the end
      2 errored: timed out
      partial: 2 of 9 cases ran: the target stopped answering
      https://staging.example.com/base: 2 requests in 1.2 s
      0 passed, 0 failed, 0 warned, 0 skipped, 2 errored
      "
    `);
  });

  it('what concerns every reply is named with its share', () => {
    expect(plain(STREAMS['a warning of every reply'])).toContain(
      '\n  WARN 1 case  1/json/type  the Content-Type is not JSON, seen in 1,566 of 4,188 replies, in 900 of 1,811 cases, first in a@group.client\n',
    );
  });

  it('what the fuzzer found is not called a case to run', () => {
    const found = failed('fuzz/allowed/4.5.2/tags');
    const ofFuzzer = { ...found, case: { ...found.case, chapter: 'fuzzing' } };
    expect(plain(run([found]))).toContain('--only fuzz/allowed');
    expect(plain(run([ofFuzzer]))).not.toContain('--only');
  });

  it('what failed or warned without a finding is named with its reason', () => {
    const reason = 'health check: few requests succeeded';
    const weak = warned('fuzz/not-reached', { findings: [], reason });
    expect(parts(plain(run([weak]))).screen).toContain(`\n1 warned: ${reason}\n`);
    expect(parts(plain(run([{ ...weak, known: 'b.yaml' }]))).screen).not.toContain(reason);
  });
});

test.each([0, 1, 6, 60, 500])('%i causes: at most twenty blocks, and at most 25 lines each', (count) => {
  const { blocks, screen } = parts(plain(causes(count)));
  expect(blocks).toHaveLength(Math.min(20, count));
  for (const block of [...blocks, screen]) expect(block.split('\n').length).toBeLessThanOrEqual(25);
  const named = screen.match(/^ {2}FAIL /gm)?.length ?? 0;
  expect(screen.includes(`  and ${count - named} more causes\n`)).toBe(count > named);
  expect(named).toBeGreaterThanOrEqual(Math.min(6, count));
});

test('many reasons, long replies and everything else at once stay on one screen', () => {
  const cases = [
    ...allFailing(300, 20_000).filter((event) => event.kind === 'case-finished'),
    ...Array.from({ length: 40 }, (_, at) => skipped(`s${at}@group.client`, `needs thing ${at}`)),
    ...Array.from({ length: 40 }, (_, at) => errored(`e${at}@group.client`, `why ${at}`)),
  ];
  const events = run(cases, {
    finished: {
      partial: 'interrupted\none\ntwo\nthree\nfour',
      pace: { perSecond: 18, resent: 42 },
      cells: { whole: true, mustCells: 700, verified: 300, failed: 0, notVerified: 400 },
    },
  });
  const { blocks, screen } = parts(plain(events));
  for (const block of [...blocks, screen]) expect(block.split('\n').length).toBeLessThanOrEqual(25);
  expect(screen).toMatch(/\n1 errored: why 0\n[^]*\nand \d+ more lines\n/);
  expect(screen).toContain('slowed down to about 18 requests/s');
  expect(
    foldAll(consoleReporter({ colour: false, mode: 'quiet' }), events)
      .trimEnd()
      .endsWith(screen),
  ).toBe(true);
});

const FILES = ['reports/of the run.html', 'run.xml'];
const PARTIAL = { planned: 900, warnings: ['the target file names no world'] };
const CELLS = { whole: true, mustCells: 700, verified: 300, failed: 10, notVerified: 390 };

/** What a terminal may show, each with what its last screen has to say. */
const SCREENS: readonly (readonly [string, readonly RunEvent[], RegExp])[] = [
  ...[1, 6, 60].map(
    (count) => [`${count} causes`, causes(count), /^not conformant: \d+ causes? in \d+ cases/] as const,
  ),
  ['0 causes', STREAMS['all pass'], /^no must is broken\n/],
  [
    'all in the baseline',
    run(
      Array.from({ length: 60 }, (_, at) => ({ ...failed(`k${at}@group.client`), known: 'baseline.yaml' })),
    ),
    /^(?!.*cause)[^]*60 cases with findings that\s+baseline\.yaml\s+knows/,
  ],
  [
    'a partial target file',
    run(
      Array.from({ length: 90 }, (_, at) => needing(`s${at}@group.client`, `a secret key of kind ${at % 9}`)),
      { started: PARTIAL, finished: { cells: CELLS } },
    ),
    /verified 300 of 700 must\s+cells[^]*and 4 more/,
  ],
  [
    'an unreachable target',
    run([errored('a@group.client', 'timed out')], {
      started: PARTIAL,
      finished: { partial: 'the target stopped answering: connect ECONNREFUSED 127.0.0.1:4000, three times' },
    }),
    /partial: 1 of 900 cases\s+ran: the\s+target\s+stopped\s+answering/,
  ],
  ['hostile texts', STREAMS['hostile texts'], /^/],
];

describe.each([40, 80, 120])('on a terminal of %i columns', (columns) => {
  it.each(SCREENS)(
    '%s: nothing is wider, and no block or screen is longer than 25 lines',
    (_, events, says) => {
      for (const colour of [true, false]) {
        const text = stripped(foldAll(consoleReporter({ colour, columns, files: FILES }), events));
        const { blocks, screen } = parts(text);
        for (const block of [...blocks, screen]) expect(block.split('\n').length).toBeLessThanOrEqual(25);
        const broken = [...blocks, screen]
          .flatMap((block) => block.split('\n'))
          .filter((line) => line.length > columns && !/^curl |^ {2}(?:go on| {5}) {5}tagproof /.test(line));
        expect(broken).toEqual([]);
        expect(screen).toMatch(says);
        expect(screen.replaceAll(/\s+/g, ' ')).toContain('reports: reports/of the run.html, run.xml');
      }
    },
  );
});
