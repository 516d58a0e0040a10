/** The secrets of a target by name, and the one place where a header's reference to one becomes its value. */
import type { Secret } from '../../http/secret.ts';
import { isSecretRef, type HeaderValue } from '../../http/header-value.ts';
import { alterString } from '../../http/alterations/string-alterations.ts';

export interface SecretStore {
  get(name: string): Secret | undefined;
  all(): readonly Secret[];
}

/** A secret store of secrets. Two of one name are a bug: a reference could mean either. */
export function secretStoreOf(secrets: Iterable<Secret>): SecretStore {
  const list = [...secrets];
  const byName = new Map(list.map((secret) => [secret.name, secret]));
  if (byName.size !== list.length) throw new TypeError('two secrets have the same name');
  return { get: (name) => byName.get(name), all: () => list };
}

/** The shell variable of a secret that no `${env:NAME}` names: `my key` becomes MY_KEY. */
export function envNameOf(secretName: string): string {
  const word = secretName.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_');
  return /^[A-Z_]/.test(word) ? word : `_${word}`;
}

/** What is sent for a header's value: the text, or the secret with its alteration. A name that the secret store lacks is a bug. */
export function resolveHeader(value: HeaderValue, secretStore: SecretStore): string {
  if (!isSecretRef(value)) return value;
  const secret = secretStore.get(value.secret);
  if (secret === undefined) throw new TypeError(`no secret named ${value.secret}`);
  return value.alter === undefined ? secret.value : alterString(secret.value, value.alter);
}
