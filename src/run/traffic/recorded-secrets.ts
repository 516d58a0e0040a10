/** Secrets of a recording: those that are declared, by their values; the others by names in the order in which they are first seen. */
import { AUTH_TOKEN, SECRET_KEY } from '../../spec/headers.ts';
import type { Redaction } from '../../report/record/redact.ts';
import {
  alterString,
  STRING_ALTERATIONS,
  type StringAlteration,
} from '../../http/alterations/string-alterations.ts';
import { curlOf } from '../../http/curl/curl.ts';
import type { Exchange } from '../../http/exchange.ts';
import { isSecretRef, type SecretRef } from '../../http/request.ts';
import { envNameOf, type Secret, type SecretStore, secretStoreOf } from '../../http/secrets/secrets.ts';
import { maskerOf } from '../../http/secrets/mask.ts';
import { secretFinderOf, spellingsOf } from '../../http/secrets/secret-finder.ts';
import type { Finding } from '../../judge/finding.ts';
import { secretLeaks } from '../../judge/reply/leaks.ts';
import { headerKey, trimBlanks } from '../../judge/rules/reading/header-values.ts';
import { remembered } from '../../base/remembered.ts';
import { declares, type DeclaredWorld } from '../../world/declared-world.ts';
import { isMaskedValue, maskingBy } from './masking.ts';

/** Values are remembered up to this number; the later ones share a name. */
const MAX_VALUES = 20_000;
/** So many of the declared secrets are known in altered forms. */
const MAX_ALTERED = 200;
/** Of this many secrets every form is masked, encoded ones among them; of the others the value where it stands by itself. */
const MAX_IN_EVERY_FORM = 100;
/** Shorter values are not masked wherever they stand. */
const LEAST_KNOWN = 8;

/** What a header that holds a secret is called in the name of one: `key#1`. */
const WORDS = new Map([
  [headerKey(SECRET_KEY), 'key'],
  [headerKey(AUTH_TOKEN), 'token'],
]);
/** Begins the names of what stands for every value that the recording does not show. */
const MASKED = 'masked ';

const ALTERATIONS = Object.keys(STRING_ALTERATIONS) as readonly StringAlteration[];

/** How our own records show a secret. */
const shownAs = (name: string, alter?: string): string =>
  `<secret:${name}${alter === undefined ? '' : ` ${alter}`}>`;

export class RecordedSecrets {
  readonly declared: SecretStore;
  /** Those that no file declares, by the names that they get. */
  readonly #seen = new Map<string, Secret>();
  /** By their values, and by what stands for them: a variable, or the words of our own records. */
  readonly #refs = new Map<string, SecretRef>();
  readonly #altered = new Map<string, SecretRef>();
  /** By their values alone, and values of the environment among them. */
  readonly #byValue: Map<string, Secret>;
  readonly #counts = new Map<string, number>();
  readonly #variables: readonly Secret[];
  #mask = { of: -1, inEveryForm: (text: string): string => text };

  /** `isComplete`: no other secret exists, so one that differs from a declared one in a letter is that one, altered. `variables`: values of the environment in anything else. */
  constructor(declared: readonly Secret[], isComplete = false, variables: readonly Secret[] = []) {
    this.declared = new Map(declared.map((each) => [each.name, each]));
    this.#variables = variables;
    this.#byValue = new Map([...variables, ...declared].map((each) => [each.value, each]));
    for (const { name, value, envName } of declared)
      for (const text of [value, `$${envName}`, `\${${envName}}`, shownAs(name)])
        this.#refs.set(text, { secret: name });
    for (const { name, value } of declared.slice(0, MAX_ALTERED))
      for (const alter of ALTERATIONS) {
        this.#refs.set(shownAs(name, alter), { secret: name, alter });
        if (isComplete) this.#altered.set(trimBlanks(alterString(value, alter)), { secret: name, alter });
      }
  }

  /** Whether a name stands for one value, which is known. */
  isShown(name: string): boolean {
    return this.declared.has(name) || !name.startsWith(MASKED);
  }

  /** The value of a secret that no file declares; empty: the recording does not show it. */
  valueSeen(name: string): string {
    return this.isShown(name) ? (this.#seen.get(name)?.value ?? '') : '';
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
    if (isMaskedValue(value) || this.#seen.size >= MAX_VALUES)
      return this.#add(`${MASKED}${word}`, `the recording does not show the ${word}`);
    let count = this.#counts.get(word) ?? 0;
    do count += 1;
    while (this.declared.has(`${word}#${count}`));
    this.#counts.set(word, count);
    const own = this.#add(`${word}#${count}`, value);
    const ref = this.#altered.get(value) ?? own;
    this.#refs.set(value, ref);
    return ref;
  }

  /** Masks what is secret in texts and in documents, by all secrets that are named by then. */
  readonly masking = maskingBy(
    (text) =>
      this.#inEveryForm(
        text.replaceAll(/[^\s"'\\<>(){}[\],;&=]{8,}/g, (word) => {
          const found = this.#byValue.get(word);
          return found === undefined || found.public ? word : shownAs(found.name);
        }),
      ),
    (text) => this.#byValue.get(text)?.public === true,
  );

  #inEveryForm(text: string): string {
    const of = Math.min(this.declared.size + this.#seen.size, MAX_IN_EVERY_FORM);
    if (this.#mask.of !== of) {
      const all = new Map([...this.#variables.map((each) => [each.name, each] as const), ...this.#all()]);
      const first = [...all.values()].slice(0, MAX_IN_EVERY_FORM);
      this.#mask = { of, inEveryForm: maskerOf(secretStoreOf(first)) };
    }
    return this.#mask.inEveryForm(text);
  }

  #all(): SecretStore {
    return new Map([...this.declared, ...this.#seen]);
  }

  /** How recorded exchanges are shown. Curl lines lead to `base`. */
  readonly shownAt = (base: string): Redaction => {
    const baseUrl = new URL(URL.canParse(base) ? base : 'http://recorded.invalid');
    const { text: mask } = this.masking;
    const settings = { headers: [] };
    const link = { baseUrl, secretStore: this.#all(), settings, variables: this.#variables };
    return {
      mask,
      secretIn: () => undefined,
      curl: (request) => mask(curlOf(request, link)),
      secret: shownAs,
    };
  };

  #add(name: string, value: string): SecretRef {
    if (this.#seen.has(name)) return { secret: name };
    const secret = { name, value, envName: envNameOf(name), public: false };
    this.#seen.set(name, secret);
    this.#byValue.set(value, secret);
    return { secret: name };
  }
}

/** Searches replies for the declared secrets, and for those of their own requests. Those of other requests count for nothing. */
export function leakSearch(
  secrets: RecordedSecrets,
  world: DeclaredWorld,
): (exchange: Exchange) => readonly Finding[] {
  const declared = secretFinderOf(secrets.declared, (half) => declares(world, half));
  const spellings = remembered((name) => spellingsOf(secrets.valueSeen(name)));
  return (exchange) => {
    const own = exchange.request.headers.flatMap(([, value]) => (isSecretRef(value) ? value.secret : []));
    return secretLeaks(
      exchange,
      (text, request) =>
        declared(text, request) ?? own.find((name) => spellings(name).some((each) => text.includes(each))),
    );
  };
}
