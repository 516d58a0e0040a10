/** The line that a report prints to go on finds again what failed, where it was found. */
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { folder, tagproof } from './test-helpers/captured.ts';
import { servingMutant, WORLD } from './test-helpers/serving.ts';

const OWN = `chapter: own
cases:
  - { id: own/refused, title: a group is refused, clauses: [4.5.2/tags], for: [group.admin], expect: { reply: refused, code: SecretInvalid } }
`;

test('with the target, the world and the suite of the run', async () => {
  const suite = `${folder()}/own cases.yaml`;
  writeFileSync(suite, OWN);
  const url = await servingMutant('short-ids-not-refused');
  for (const [words, id] of [
    [['run', '--target', url, '--world', WORLD, '--only', 'id/one-short@group.*'], 'id/one-short@group'],
    [['run', '--suite', suite], 'own/refused@group.admin'],
  ] as const) {
    const first = await tagproof(words);
    const [, line = ''] = /^ {12}tagproof (run .*)$/m.exec(first.out) ?? [];
    const again = await tagproof(
      [...line.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word),
    );
    expect([first.exit, again.exit]).toEqual([1, 1]);
    expect(again.out).toContain(`FAIL ${id}`);
  }
});
