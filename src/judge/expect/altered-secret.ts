/** Whether an altered secret may still be the secret itself, by how it is spelled (questions secret.case and secret.end). */
import { when, type When } from '../../spec/dialect/questions.ts';
import { TRIMMED_IN_HEADERS } from '../../http/alterations/near-misses.ts';
import { alterString, type StringAlteration } from '../../http/alterations/string-alterations.ts';
import { percentDecoded, trimBlanks } from '../rules/reading/header-values.ts';
import type { SecretSpelling } from '../../world/secret-spelling.ts';

/** Whether the altered value is the secret, and on which condition; `kept` on no condition: HTTP or spelling undo the alteration. */
interface SecretReading {
  readonly kept: boolean;
  readonly when: readonly When[];
}

const SECRET_KEPT: readonly SecretReading[] = [{ kept: true, when: [] }];
const LOST: readonly SecretReading[] = [{ kept: false, when: [] }];
const LOST_OR_KEPT = [...LOST, ...SECRET_KEPT];
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
const TRIMMED: ReadonlySet<string> = new Set(TRIMMED_IN_HEADERS);

type Fits = (altered: string, text: string) => boolean;

const differsBut =
  (plain: (text: string) => string): Fits =>
  (altered, text) =>
    altered !== text && plain(altered) === plain(text);
const hasOtherDashes = differsBut((text) => text.replaceAll('-', ''));

/** What an alteration makes of every value, or of those of one spelling, and how it may be read then. The first row that fits counts. */
const ROWS: readonly {
  readonly of?: SecretSpelling;
  readonly fits: Fits;
  readonly readings: readonly SecretReading[];
}[] = [
  // Middleware for authentication takes the word away before the backend sees the value.
  {
    fits: (altered, text) => altered !== text && altered.replace(/^[a-z]+ /i, '') === text,
    readings: LOST_OR_KEPT,
  },
  // Blanks around a header's value are not part of it.
  { fits: (altered, text) => trimBlanks(altered) === text, readings: SECRET_KEPT },
  {
    fits: (altered, text) => altered !== text && trimBlanks(percentDecoded(altered)) === text,
    readings: PERCENT_ENCODED,
  },
  {
    of: 'hexadecimal',
    fits: (altered, text) => !text.includes('-') || hasOtherDashes(altered, text),
    readings: WITH_OTHER_DASHES,
  },
  { of: 'hexadecimal', fits: differsBut((text) => text.toLowerCase()), readings: IN_OTHER_CASE },
  // A decoder may drop what is behind the end. A token that comes again at once has more than another end.
  {
    of: 'jwt',
    fits: (altered, text) =>
      altered !== text && altered.startsWith(text.slice(0, -1)) && !altered.startsWith(text + text),
    readings: WITH_OTHER_END,
  },
  // A GUID may have no letters.
  { of: 'caseless', fits: (altered, text) => altered === text, readings: SECRET_KEPT },
  { of: 'caseless', fits: hasOtherDashes, readings: WITH_OTHER_DASHES },
];

/** By spelling and alteration. */
const known = new Map<string, readonly SecretReading[]>();

/** Every reading of a secret with this alteration, or without any. */
export function secretReadings(
  spelling: SecretSpelling = 'other',
  alter: StringAlteration | undefined,
): readonly SecretReading[] {
  if (alter === undefined) return SECRET_KEPT;
  if (TRIMMED.has(alter)) return LOST_OR_KEPT;
  const key = `${spelling} ${alter}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const row = ROWS.find(
    ({ of, fits }) =>
      (of ?? spelling) === spelling &&
      (of === undefined ? ALL_SAMPLES : SAMPLES[of]).every((text) => fits(alterString(text, alter), text)),
  );
  const readings = row?.readings ?? LOST;
  known.set(key, readings);
  return readings;
}
