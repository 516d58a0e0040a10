/** The three code tables (§7.1 to §7.3), read and written in both wire forms. */
import type { Resource } from './endpoints.ts';

export const RETURN_CODES = {
  SecretInvalid: -10,
  MaxSizeRequestReject: -9,
  MaxRequestReject: -8,
  MaxCCUReject: -7,
  OperationNotAuthorized: -6,
  InvalidRequestParameters: -5,
  OperationInvalid: -4,
  InternalServerError: -3,
  OperationNotAllow: -2,
  OperationTimeout: -1,
  UnknownError: 0,
  Ok: 1,
} as const;

export const ERROR_CODES = {
  Ok: 1,
  CharacterPlayerNotFound: 7,
  GroupNotFound: 12,
  GamePlayerNotFound: 17,
} as const;

export const MEMBER_TYPES = {
  UnknownError: 1,
  DataRequired: 2,
  TypeInvalid: 3,
  StringNull: 4,
  StringMinLength: 5,
  StringMaxLength: 6,
  NumberMinValue: 7,
  NumberMaxValue: 8,
  NumberMustInt: 9,
  ServiceHashtableNull: 10,
  ServiceHashtableMinLength: 11,
  ServiceHashtableMaxLength: 12,
  ServiceArrayNull: 13,
  ServiceArrayMinLength: 14,
  ServiceArrayMaxLength: 15,
} as const;

export type ReturnCode = keyof typeof RETURN_CODES;
/** A returnCode that refuses: all but Ok. */
export type RefusalCode = Exclude<ReturnCode, 'Ok'>;
export type ErrorCode = keyof typeof ERROR_CODES;
export type MemberType = keyof typeof MEMBER_TYPES;

export const isRefusalCode = (name: string): name is RefusalCode =>
  name !== 'Ok' && Object.hasOwn(RETURN_CODES, name);

export const isMemberType = (name: string): name is MemberType => Object.hasOwn(MEMBER_TYPES, name);

export const REFUSAL_CODES = Object.keys(RETURN_CODES).filter(isRefusalCode) as [
  RefusalCode,
  ...RefusalCode[],
];

/** What a request carries to provoke each refusal that no ordinary request gets, as a target file declares it. */
export type Provocations = ReadonlyMap<
  RefusalCode,
  { readonly header: readonly [name: string, value: string] }
>;

/** The refusals that a defined outcome may be mistaken for; never a failure of the backend itself. */
export const DEFINED_REFUSALS = [
  'OperationNotAuthorized',
  'SecretInvalid',
  'InvalidRequestParameters',
  'OperationInvalid',
  'OperationNotAllow',
] as const satisfies readonly RefusalCode[];

/** Refusals for a limit of a key: of its requests a second, and of its sessions. */
export const LIMIT_CODES: ReadonlySet<ReturnCode> = new Set(['MaxRequestReject', 'MaxCCUReject']);

/** Refusals that the load decides, not the request: they may come at any time. */
export const CONDITION_CODES = [
  'MaxRequestReject',
  'MaxCCUReject',
  'OperationTimeout',
] as const satisfies RefusalCode[];

export type ConditionCode = (typeof CONDITION_CODES)[number];

export const isConditionCode = (code: ReturnCode): code is ConditionCode =>
  (CONDITION_CODES as readonly ReturnCode[]).includes(code);

/** The business code of a subject that does not exist (§7.2). */
export const NOT_FOUND_CODES = {
  gamePlayer: 'GamePlayerNotFound',
  characterPlayer: 'CharacterPlayerNotFound',
  group: 'GroupNotFound',
} as const satisfies Record<Resource, ErrorCode>;

export const CODE_TABLES = {
  returnCode: RETURN_CODES,
  errorCode: ERROR_CODES,
  invalidMemberType: MEMBER_TYPES,
} as const;

/** A field of the reply that holds a code. */
export type CodeField = keyof typeof CODE_TABLES;
export type CodeName<F extends CodeField> = keyof (typeof CODE_TABLES)[F] & string;
/** How a code is written on the wire; §7.1 leaves open which. The last one is a form that the document does not offer. */
export type CodeForm = 'number' | 'name' | 'digits';

/** What a reply's code field was read as. `unknown` is not a code of the table in any form. */
type CodeReading<F extends CodeField> =
  | { readonly kind: 'code'; readonly name: CodeName<F>; readonly form: CodeForm }
  | { readonly kind: 'unknown' };

const namesByNumber = new Map(
  Object.entries(CODE_TABLES).map(([field, table]) => [
    field,
    new Map(Object.entries(table).map(([name, code]) => [code as number, name])),
  ]),
);

function nameOfNumber(field: CodeField, code: number): string | undefined {
  return namesByNumber.get(field)?.get(code);
}

function codeName(field: CodeField, raw: unknown): { name: string; form: CodeForm } | undefined {
  if (typeof raw === 'number') {
    const name = nameOfNumber(field, raw);
    return name === undefined ? undefined : { name, form: 'number' };
  }
  if (typeof raw !== 'string') return undefined;
  if (Object.hasOwn(CODE_TABLES[field], raw)) return { name: raw, form: 'name' };
  const name = /^(0|-?[1-9][0-9]?)$/.test(raw) ? nameOfNumber(field, Number(raw)) : undefined;
  return name === undefined ? undefined : { name, form: 'digits' };
}

/** Reads a code field of a reply in any wire form (§7.1: number or name, not shown which). */
export function readCode<F extends CodeField>(field: F, raw: unknown): CodeReading<F> {
  const found = codeName(field, raw);
  return found === undefined
    ? { kind: 'unknown' }
    : { kind: 'code', name: found.name as CodeName<F>, form: found.form };
}

/** The number of a code's name in its table. */
export function codeNumber<F extends CodeField>(field: F, name: CodeName<F>): number {
  return (CODE_TABLES[field] as Record<string, number>)[name] as number;
}

/** Writes a code in one wire form. */
export function writeCode<F extends CodeField>(field: F, name: CodeName<F>, form: CodeForm): number | string {
  const code = codeNumber(field, name);
  return form === 'number' ? code : form === 'name' ? name : String(code);
}

/** `SecretInvalid (-10)`: how codes are shown to people. */
export function showCode<F extends CodeField>(field: F, name: CodeName<F>): string {
  return `${name} (${codeNumber(field, name)})`;
}
