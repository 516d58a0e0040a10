/** Probing recovers the answers of a simulator: every option of every question, and whole dialects. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { completeDialect, type Answer } from '../../spec/dialect/dialect.ts';
import { ENDPOINT_IDS } from '../../spec/endpoints.ts';
import { optionsOf, QUESTION_IDS, type QuestionId } from '../../spec/dialect/questions.ts';
import { arbitraryAnswers } from '../../judge/test-helpers/arbitrary-dialect.ts';
import { runInProcess } from '../../../test/test-helpers/in-process-run.ts';
import { CASES, FILE, PROMPT } from '../../../test/test-helpers/shipped.ts';
import { slotsOf, type Slot } from './slots.ts';

const SEED = 20261120;
const DECIDING = PROMPT.filter(({ from }) => from.written.decides !== undefined);

/** Probes a simulator with these answers, with none of them declared. */
async function probeSimulator(answers: readonly Answer[], instances = DECIDING): Promise<readonly Slot[]> {
  const simulator = { dialect: completeDialect(answers) };
  return slotsOf(instances, (await runInProcess({ instances, served: FILE, simulator })).cases);
}

const UNREAD =
  'on the other endpoints the id is missing then, so nothing else than a refusal is possible there; for its own player a client gets what it asks for';

const RUN_WIDE = 'one warning of the run says it, and the cases that meet it are skipped';

/** Options that probing the conformance world does not recover, and why. */
const NOT_RECOVERED: Readonly<Record<string, string>> = {
  'userId.dashboard: OperationNotAuthorized':
    'the same refusal may be about the dashboard token itself (dashboard.*)',
  'id.empty: sender':
    'on the other endpoints an id is required, so nothing else than a refusal is possible there',
  'tagKeys.effect: other': 'where no tag is to come, none can be lost: those cases show the filter',
  'gameId.missing: the only game': 'the conformance world has two games',
  'contentType.missing: not read': UNREAD,
  'contentType.other: not read': UNREAD,
  'method.other: another refusal': 'a refusal may also be what running the operation ended in',
  'http.chunked: as empty': RUN_WIDE,
  'http.range: a part': RUN_WIDE,
};

const named = (question: QuestionId, option: string): string => `${question}: ${option}`;

/** Options that some dialects hide, and how. */
const HIDDEN: Readonly<Record<string, string>> = {
  'userId.dashboard: GamePlayerNotFound': 'a backend may refuse dashboard tokens altogether (dashboard.*)',
  'userId.dashboard: OperationNotAllow': 'a backend may refuse dashboard tokens altogether (dashboard.*)',
  'userId.dashboard: DataRequired': 'a backend may refuse dashboard tokens altogether (dashboard.*)',
  'body.empty: as {}': 'where userId is required a list that names it may be that of a refused shape, too',
  'id.unit: UTF-16 units': 'a backend may refuse ids for their characters, too (id.characters)',
  ...hiddenByLists('tagKeys.twice', 'tagKeys.nullElement', 'tagKeys.emptyElement'),
};

/** The options that only a list of several keys shows. */
function hiddenByLists(...questions: readonly QuestionId[]): Readonly<Record<string, string>> {
  const why = 'a backend may refuse any list of several keys (tagKeys.many)';
  return Object.fromEntries(
    questions.flatMap((question) => optionsOf(question).map((option) => [named(question, option), why])),
  );
}

const without = (names: readonly string[], ...lists: readonly object[]): readonly string[] =>
  names.filter((name) => !lists.some((list) => Object.hasOwn(list, name)));

interface Miss {
  /** The simulator's answer. */
  readonly name: string;
  /** The recovered answer instead; empty if there is none. */
  readonly recovered: string;
}

function misses(slots: readonly Slot[], answers: readonly Answer[]): readonly Miss[] {
  const dialect = completeDialect(answers);
  return slots.flatMap((slot): readonly Miss[] => {
    const endpoint = ENDPOINT_IDS.find((id) => id.startsWith(slot.at)) ?? 'group.admin';
    const want = dialect.answer(slot.question, endpoint) ?? '';
    const [answer, ...others] = slot.shown.map(({ option }) => option);
    const name = named(slot.question, want);
    if (answer === undefined || others.length > 0) return [{ name, recovered: '' }];
    return answer === want ? [] : [{ name, recovered: `${name} recovered as ${answer}` }];
  });
}

/** All questions except those of limits, whose cases need real time: see below. */
const asked = QUESTION_IDS.filter(
  (question) => !CASES.some(({ from: { written } }) => written.alone && written.decides === question),
);
const isAsked = ({ question }: Slot): boolean => asked.includes(question);

test('every option of every question is recovered, except those that no reply shows', async () => {
  const missed: string[] = [];
  for (const question of asked) {
    const instances = DECIDING.filter(({ from }) => from.written.decides === question);
    for (const option of optionsOf(question)) {
      const answers: readonly Answer[] = [{ question, at: '', option }];
      const slots = await probeSimulator(answers, instances);
      const mine = slots.filter((slot) => slot.question === question);
      if (misses(mine, answers).length > 0) missed.push(named(question, option));
    }
  }
  expect(missed).toEqual(Object.keys(NOT_RECOVERED));
}, 300_000);

/** With answers that differ by resource and endpoint. */
const DIALECTS = fc.sample(arbitraryAnswers('accepted'), { numRuns: 12, seed: SEED });

test.each(DIALECTS.map((answers, index) => [index + 1, answers] as const))(
  'a whole dialect is recovered, in whatever order its cases run: dialect %i',
  async (number, answers) => {
    const anyOrder = fc.shuffledSubarray([...DECIDING], { minLength: DECIDING.length });
    const [instances] = fc.sample(anyOrder, { numRuns: 1, seed: SEED + number });
    const found = misses((await probeSimulator(answers, instances)).filter(isAsked), answers);
    expect(found.map(({ recovered }) => recovered).filter((recovered) => recovered !== '')).toEqual([]);
    expect(without([...new Set(found.map(({ name }) => name))], NOT_RECOVERED, HIDDEN)).toEqual([]);
  },
);

/** Limits are probed on one endpoint only, as each takes about a second. */
test.each([
  ['rate.limit', 'enforced', 'limit/rate@gamePlayer.client'],
  ['rate.limit', 'not enforced', 'limit/rate@gamePlayer.server'],
  ['sessions.limit', 'enforced', 'limit/sessions@gamePlayer.client'],
  ['sessions.limit', 'not enforced', 'limit/sessions@group.client'],
] as const)('%s: %s is recovered', async (question, option, id) => {
  const slots = await probeSimulator(
    [{ question, at: '', option }],
    CASES.filter((each) => each.id === id),
  );
  expect(slots.find((slot) => slot.question === question)?.shown).toEqual([{ option, cases: [id] }]);
});
