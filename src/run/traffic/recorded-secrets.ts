/** Secrets of a recording: those that are declared, by their values; the others by names in the order in which they are first seen. How they are masked, and which a reply shows. */
import { AUTH_TOKEN, SECRET_KEY } from '../../spec/headers.ts';
import type { Redaction } from '../../report/record/redact.ts';
import {
  alterString,
  STRING_ALTERATIONS,
  type StringAlteration,
} from '../../http/alterations/string-alterations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { isSecretRef, type SecretRef } from '../../http/header-value.ts';
import type { Mask, Secret } from '../../http/secret.ts';
import type { Finding } from '../../judge/finding.ts';
import { secretLeaks } from '../../judge/reply/leaks.ts';
import { remembered } from '../../base/remembered.ts';
import { headerKey, trimBlanks } from '../../judge/rules/reading/header-values.ts';
import { maskerOf } from '../../http/secrets/mask.ts';
import { secretFinderOf, spellingsOf } from '../../http/secrets/secret-finder.ts';
import { envNameOf, secretStoreOf } from '../../http/secrets/secrets.ts';
import { curlOf } from '../../http/curl/curl.ts';
import { declares, type DeclaredWorld } from '../../world/declared-world.ts';

/** Values are remembered up to this number; the later ones share a name. */
const MAX_VALUES = 20_000;
/** So many of the declared secrets are known in altered forms. */
const MAX_ALTERED = 200;
/** Of this many secrets every form is masked, encoded ones among them; of the others, in the order of the recording, the value as it is. */
const MAX_MASKED_IN_EVERY_FORM = 100;

/** Shorter values are not masked wherever they stand. */
const LEAST_KNOWN = 8;

/** What sanitizers put in place of a value, the journal of the simulator, and our own records for a secret that is not declared. */
const MASKED =
  /^(?:.*[*\u2022\u25cf]{3,}.*|x{4,}|\.{3,}|\u2026|-+|<secret:.+>|[[<({]*(?:[\w-]+ )?(?:redacted|masked|hidden|filtered|removed|sanitized|omitted|secret)[\])}>]*)$/i;

/** What a header that holds a secret is called in the name of one: `key#1`. */
const WORDS: ReadonlyMap<string, string> = new Map([
  [headerKey(SECRET_KEY), 'key'],
  [headerKey(AUTH_TOKEN), 'token'],
]);

/** Headers and parameters whose values are credentials: of the document, or of something else. */
export const CREDENTIAL = 'auth(?!or(?!i[sz]))|cookie|token|secret|api-?key|session|credential|password';
const IS_CREDENTIAL = new RegExp(CREDENTIAL, 'i');
const credential = remembered((name) => ({ is: IS_CREDENTIAL.test(name) }));
/** Names are few. */
export const isCredential = (name: string): boolean => credential(name).is;

const ALTERATIONS = Object.keys(STRING_ALTERATIONS) as readonly StringAlteration[];

/** How our own records show a secret. */
const shownAs = (name: string, alter?: string): string =>
  `<secret:${name}${alter === undefined ? '' : ` ${alter}`}>`;

/** Stands for every value that the recording does not show. */
const maskedName = (word: string): string => `masked ${word}`;

export class RecordedSecrets {
  readonly declared: readonly Secret[];
  readonly #names: ReadonlySet<string>;
  /** By their values, and by what stands for them: a variable, or the words of our own records. */
  readonly #refs = new Map<string, SecretRef>();
  readonly #altered = new Map<string, SecretRef>();
  readonly #seen = new Map<string, Secret>();
  readonly #counts = new Map<string, number>();

  /** `isComplete`: no other secret exists, so one that differs from a declared one in a letter is no other, but that one altered. */
  constructor(declared: readonly Secret[], isComplete = false) {
    this.declared = declared;
    this.#names = new Set(declared.map(({ name }) => name));
    for (const { name, value, envName } of declared)
      for (const text of [value, `$${envName}`, `\${${envName}}`, shownAs(name)])
        this.#refs.set(text, { secret: name });
    for (const { name, value } of declared.slice(0, MAX_ALTERED))
      for (const alter of ALTERATIONS) {
        this.#refs.set(shownAs(name, alter), { secret: name, alter });
        if (isComplete) this.#altered.set(trimBlanks(alterString(value, alter)), { secret: name, alter });
      }
  }

  /** The declared secrets and those that were seen. */
  all(): readonly Secret[] {
    return [...this.declared, ...this.#seen.values()];
  }

  /** A secret that no file declares, with the value that the recording shows. */
  seen(name: string): Secret | undefined {
    return this.isMasked(name) ? undefined : this.#seen.get(name);
  }

  /** Whether it stands for every value that the recording does not show. */
  isMasked(name: string): boolean {
    return !this.isDeclared(name) && name.startsWith(maskedName(''));
  }

  isDeclared(name: string): boolean {
    return this.#names.has(name);
  }

  /** Whether a text is the value of a declared secret, or of one that was seen. */
  isKnown(text: string): boolean {
    return text.length >= LEAST_KNOWN && this.#refs.has(trimBlanks(text));
  }

  /** The reference in place of the value of a header or a parameter. */
  refer(header: string, text: string): SecretRef {
    const value = trimBlanks(text);
    const known = this.#refs.get(value);
    if (known !== undefined) return known;
    const word = WORDS.get(headerKey(header)) ?? headerKey(header);
    return MASKED.test(value) || this.#seen.size >= MAX_VALUES
      ? this.#masked(word)
      : this.#named(value, word);
  }

  #masked(word: string): SecretRef {
    const name = maskedName(word);
    if (!this.#seen.has(name)) this.#add(name, `the recording does not show the ${word}`);
    return { secret: name };
  }

  #named(value: string, word: string): SecretRef {
    let count = this.#counts.get(word) ?? 0;
    let name: string;
    do name = `${word}#${(count += 1)}`;
    while (this.isDeclared(name));
    this.#counts.set(word, count);
    this.#add(name, value);
    const ref = this.#altered.get(value) ?? { secret: name };
    this.#refs.set(value, ref);
    return ref;
  }

  #add(name: string, value: string): void {
    this.#seen.set(name, { name, value, envName: envNameOf(name), public: false });
  }
}

/** A part of a text that may be the value of a secret. */
const WORD = /[^\s"'\\<>(){}[\],;&=]{8,}/g;

/** Replaces the values of secrets as they are, where they stand by themselves; public ones apart. */
export function maskOfValues(secrets: readonly Secret[]): Mask {
  const shown = new Map(
    secrets.flatMap((each) => (each.public ? [] : [[each.value, shownAs(each.name)] as const])),
  );
  return shown.size === 0
    ? (text) => text
    : (text) => text.replaceAll(WORD, (word) => shown.get(word) ?? word);
}

/** The same in whatever form, of the first secrets. Made when a text is masked: a recording without findings needs none. */
function maskOf(secrets: readonly Secret[]): Mask {
  let inEveryForm: Mask | undefined;
  const others = maskOfValues(secrets.slice(MAX_MASKED_IN_EVERY_FORM));
  return (text) => {
    inEveryForm ??= maskerOf(secretStoreOf(secrets.slice(0, MAX_MASKED_IN_EVERY_FORM)));
    return inEveryForm(others(text));
  };
}

/** How recorded exchanges are shown: as a run shows its own. `variables`: values of the environment in anything else; curl lines lead to `base`. */
export function redactionOf(named: RecordedSecrets, variables: readonly Secret[], base: string): Redaction {
  const secrets = named.all();
  const names = new Set(secrets.map(({ name }) => name));
  const mask = maskOf([...secrets, ...variables.filter(({ name }) => !names.has(name))]);
  const link = {
    baseUrl: new URL(URL.canParse(base) ? base : 'http://recorded.invalid'),
    secretStore: secretStoreOf(secrets),
    settings: { headers: [], timeoutMs: 0, connections: 1 },
    variables,
  };
  return { mask, secretIn: () => undefined, curl: (request) => mask(curlOf(request, link)), secret: shownAs };
}

/** Searches replies for the declared secrets, and for those of their own requests. Those of other requests count for nothing. */
export function leakSearch(
  secrets: RecordedSecrets,
  world: DeclaredWorld,
): (exchange: Exchange) => readonly Finding[] {
  const declared = secretFinderOf(secretStoreOf(secrets.declared), (half) => declares(world, half));
  const spellings = remembered((name) => spellingsOf(secrets.seen(name)?.value ?? ''));
  const ownIn = (text: string, { headers }: Exchange['request']): string | undefined => {
    for (const [, value] of headers)
      if (isSecretRef(value) && spellings(value.secret).some((each) => text.includes(each)))
        return value.secret;
    return undefined;
  };
  return (exchange) =>
    secretLeaks(exchange, (text, request) => declared(text, request) ?? ownIn(text, exchange.request));
}
