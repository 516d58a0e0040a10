/** The conformance world and the smallest target file, beyond what a run of the suite without a skipped case proves of them. */
import { expect, it } from 'vitest';
import { UNKNOWN } from '../world.ts';
import { readTargetFile } from './read-target-file.ts';

it('the conformance world is complete, public and without warnings, and leaves no fact unknown', () => {
  const { world, warnings, secrets, target } = readTargetFile('fixtures/world.yaml', {});
  expect({ complete: world.complete, warnings, target }).toEqual({
    complete: true,
    warnings: [],
    target: undefined,
  });
  expect(secrets.every((secret) => secret.public && secret.value.length >= 16)).toBe(true);
  const facts = [
    ...world.secretKeys.flatMap(({ role, game, rules }) => [role, game, rules]),
    ...world.subjects.flatMap(({ owners, tags }) => [owners, tags]),
  ];
  expect(facts).not.toContain(UNKNOWN);
});
