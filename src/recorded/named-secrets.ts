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

/** Shorter values are not masked wherever they stand. */
const LEAST_KNOWN = 8;

/** What sanitizers put in place of a value, and the journal of the simulator. */
const MASKED =
  /^(?:.*[*\u2022\u25cf]{3,}.*|x{4,}|\.{3,}|\u2026|-+|[[<({]*(?:[\w-]+ )?(?:redacted|masked|hidden|filtered|removed|sanitized|omitted|secret)[\])}>]*)$/i;

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
const isAlteration = (word = ''): word is StringAlteration => Object.hasOwn(STRING_ALTERATIONS, word);

/** Stands for every value that the recording does not show. */
const maskedName = (word: string): string => `masked ${word}`;

export class NamedSecrets {
  readonly declared: readonly Secret[];
  readonly #names: ReadonlySet<string>;
  /** By their values, or by the variables that stand for them. */
  readonly #refs: Map<string, SecretRef>;
  readonly #byEnv: ReadonlyMap<string, SecretRef>;
  readonly #altered: ReadonlyMap<string, SecretRef>;
  readonly #seen = new Map<string, Secret>();
  readonly #counts = new Map<string, number>();

  /** `isComplete`: no other secret exists, so one that differs from a declared one in a letter is no other, but that one altered. */
  constructor(declared: readonly Secret[], isComplete = false) {
    this.declared = declared;
    this.#names = new Set(declared.map(({ name }) => name));
    this.#refs = new Map(declared.map(({ name, value }) => [value, { secret: name }]));
    this.#byEnv = new Map(declared.map(({ name, envName }) => [envName, { secret: name }]));
    this.#altered = new Map(
      declared
        .slice(0, isComplete ? MAX_ALTERED : 0)
        .flatMap(({ name, value }) =>
          ALTERATIONS.map((alter) => [trimBlanks(alterString(value, alter)), { secret: name, alter }]),
        ),
    );
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
    const word = WORDS.get(headerKey(header)) ?? headerKey(header);
    const [, name = '', alter] = OURS.exec(value) ?? [];
    if (this.isDeclared(name) && alter === undefined) return { secret: name };
    if (this.isDeclared(name) && isAlteration(alter)) return { secret: name, alter };
    const known = this.#byEnv.get(VARIABLE.exec(value)?.[1] ?? '') ?? this.#refs.get(value);
    if (known !== undefined) return known;
    return name !== '' || MASKED.test(value) || this.#refs.size >= MAX_VALUES
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
    const envName = name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_');
    this.#seen.set(name, { name, value, envName, public: false });
  }
}
