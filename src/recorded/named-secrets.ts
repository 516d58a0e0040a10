/** Secrets of a recording by name: those that are declared, by their values; the others in the order in which they are first seen. */
import { AUTH_TOKEN, SECRET_KEY } from '../contract/headers.ts';
import {
  alterString,
  STRING_ALTERATIONS,
  type StringAlteration,
} from '../http/alterations/string-alterations.ts';
import type { SecretRef } from '../http/header-value.ts';
import type { Secret } from '../http/secret.ts';
import { headerKey, trimBlanks } from '../rules/reading/header-values.ts';

/** Values are remembered up to this number; the later ones share a name. */
const MAX_VALUES = 20_000;
/** So many of the declared secrets are known in altered forms. */
const MAX_ALTERED = 200;

/** What sanitizers put in place of a value, and the journal of the simulator. */
const MASKED =
  /^(?:\*{3,}.*|x{4,}|\.{3,}|\u2026|-+|[[<({]*(?:redacted|masked|hidden|filtered|removed|sanitized|omitted|secret)[\])}>]*)$/i;

/** How our own records show a secret: `<secret:NAME>`, `<secret:NAME ALTERATION>`; the journal shows its variable. */
const OURS = /^<secret:(.+?)(?: ([\w-]+))?>$/;
const VARIABLE = /^\$\{?([A-Za-z_]\w*)\}?$/;

/** What a header that holds a secret is called in the name of one: `key#1`. */
const WORDS: ReadonlyMap<string, string> = new Map([
  [headerKey(SECRET_KEY), 'key'],
  [headerKey(AUTH_TOKEN), 'token'],
]);

/** Headers and parameters whose values are credentials: of the document, or of something else. */
export const CREDENTIAL = 'auth(?!or(?!i[sz]))|cookie|token|secret|api-?key|session|credential|password';
export const IS_CREDENTIAL = new RegExp(CREDENTIAL, 'i');

const ALTERATIONS = Object.keys(STRING_ALTERATIONS) as readonly StringAlteration[];
const isAlteration = (word: string): word is StringAlteration => Object.hasOwn(STRING_ALTERATIONS, word);

export class NamedSecrets {
  readonly declared: readonly Secret[];
  readonly #byValue: Map<string, string>;
  readonly #byEnv: ReadonlyMap<string, string>;
  readonly #names: ReadonlySet<string>;
  readonly #seen = new Map<string, Secret>();
  readonly #masked = new Set<string>();
  readonly #counts = new Map<string, number>();
  readonly #isComplete: boolean;
  #alteredByValue: ReadonlyMap<string, SecretRef> | undefined;

  /** `isComplete`: no other secret exists, so one that differs from a declared one in a letter is no other, but that one altered. */
  constructor(declared: readonly Secret[], isComplete = false) {
    this.declared = declared;
    this.#isComplete = isComplete;
    this.#byValue = new Map(declared.map(({ name, value }) => [value, name]));
    this.#byEnv = new Map(declared.map(({ name, envName }) => [envName, name]));
    this.#names = new Set(declared.map(({ name }) => name));
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
    return this.#masked.has(name);
  }

  isDeclared(name: string): boolean {
    return this.#names.has(name);
  }

  /** The reference in place of the value of a header or a parameter. */
  refer(header: string, text: string): SecretRef {
    const value = trimBlanks(text);
    const word = WORDS.get(headerKey(header)) ?? headerKey(header);
    const ours = OURS.exec(value);
    if (ours !== null) return this.#ours(ours, word);
    const variable = this.#byEnv.get(VARIABLE.exec(value)?.[1] ?? '');
    if (variable !== undefined) return { secret: variable };
    if (MASKED.test(value)) return { secret: this.masked(word) };
    const name = this.#named(value, word);
    const altered = this.#isComplete && !this.isDeclared(name) ? this.#altered().get(value) : undefined;
    return altered ?? { secret: name };
  }

  /** The declared secrets in the altered forms that requests of our own have. */
  #altered(): ReadonlyMap<string, SecretRef> {
    this.#alteredByValue ??= new Map(
      this.declared
        .slice(0, MAX_ALTERED)
        .flatMap(({ name, value }) =>
          ALTERATIONS.map((alter) => [trimBlanks(alterString(value, alter)), { secret: name, alter }]),
        ),
    );
    return this.#alteredByValue;
  }

  /** The name of a secret whose value the recording does not show. */
  masked(word: string): string {
    const name = `masked ${word}`;
    this.#masked.add(name);
    if (!this.#seen.has(name)) this.#add(name, `the recording does not show the ${word}`);
    return name;
  }

  #ours([, name = '', alter]: RegExpExecArray, word: string): SecretRef {
    if (!this.isDeclared(name)) return { secret: this.masked(word) };
    if (alter === undefined) return { secret: name };
    return isAlteration(alter) ? { secret: name, alter } : { secret: this.masked(word) };
  }

  #named(value: string, word: string): string {
    const known = this.#byValue.get(value);
    if (known !== undefined) return known;
    if (this.#byValue.size >= MAX_VALUES) return this.masked(word);
    let count = this.#counts.get(word) ?? 0;
    let name: string;
    do name = `${word}#${(count += 1)}`;
    while (this.#names.has(name));
    this.#counts.set(word, count);
    this.#byValue.set(value, name);
    this.#add(name, value);
    return name;
  }

  #add(name: string, value: string): void {
    const envName = name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_');
    this.#seen.set(name, { name, value, envName, public: false });
  }
}
