/** Whether an altered secret may still be the secret itself, by how it is spelled (questions secret.case and secret.end). */
import { when, type When } from '../../spec/dialect/questions.ts';
import { TRIMMED_IN_HEADERS } from '../../http/alterations/near-misses.ts';
import {
  alterString,
  STRING_ALTERATIONS,
  type StringAlteration,
} from '../../http/alterations/string-alterations.ts';
import { remembered } from '../../base/remembered.ts';
import { percentDecoded, trimBlanks } from '../rules/reading/header-values.ts';
import type { SecretSpelling } from '../../world/secret-spelling.ts';

/** Whether the altered value is the secret, and on which condition; `kept` on no condition: HTTP or spelling undo the alteration. */
interface SecretReading {
  readonly kept: boolean;
  readonly when: readonly When[];
}

const SECRET_KEPT: readonly SecretReading[] = [{ kept: true, when: [] }];
const LOST: readonly SecretReading[] = [{ kept: false, when: [] }];
const IN_OTHER_CASE: readonly SecretReading[] = [
  { kept: false, when: [when('secret.case', 'refused')] },
  { kept: true, when: [when('secret.case', 'accepted')] },
];
/** A parser of GUIDs may pass over dashes; a backend that only ignores case minds them. */
const WITH_OTHER_DASHES: readonly SecretReading[] = [
  ...LOST,
  { kept: true, when: [when('secret.case', 'accepted')] },
];
const PERCENT_ENCODED: readonly SecretReading[] = [
  { kept: false, when: [when('header.percent', 'as written')] },
  { kept: true, when: [when('header.percent', 'decoded')] },
];
const WITH_OTHER_END: readonly SecretReading[] = [
  { kept: false, when: [when('secret.end', 'refused')] },
  { kept: true, when: [when('secret.end', 'accepted')] },
];

/** Values on which it is seen what an alteration changes, so that a new one needs no entry here: letters of both cases, ends of all kinds. */
export const SAMPLES = {
  hexadecimal: ['aB3cD09f', '7F6e5D4c-aB12-cD34-eF56-9a8B7c6D5e4F', 'c0FFee17'],
  jwt: ['eyJhbGci.eyJKSks1.dBjftJeZ4CVK', 'eyJrIjoxfQ.eyJTIn0.kSsiIKa9', 'eyJh.eyJzIjoxf.iKSksx1q'],
  caseless: ['9876-5432-17'],
  other: ['public-Key_7q', 'Larks Sing'],
} as const satisfies Record<SecretSpelling, readonly string[]>;
const ALL_SAMPLES = Object.values(SAMPLES).flat();

/** The alterations that make of each sample what `fits` says. */
function thoseThat(
  samples: readonly string[],
  fits: (altered: string, text: string) => boolean,
): readonly StringAlteration[] {
  const names = Object.keys(STRING_ALTERATIONS) as StringAlteration[];
  return names.filter((name) => samples.every((text) => fits(alterString(text, name), text)));
}

type Readings = Partial<Record<StringAlteration, readonly SecretReading[]>>;

const sameReadings = (
  alterations: readonly StringAlteration[],
  readings: readonly SecretReading[],
): Readings => Object.fromEntries(alterations.map((alter) => [alter, readings]));

function forAnySpelling(): Readings {
  // Blanks around a header's value are not part of it.
  const undoneByHttp = thoseThat(
    ALL_SAMPLES,
    (altered, text) => altered.replaceAll(/^[ \t]+|[ \t]+$/g, '') === text,
  );
  // Middleware for authentication takes the word away before the backend sees the value.
  const withScheme = thoseThat(
    ALL_SAMPLES,
    (altered, text) => altered !== text && altered.replace(/^[a-z]+ /i, '') === text,
  );
  const encoded = thoseThat(
    ALL_SAMPLES,
    (altered, text) => altered !== text && trimBlanks(percentDecoded(altered)) === text,
  );
  return {
    ...sameReadings(encoded, PERCENT_ENCODED),
    ...sameReadings(undoneByHttp, SECRET_KEPT),
    ...sameReadings([...withScheme, ...TRIMMED_IN_HEADERS], [...LOST, ...SECRET_KEPT]),
  };
}

const isInOtherCase = (altered: string, text: string): boolean =>
  altered !== text && altered.toLowerCase() === text.toLowerCase();
const hasOtherDashes = (altered: string, text: string): boolean =>
  altered !== text && altered.replaceAll('-', '') === text.replaceAll('-', '');
const hasDash = (text: string): boolean => text.includes('-');
/** A token that comes again at once has more than another end. */
const hasOtherEnd = (altered: string, text: string): boolean =>
  altered !== text && altered.startsWith(text.slice(0, -1)) && !altered.startsWith(text + text);

const OWN_READINGS: Record<SecretSpelling, () => Readings> = {
  /** What changes nothing but the case of letters, or the dashes of a GUID. */
  hexadecimal: () => ({
    ...sameReadings(thoseThat(SAMPLES.hexadecimal, isInOtherCase), IN_OTHER_CASE),
    ...sameReadings(thoseThat(SAMPLES.hexadecimal.filter(hasDash), hasOtherDashes), WITH_OTHER_DASHES),
  }),
  /** What changes the last character, or adds characters behind it that a decoder may drop. */
  jwt: () => sameReadings(thoseThat(SAMPLES.jwt, hasOtherEnd), WITH_OTHER_END),
  /** What leaves a value without letters as it is; a GUID may have none. */
  caseless: () => ({
    ...sameReadings(thoseThat(SAMPLES.caseless, hasOtherDashes), WITH_OTHER_DASHES),
    ...sameReadings(
      thoseThat(SAMPLES.caseless, (altered, text) => altered === text),
      SECRET_KEPT,
    ),
  }),
  other: () => ({}),
};

/** Derived when a secret is first altered: most commands alter none. */
const readingsFor = remembered((spelling): Readings => ({
  ...OWN_READINGS[spelling as SecretSpelling](),
  ...forAnySpelling(),
}));

/** Every reading of a secret with this alteration, or without any. */
export function secretReadings(
  spelling: SecretSpelling | undefined,
  alter: StringAlteration | undefined,
): readonly SecretReading[] {
  return alter === undefined ? SECRET_KEPT : (readingsFor(spelling ?? 'other')[alter] ?? LOST);
}
