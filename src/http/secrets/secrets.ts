/** The secrets of a target by name, and where a reference to one becomes its value. */
import { alterString } from '../alterations/string-alterations.ts';
import { type HeaderValue, isSecretRef } from '../request.ts';

/** One secret value, by the name that requests refer to it with. */
export interface Secret {
  readonly name: string;
  readonly value: string;
  /** The shell variable that stands for it in a printed command, without the dollar sign: the one it came from, else one made of its name. */
  readonly envName: string;
  /** The text before that variable in the value of a header: `Bearer `. */
  readonly scheme?: string;
  /** Whether it is public, as the keys of the committed conformance world are: it is printed and never masked. */
  readonly public: boolean;
}

/** A text without the secrets that it held. */
export type Mask = (text: string) => string;

/** Secrets by name, in their order. */
export type SecretStore = ReadonlyMap<string, Secret>;

/** A secret store of secrets. Two of one name are a bug: a reference could mean either. */
export function secretStoreOf(secrets: Iterable<Secret>): SecretStore {
  const list = [...secrets];
  const byName = new Map(list.map((secret) => [secret.name, secret]));
  if (byName.size !== list.length) throw new TypeError('two secrets have the same name');
  return byName;
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
