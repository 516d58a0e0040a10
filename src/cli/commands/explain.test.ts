import { expect, test } from 'vitest';
import { explainCommand } from './explain.ts';
import { onPaper } from './test-helpers/paper.ts';

test('a name is explained', async () => {
  const { exit, out, err } = await onPaper((io) => explainCommand({ name: 'id/one-short@group.admin' }, io));
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  expect(out).toMatch(/^id\/one-short, here on group\.admin\nan id one character too short/);
  expect(out).toMatch(/\n {2}suites\/2-resources\.yaml:\d+\n/);
});

test('an unknown name is a usage error', async () => {
  await expect(onPaper((io) => explainCommand({ name: 'id/one-shrt' }, io))).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('did you mean "id/one-short"?'),
  });
});
