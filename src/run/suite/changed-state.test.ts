/** A backend that changes what it serves: one cause stands first, with all failures that follow from it. */
import { expect, test } from 'vitest';
import { instancesOf } from '../../cases/test-helpers/made.ts';
import { causesOf } from '../../report/facts/causes.ts';
import { LARKS, ON, OTHERS, plainCases, runOf, scripted, tags, type Ran } from './test-helpers/scripted.ts';

const NO_TAGS = tags();
const NUMBER = instancesOf({
  id: 'made/number',
  for: ON,
  send: { alter: { $id: 'as-number' } },
  expect: { reply: 'invalid', members: [{ code: '$id', type: 'TypeInvalid' }] },
});

/** A run of five plain cases and a different one; the answers by the number of the request among all of these. */
function ranWith(answer: (number: number) => typeof LARKS): Promise<Ran> {
  let number = 0;
  const transport = scripted(() => answer((number += 1)));
  return runOf([...plainCases(5), ...NUMBER], transport, { confirm: true });
}

const following = ({ cases }: Ran) => cases.flatMap(({ follows, case: { id } }) => (follows ? [id] : []));

test('the same request that is answered differently from some time on is one cause, with the last good and the first bad reply and what came between', async () => {
  const ran = await ranWith((number) => (number <= 3 ? LARKS : NO_TAGS));
  expect(following(ran)).toEqual([`made/case-4@${ON}`, `made/case-5@${ON}`]);
  const [first, ...others] = causesOf(ran.cases);
  expect(first?.example.case.id).toBe('throughout/changed-state');
  expect(first?.words).toBe('the backend changes its state: the same request was answered differently');
  expect(first?.finding).toMatchObject({ clause: '1/read-only', level: 'must', exchange: 1 });
  expect(first?.cases).toHaveLength(3);
  expect(first?.example.exchanges.map(({ step, reply }) => `${step}: ${reply?.body}`)).toEqual([
    expect.stringMatching(/^the last good reply: .*rise early/),
    expect.stringMatching(/^the first bad reply: .*"tags":\[\]/),
  ]);
  expect(first?.example.notes).toContain(
    'nothing else was sent about the subject between the last good reply and the first bad one',
  );
  // What fails whatever the state is stays a cause of its own.
  expect(others.map(({ cases }) => cases.map(({ case: { id } }) => id))).toEqual([[`made/number@${ON}`]]);
});

test('what else was sent about the subject is named, and no case that follows asks whether the file is out of date', async () => {
  let isWrong = false;
  const transport = scripted(({ headers }) => {
    const isNumber = headers.some(([, value]) => String(value).includes('made/number'));
    isWrong ||= isNumber;
    return isWrong && !isNumber ? OTHERS : LARKS;
  });
  const [one, two, ...rest] = plainCases(4);
  const { cases } = await runOf(
    [one, two, ...NUMBER, ...rest].flatMap((each) => each ?? []),
    transport,
    {
      confirm: true,
    },
  );
  const changed = cases.find(({ case: { id } }) => id === 'throughout/changed-state');
  expect(changed?.notes?.join('\n')).toContain(`the last first: made/number@${ON}`);
  const notes = cases.filter(({ follows }) => follows !== undefined).map(({ notes: its = [] }) => its);
  expect(notes).toEqual([
    ['not sent again: the backend changes its state, see throughout/changed-state'],
    ['not sent again: the backend changes its state, see throughout/changed-state'],
  ]);
});

test.each<readonly [how: string, answer: (number: number) => typeof LARKS]>([
  ['at times', (number) => (number % 3 === 0 ? NO_TAGS : LARKS)],
  ['always', () => NO_TAGS],
  ['once', (number) => (number === 4 ? NO_TAGS : LARKS)],
])('a backend that answers wrongly %s does not change its state', async (_, answer) => {
  const ran = await ranWith(answer);
  expect(ran.cases.some(({ verdict }) => verdict === 'fail')).toBe(true);
  expect(following(ran)).toEqual([]);
  expect(ran.ids).not.toContain('throughout/changed-state');
});
