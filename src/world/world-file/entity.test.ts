/** The schema, the reader and the view of each kind of entity say the same. */
import { expect, test } from 'vitest';
import { CONFORMANCE_WORLD } from '../../base/package-paths.ts';
import { readTargetFile } from '../target-file/read-target-file.ts';
import { authTokenSchema, readAuthToken, showAuthToken } from './auth-token.ts';
import type { EntityScope } from './entity.ts';
import { readSecretKey, secretKeySchema, showSecretKey } from './secret-key.ts';
import { readSubject, showSubject, SUBJECT_SCHEMAS } from './subject.ts';

const { world, secrets } = readTargetFile(CONFORMANCE_WORLD, {});
const scope: EntityScope = {
  complete: true,
  games: world.games,
  isPlayer: (game, id) => world.subject('gamePlayer', game, id).is === 'present',
  playersOf: () => [],
  complain: (path, message) => expect.unreachable(`${path.join('.')}: ${message}`),
};
const valueOf = (name: string): string => secrets.find((secret) => secret.name === name)?.value ?? '';

test.each(world.secretKeys)('the key $name is read as it is shown', (key) => {
  const shown = secretKeySchema.parse(showSecretKey(key, valueOf(key.name)));
  expect(readSecretKey(shown, scope)).toEqual(key);
});

test.each(world.authTokens)('the token $name is read as it is shown', (token) => {
  const shown = authTokenSchema.parse(showAuthToken(token, valueOf(token.name)));
  expect(readAuthToken(shown, scope)).toEqual(token);
});

test('a token that will expire is read as it is shown', () => {
  const token = {
    name: 'soon',
    holder: { kind: 'dashboard' },
    expired: false,
    expiresInSeconds: 60,
  } as const;
  expect(readAuthToken(showAuthToken(token, 'a.value'), scope)).toEqual(token);
});

test.each(world.subjects)('the $resource $id of $game is read as it is shown', (subject) => {
  const { resource } = subject;
  const shown = SUBJECT_SCHEMAS[resource].parse(showSubject(subject));
  expect(readSubject(resource, shown, scope)).toEqual(subject);
});
