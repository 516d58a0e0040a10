/** Options that the document discourages: the suite warns of each by the clause of its question, and of nothing else. */
import { describe, expect, test } from 'vitest';
import { completeDialect } from '../src/spec/dialect/dialect.ts';
import { optionsOf, QUESTION_IDS, questionOf } from '../src/spec/dialect/questions.ts';
import { onOneEndpoint } from './test-helpers/deep.ts';
import { runInProcess, troubles } from './test-helpers/in-process-run.ts';
import { FILE, PROMPT } from './test-helpers/shipped.ts';

const PROTOTYPE_ONLY = /^skip extra\/prototype-only@\S+: .* declare dialect: .*body\.prototype/;

/** Options that need something that the conformance world does not have, or real time; or that go too far where all ids meet them. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'id.format: invalid',
  'gameId.missing: the only game',
  'rate.limit: not enforced',
  'sessions.limit: not enforced',
]);

/** The page of a router is warned of once, and what it answers is not verified. */
const BY_ROUTER =
  /^skip \S+: not verified: a router answered in place of the operations, see 7\.1\/operation-invalid\/status$/;

/** A path in another spelling is an unknown operation to such a router: one cause, one warning. */
const BY_CAUSE = new Map([['path.spelling: another status', '7.1/operation-invalid/status']]);

/** What is warned of, too: a percent-encoded Game-Id beside a key that carries that game may as well be passed over. */
const ALSO = new Map([['header.percent: decoded', '5.3/game/unknown']]);

/** Discouraged options that hide what a case is about, each with the cases that are skipped for it. */
const NOT_VERIFIED: ReadonlyMap<string, RegExp> = new Map([
  // A list that names a prototype may as well be that of a refusal of the text.
  ['id.missing: StringNull', PROTOTYPE_ONLY],
  ['tagKeys.omitted: ServiceArrayNull', PROTOTYPE_ONLY],
  // A list of two keys may be refused for its length as well as for the unknown key.
  ['tagKeys.unknown: invalid', /^skip tag-keys\/known-and-unknown@\S+ .* may be right: /],
  ['operation.unknown: another status', BY_ROUTER],
  ['path.spelling: another status', BY_ROUTER],
  ['http.chunked: as empty', /^skip \S+: \S+ may be right: .*see 1\/http-200\/chunked$/],
  ['http.range: a part', /^skip http\/range@\S+: .* may be right: .*see 1\/http-200\/range$/],
]);

/** With a number each, which takes turns at the endpoints and at halves of the cases that decide nothing. */
const discouraged = QUESTION_IDS.flatMap((question) =>
  optionsOf(question)
    .filter(
      (option) => questionOf(question).options[option] === 'warn' && !ELSEWHERE.has(`${question}: ${option}`),
    )
    .map((option) => [question, option] as const),
).map((each, turn) => [...each, turn] as const);

describe('options that break a should', () => {
  test.each(discouraged)(
    '%s: %s is warned of by the clause of the question, and nothing else',
    async (question, option, turn) => {
      const result = await runInProcess({
        instances: onOneEndpoint(PROMPT, turn).filter(
          ({ from }, at) => from.written.decides !== undefined || at % 2 === turn % 2,
        ),
        served: FILE,
        simulator: { dialect: completeDialect([{ question, at: '', option }]) },
        // Checking the world takes half as long again.
        setup: turn % 8 === 1 ? 'check' : 'trust',
      });
      const clauses = new Set(result.cases.flatMap(({ findings }) => findings.map(({ clause }) => clause)));
      const hidden = NOT_VERIFIED.get(`${question}: ${option}`);
      const others = troubles(result).filter(
        (line) => !line.startsWith('warn') && hidden?.test(line) !== true,
      );
      expect(others).toEqual([]);
      const clause = BY_CAUSE.get(`${question}: ${option}`) ?? questionOf(question).warns;
      const also = ALSO.get(`${question}: ${option}`);
      expect([...clauses].filter((each) => each !== also)).toEqual([clause]);
    },
  );

  test('a format that only existing ids meet is more than discouraged: nothing is ever not found', async () => {
    const result = await runInProcess({
      instances: PROMPT,
      served: FILE,
      simulator: { dialect: completeDialect([{ question: 'id.format', at: '', option: 'invalid' }]) },
    });
    const wrong = result.cases.flatMap(({ verdict, case: { id }, findings: [first] }) =>
      first === undefined ? [] : [`${verdict} ${id.split('@')[0]} ${first.clause}`],
    );
    expect([...new Set(wrong)].filter((line) => !line.startsWith('warn'))).toEqual([
      'fail not-found/some-id 7.4.2/not-found',
    ]);
    expect(
      new Set(wrong.filter((line) => line.startsWith('warn')).map((line) => line.split(' ')[2])),
    ).toEqual(new Set(['2.1/format']));
  });
});
