/** Refusals whose codes reveal whether their subject exists are a warning, whatever the case's clauses are. */
import { expect, test } from 'vitest';
import { caseOf, LARKS, refused, runOf, scripted } from '../../run/suite/test-helpers/scripted.ts';
import { instancesOf } from '../test-helpers/made.ts';

const instances = instancesOf({
  for: 'group.server',
  clauses: ['5.3/wrong'],
  steps: [{ name: 'there' }, { name: 'absent', given: { subject: { absent: 'plain' } } }],
  expect: { every: { reply: 'refused', code: ['OperationNotAllow', 'SecretInvalid'] }, same: 'refusal' },
});

test.each([
  ['other codes warn', -10, -2, 'warn', [{ kind: 'differs', clause: 'principle/no-leak' }]],
  ['equal codes pass', -10, -10, 'pass', []],
])('%s', async (_, there, absent, verdict, findings) => {
  const { cases } = await runOf(
    instances,
    scripted((request, index) =>
      caseOf(request).startsWith('made/') ? refused(index % 2 === 0 ? there : absent) : LARKS,
    ),
  );
  expect(cases).toMatchObject([{ verdict, findings }]);
});
