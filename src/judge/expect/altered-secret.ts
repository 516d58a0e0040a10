/** Whether an altered secret may still be the secret itself, by how it is spelled (question secret.case). */
import { when, type When } from '../../dialect/questions.ts';
import {
  changesEndOnly,
  NEAR_MISSES,
  TRIMMED_IN_HEADERS,
  type NearMissName,
} from '../../http/alterations/near-misses.ts';
import type { StringAlteration } from '../../http/alterations/string-alterations.ts';
import type { SecretSpelling } from '../../world/secret-spelling.ts';

/** Whether the altered value is the secret, and on which condition; `kept` on no condition: HTTP or spelling undo the alteration. */
export interface SecretReading {
  readonly kept: boolean;
  readonly when: readonly When[];
}

const KEPT: readonly SecretReading[] = [{ kept: true, when: [] }];
const LOST: readonly SecretReading[] = [{ kept: false, when: [] }];
const IN_OTHER_CASE: readonly SecretReading[] = [
  { kept: false, when: [when('secret.case', 'refused')] },
  { kept: true, when: [when('secret.case', 'accepted')] },
];
const WITH_OTHER_END: readonly SecretReading[] = [
  { kept: false, when: [when('secret.end', 'refused')] },
  { kept: true, when: [when('secret.end', 'accepted')] },
];

/** Blanks around a header's value are not part of it. */
const UNDONE_BY_HTTP = ['pad-left', 'pad-right'] as const satisfies readonly StringAlteration[];

/** Alterations of the last character, and characters behind it that a decoder may drop. */
const OF_THE_END = [
  'cut-one',
  'add-one',
  'change-last',
  'blank-last',
  'lone-surrogate',
  'composed',
  'nul-last',
  'nul-added',
  'full-width-last',
  'zero-width',
] as const satisfies readonly StringAlteration[];

type Readings = Partial<Record<StringAlteration, readonly SecretReading[]>>;

const all = (alterations: readonly StringAlteration[], readings: readonly SecretReading[]): Readings =>
  Object.fromEntries(alterations.map((alter) => [alter, readings]));

/** Middleware for authentication takes the word away before the backend sees the value. */
const WITH_SCHEME = ['bearer-before'] as const satisfies readonly StringAlteration[];

const ANY_SPELLING = {
  ...all(UNDONE_BY_HTTP, KEPT),
  ...all([...WITH_SCHEME, ...TRIMMED_IN_HEADERS], [...LOST, ...KEPT]),
};

/** Near misses that change nothing but the case of letters. */
const OF_CASE = [
  'swap-case',
  'upper-case',
  'lower-case',
  'first-letter-case',
  'last-letter-case',
] as const satisfies readonly StringAlteration[];

/** Near misses that differ at the end only. */
const NEAR_THE_END = (Object.keys(NEAR_MISSES) as NearMissName[]).filter((name) =>
  changesEndOnly(NEAR_MISSES[name]),
);

const BY_SPELLING: Record<SecretSpelling, Readings> = {
  hexadecimal: { ...ANY_SPELLING, ...all(OF_CASE, IN_OTHER_CASE) },
  jwt: { ...ANY_SPELLING, ...all([...OF_THE_END, ...NEAR_THE_END], WITH_OTHER_END) },
  caseless: { ...ANY_SPELLING, 'swap-case': KEPT },
  other: ANY_SPELLING,
};

/** Every reading of a secret with this alteration, or without any. */
export function secretReadings(
  spelling: SecretSpelling | undefined,
  alter: StringAlteration | undefined,
): readonly SecretReading[] {
  return alter === undefined ? KEPT : (BY_SPELLING[spelling ?? 'other'][alter] ?? LOST);
}
