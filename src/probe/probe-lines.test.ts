import { expect, test } from 'vitest';
import type { ProbedSlot } from './probed-slot.ts';
import { contradictionLine, probeLines, probeSummary } from './probe-lines.ts';

const SLOTS: readonly ProbedSlot[] = [
  { kind: 'answered', question: 'codes.returnCode', at: '', option: 'digits', cases: ['a/one@group.admin'] },
  {
    kind: 'answered',
    question: 'tagKeys.empty',
    at: 'gamePlayer.client',
    option: 'all',
    cases: ['a/two@gamePlayer.client'],
  },
  {
    kind: 'answered',
    question: 'tagKeys.empty',
    at: 'gamePlayer.server',
    option: 'all',
    cases: ['a/two@gamePlayer.server'],
  },
  {
    kind: 'answered',
    question: 'tagKeys.empty',
    at: 'group.client',
    option: 'none',
    cases: ['a/two@group.client'],
  },
  {
    kind: 'undetermined',
    question: 'tagKeys.empty',
    at: 'group.server',
    why: ['needs a group', 'the replies\nfit several options'],
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
  { kind: 'undetermined', question: 'id.unit', at: '', why: ['no case of the suite decides it'] },
];

test('lists the answers of each question with their evidence, and undetermined ones with the reason', () => {
  expect(probeLines(SLOTS).join('\n')).toBe(
    `codes.returnCode  In which wire form does returnCode come? (§7.1)
  digits (discouraged: 7.1/form a code field keeps to one wire form, number or name); shown by a/one@group.admin
tagKeys.empty  What does an empty tagKeys get? (§4.3)
  all on gamePlayer; shown by a/two@gamePlayer.client and 1 more case
  none on group.client; shown by a/two@group.client
  not determined on group.server: needs a group; the replies fit several options
tagKeys.effect  What does tagKeys do to the tags of the reply? (§4.3)
  answered in two ways: filter by b/one@gamePlayer.client and 1 more case; none by b/two@gamePlayer.client
id.unit  In which unit is the length of an id counted? (§2.1)
  not determined: no case of the suite decides it`,
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
