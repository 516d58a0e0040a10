import { expect, test } from 'vitest';
import type { ProbedSlot } from './probed-slot.ts';
import { contradictionLine, probeLines, probeSummary } from './probe-lines.ts';

const shown = (at: string, option: string): ProbedSlot => ({
  kind: 'answered',
  question: 'tagKeys.empty',
  at,
  option,
  cases: [`a/two@${at}`],
});

const SLOTS: readonly ProbedSlot[] = [
  { kind: 'answered', question: 'codes.returnCode', at: '', option: 'digits', cases: ['a/one@group.admin'] },
  shown('gamePlayer.client', 'all'),
  shown('gamePlayer.server', 'all'),
  shown('group.client', 'none'),
  {
    kind: 'undetermined',
    question: 'tagKeys.empty',
    at: 'group.server',
    why: [['needs\na group'], ['the replies fit several options']],
    ended: [],
  },
  {
    kind: 'two ways',
    question: 'tagKeys.effect',
    at: 'gamePlayer',
    shown: [
      { option: 'filter', cases: ['b/one@gamePlayer.client', 'b/one@gamePlayer.server'] },
      { option: 'none', cases: ['b/two@gamePlayer.client'] },
    ],
  },
  {
    kind: 'undetermined',
    question: 'id.unit',
    at: '',
    why: [['no case of the suite decides it']],
    ended: [],
  },
];

test('lists the answers in a line for each question, then the others once, by what they need', () => {
  expect(probeLines(SLOTS, 80).join('\n')).toBe(
    `what this backend answers
  codes.returnCode  digits, discouraged by 7.1/form, shown by a/one@group.admin
  tagKeys.empty     all (gamePlayer), shown by a/two@gamePlayer.client and 1 more case; none (group.client), shown by a/two@group.client
  tagKeys.effect    answered in two ways: filter by b/one@gamePlayer.client and 1 more case, none by b/two@gamePlayer.client

not determined, by what is needed (tagproof explain QUESTION says what is asked)
needs a group: tagKeys.empty (group.server)
no case of the suite decides it: id.unit`,
  );
});

test('the summary counts questions', () => {
  expect(probeSummary(SLOTS)).toBe(
    '4 questions: 1 answered, 1 answered in two ways, 1 answered in part, 1 not determined',
  );
  expect(probeSummary(SLOTS.slice(0, 1))).toBe('1 question: 1 answered');
});

test('a contradiction names the question, the place and the evidence', () => {
  const contradiction = {
    question: 'tagKeys.effect',
    at: 'group',
    declared: 'filter',
    option: 'none',
  } as const;
  expect(contradictionLine({ ...contradiction, cases: ['a/one@group.admin', 'a/two@group.admin'] })).toBe(
    'dialect/tagKeys.effect on group: the file says filter, but this backend answers none (shown by a/one@group.admin and 1 more case)',
  );
});
