/** How recorded exchanges are shown: as a run shows its own, with the secrets that were seen masked like declared ones. */
import type { Redaction } from '../engine/redact.ts';
import type { Secret } from '../http/secret.ts';
import type { HttpSettings } from '../transport/link.ts';
import { maskerOf, type Mask } from '../transport/secrets/mask.ts';
import { secretStoreOf } from '../transport/secrets/secrets.ts';
import { curlOf } from '../transport/shell/curl.ts';
import type { NamedSecrets } from './named-secrets.ts';

/** Of this many secrets every form is masked, encoded ones among them; of the others, in the order of the recording, the value as it is. */
const MAX_IN_EVERY_FORM = 100;
/** A part of a text that may be the value of a secret. */
const WORD = /[^\s"'\\<>(){}[\],;&=]{8,}/g;

/** Replaces the values of secrets as they are, where they stand by themselves. */
export function maskOfValues(secrets: readonly Secret[]): Mask {
  const names = new Map(secrets.flatMap((each) => (each.public ? [] : [[each.value, each.name] as const])));
  const masked = (word: string): string => {
    const name = names.get(word);
    return name === undefined ? word : `<secret:${name}>`;
  };
  return names.size === 0 ? (text) => text : (text) => text.replaceAll(WORD, masked);
}

/** Replaces the values of secrets in whatever form, public ones apart. Made when the first text is masked. */
export function maskOf(secrets: readonly Secret[]): Mask {
  let inEveryForm: Mask | undefined;
  const others = maskOfValues(secrets.slice(MAX_IN_EVERY_FORM));
  return (text) => {
    inEveryForm ??= maskerOf(secretStoreOf(secrets.slice(0, MAX_IN_EVERY_FORM)));
    return inEveryForm(others(text));
  };
}

/** For one base URL: curl lines lead there. `variables`: values of the environment in anything else. */
export function redactionOf(named: NamedSecrets, variables: readonly Secret[], base: string): Redaction {
  const secrets = named.all();
  const mask = maskOf([
    ...secrets,
    ...variables.filter(({ name }) => !secrets.some((each) => each.name === name)),
  ]);
  const settings: HttpSettings = { headers: [], timeoutMs: 0, connections: 1 };
  const link = {
    baseUrl: new URL(URL.canParse(base) ? base : 'http://recorded.invalid'),
    secretStore: secretStoreOf(secrets),
    settings,
    variables,
  };
  return {
    mask,
    secretIn: () => undefined,
    curl: (request) => mask(curlOf(request, link)),
    secret: (name, alter) => `<secret:${name}${alter === undefined ? '' : ` ${alter}`}>`,
  };
}
