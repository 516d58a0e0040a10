/** A plain request, its secret store and settings, for the tests of this folder. */
import type { Request } from '../request.ts';
import type { HttpSettings, LinkOptions } from '../link.ts';
import { type Secret, type SecretStore, secretStoreOf } from '../secrets/secrets.ts';

export const SETTINGS: HttpSettings = {
  headers: [],
  timeoutMs: 5000,
};

export const secret = (name: string, value: string, isPublic = false): Secret => ({
  name,
  value,
  envName: name.toUpperCase(),
  public: isPublic,
});

export const PLAYER: Secret = { name: 'player', value: 'k7Fq2LmZ9xT4', envName: 'PLAYER_KEY', public: false };
export const SECRET_STORE = secretStoreOf([
  PLAYER,
  { name: 'open', value: 'open-key-0001', envName: 'OPEN_KEY', public: true },
]);

export const REQUEST: Request = {
  endpoint: 'gamePlayer.client',
  method: 'POST',
  path: '/api/rJson/gamePlayer/client/getTag',
  headers: [
    ['Content-Type', 'application/json'],
    ['Secret-Key', { secret: 'player' }],
  ],
  body: Buffer.from('{"userId":"aaaaaaaaaa"}'),
};

/** A target with these settings. */
export function targetAt(
  baseUrl: URL | string,
  settings: Partial<HttpSettings> = {},
  secretStore: SecretStore = SECRET_STORE,
): LinkOptions {
  return { baseUrl: new URL(baseUrl), secretStore, settings: { ...SETTINGS, ...settings } };
}
