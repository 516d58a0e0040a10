import { expect, test } from 'vitest';
import type { Contradiction } from './against-file.ts';
import { contradictionLine, probeLines, probeSummary, writtenLines } from './probe-lines.ts';
import type { Shown, Slot } from './slots.ts';

const slot = (
  question: Slot['question'],
  at: string,
  shown: readonly Shown[],
  ...why: readonly string[]
): Slot => ({
  question,
  at,
  shown,
  why,
  failed: [],
  ended: [],
});
const empty = (at: string, option: string): Slot =>
  slot('tagKeys.empty', at, [{ option, cases: [`a/two@${at}`] }]);

const SLOTS: readonly Slot[] = [
  slot('codes.returnCode', '', [{ option: 'digits', cases: ['a/one@group.admin'] }]),
  empty('gamePlayer.client', 'all'),
  empty('gamePlayer.server', 'all'),
  empty('group.client', 'none'),
  slot('tagKeys.empty', 'group.server', [], 'needs\na group', 'the replies fit several options'),
  slot('tagKeys.effect', 'gamePlayer', [
    { option: 'filter', cases: ['b/one@gamePlayer.client', 'b/one@gamePlayer.server'] },
    { option: 'none', cases: ['b/two@gamePlayer.client'] },
  ]),
  slot('id.unit', '', [], 'no case of the suite decides it'),
];

test('lists the answers in a line for each question, then the others once, by what they need', () => {
  expect(probeLines(SLOTS, 80).join('\n')).toBe(
    `what this backend answers
  codes.returnCode  digits, discouraged by 7.1/form, shown by a/one@group.admin
  tagKeys.empty     all (gamePlayer), shown by a/two@gamePlayer.client and 1 more case; none (group.client), shown by a/two@group.client
  tagKeys.effect    answered in two ways: filter (shown by b/one@gamePlayer.client and 1 more case), none (shown by b/two@gamePlayer.client)

not determined, by what is needed (tagproof explain QUESTION says what is asked)
needs a group: tagKeys.empty (group.server)
no case of the suite decides it: id.unit`,
  );
});

test('the summary counts questions', () => {
  expect(probeSummary(SLOTS)).toBe(
    '4 questions: 1 answered, 1 answered in part, 1 answered in two ways, 1 not determined',
  );
  expect(probeSummary(SLOTS.slice(0, 1))).toBe('1 question: 1 answered');
});

test('a contradiction names the question, the place and the evidence', () => {
  const shown = [{ option: 'none', cases: ['a/one@group.admin', 'a/two@group.admin'] }];
  const found: Contradiction = { ...slot('tagKeys.effect', 'group', shown), declared: 'filter' };
  expect(contradictionLine(found)).toBe(
    'dialect/tagKeys.effect on group: the file says filter, but this backend answers none (shown by a/one@group.admin and 1 more case)',
  );
});

test('what became of the file names what was not written, and why', () => {
  const world = { path: ['world', 'secretKeys', 0, 'role'], value: 'Admin', comment: '' };
  const answer = { path: ['dialect', 'id.unit'], value: 'code points', comment: '' };
  const written = {
    file: 't.yaml',
    additions: [world, answer, answer],
    leftOut: [
      { fact: { kind: 'role', key: 'admin', role: 'Admin', evidence: [] } as const, why: 'of a reason' },
    ],
    withheld: [{ ...empty('group.client', 'none'), failed: ['a/two@group.client'] }],
  };
  expect(writtenLines('t.yaml', written, '')).toEqual([
    't.yaml: 1 fact and 2 answers added',
    't.yaml: not written: key admin has the role Admin: of a reason',
    't.yaml: 1 answer not written, because cases about it failed: dialect/tagKeys.empty on group.client: none (a/two@group.client)',
  ]);
  const many = Array.from({ length: 13 }, (_, at) => ({
    ...empty('group.client', 'none'),
    failed: [`a/${at}@group.client`, 'b'],
  }));
  const [, ...left] = writtenLines('t.yaml', { ...written, leftOut: [], withheld: many }, '');
  expect(left).toEqual([
    expect.stringMatching(
      /^t\.yaml: 13 answers not written, because cases about them failed: dialect\/tagKeys\.empty on group\.client: none \(a\/0@group\.client and 1 more\), .* and 10 more$/,
    ),
  ]);
  expect(writtenLines('t.yaml', { ...written, additions: [], leftOut: [], withheld: [] }, '')).toEqual([
    't.yaml: there is nothing to add',
  ]);
  expect(writtenLines('t.yaml', undefined, 'interrupted')).toEqual([
    't.yaml: nothing is written: interrupted',
  ]);
});
