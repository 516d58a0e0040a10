/** The client of examples/client: --vary finds the one choice that it depends on, and nothing once it is mended. */
import { expect, test } from 'vitest';
import { tagproof } from '../test-helpers/captured.ts';

test.each([
  ['fragile', 1, ['codes.returnCode=name'], 'each'],
  ['mended', 0, [], 'codes.returnCode=name'],
] as const)('%s: ends with %i, and breaks on %j', async (CLIENT, code, breaking, what) => {
  const words = `exec --vary ${what} --json -- node examples/client/checks.mjs`;
  const { exit, out } = await tagproof(words, { env: { ...process.env, CLIENT } });
  const { rows } = JSON.parse(out) as {
    readonly rows: readonly { readonly id: string; readonly result: string }[];
  };
  const having = (result: string): readonly string[] =>
    rows.filter((row) => row.result === result).map(({ id }) => id);
  expect([exit, having('breaks'), having('not run')]).toEqual([code, breaking, []]);
  if (what !== 'each') return;
  // All forms and faults reach it, and so do the choices of each reply that it gets.
  expect(having('ok')).toEqual(
    expect.arrayContaining([
      'format=shuffled',
      'format=escaped',
      'fault=expired-token',
      'tags.none=null',
      'notFound.info={tags: null}',
      'tagKeys.effect=none',
    ]),
  );
  expect(having('not exercised')).toContain('id.empty=StringMinLength');
});
