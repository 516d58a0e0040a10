/** A step with its own clauses: a wrong reply to it breaks the first of them. */
import { expect, test } from 'vitest';
import {
  caseOf,
  LARKS,
  OTHERS,
  refused,
  runOf,
  scripted,
  type Script,
} from '../../run/suite/test-helpers/scripted.ts';
import { instancesOf, type Differs } from '../test-helpers/made.ts';

const ON = 'group.server';
const steps: Differs = {
  for: ON,
  clauses: ['4.5.2/tags'],
  steps: [
    { name: 'plain' },
    {
      name: 'unknown key',
      clauses: ['5.3/wrong', '4.2/secret-key/required'],
      send: { headers: { alter: { 'Secret-Key': 'change-last' } } },
      expect: { reply: 'refused', code: 'SecretInvalid' },
    },
    { name: 'plain again' },
  ],
};

/** Answers the case with these replies in order, then with the right one. */
const answers =
  (...replies: readonly ReturnType<typeof refused>[]): Script =>
  (request, index) =>
    caseOf(request).startsWith('made/') ? (replies[index] ?? LARKS) : LARKS;

test.each([
  ['is that of the step that failed', answers(LARKS, LARKS, LARKS), '5.3/wrong'],
  ["is the case's first if the step has none", answers(OTHERS, refused(-10), LARKS), '4.5.2/tags'],
  ["is the case's first again for a later plain step", answers(LARKS, refused(-10), OTHERS), '4.5.2/tags'],
])('the clause of a finding: %s', async (_, script, clause) => {
  const { cases } = await runOf(instancesOf(steps), scripted(script));
  expect(cases).toMatchObject([{ verdict: 'fail', findings: [{ clause }] }]);
});
