/** The three code tables (§7) as schemas: by number or by name, which the document leaves open. */
import {
  ERROR_CODES,
  MEMBER_TYPES,
  NOT_FOUND_CODES,
  RETURN_CODES,
  writeCode,
  type CodeField,
  type CodeForm,
  type CodeName,
  type ErrorCode,
  type MemberType,
  type ReturnCode,
} from '../contract/codes.ts';
import { ENDPOINT_IDS, type EndpointId, type Resource } from '../contract/endpoints.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { documented, inferred, type JsonNode } from './label.ts';

/** What each code of §7 means, in a sentence. */
const RETURN_CODE_WORDS = {
  SecretInvalid: 'The secret key is missing, wrong, or does not match the route or game.',
  MaxSizeRequestReject: 'The request is larger than the backend accepts.',
  MaxRequestReject: 'The caller went beyond a request rate.',
  MaxCCUReject: 'Too many users or sessions at once.',
  OperationNotAuthorized: 'The caller is not authorised for the role or the target.',
  InvalidRequestParameters:
    'The shape of the request or the value of a member is invalid; invalidRequestParameters lists the members.',
  OperationInvalid: 'The operation is unknown, or invalid for this kind of request or role.',
  InternalServerError: 'The backend failed before it had a valid reply.',
  OperationNotAllow: 'The permission rules of the secret key do not allow the operation.',
  OperationTimeout: 'The request timed out; the SDK of a client can say so, too.',
  UnknownError: 'The request failed for no more specific reason.',
  Ok: 'The request was processed; errorCode still has to be checked.',
} as const satisfies Record<ReturnCode, string>;

const ERROR_CODE_WORDS = {
  Ok: 'The target exists; tags lists its tags.',
  CharacterPlayerNotFound: 'There is no such character player.',
  GroupNotFound: 'There is no such group.',
  GamePlayerNotFound: 'There is no such game player.',
} as const satisfies Record<ErrorCode, string>;

const MEMBER_TYPE_WORDS = {
  UnknownError: 'The member was rejected for no more specific reason.',
  DataRequired: 'A required member is missing.',
  TypeInvalid: 'The member has another JSON type.',
  StringNull: 'A required string is null or empty.',
  StringMinLength: 'A string is too short.',
  StringMaxLength: 'A string is too long.',
  NumberMinValue: 'A number is too small.',
  NumberMaxValue: 'A number is too large.',
  NumberMustInt: 'A number is not an integer.',
  ServiceHashtableNull: 'A required hashtable is null.',
  ServiceHashtableMinLength: 'A hashtable has too few entries.',
  ServiceHashtableMaxLength: 'A hashtable has too many entries.',
  ServiceArrayNull: 'A required array is null.',
  ServiceArrayMinLength: 'An array has too few items.',
  ServiceArrayMaxLength: 'An array has too many items.',
} as const satisfies Record<MemberType, string>;

const ANYWHERE = ENDPOINT_IDS[0] as EndpointId;
/** The forms between which the document leaves the choice. */
const OPEN_FORMS = ['number', 'name'] as const satisfies readonly CodeForm[];

const WORDS: { readonly [F in CodeField]: Readonly<Record<CodeName<F>, string>> } = {
  returnCode: RETURN_CODE_WORDS,
  errorCode: ERROR_CODE_WORDS,
  invalidMemberType: MEMBER_TYPE_WORDS,
};
const SECTIONS = { returnCode: '7.1', errorCode: '7.2', invalidMemberType: '7.3' } as const;
const WHAT = {
  returnCode: 'The protocol-level result.',
  errorCode: 'The result of the business operation.',
  invalidMemberType: 'What is wrong with a member.',
} as const satisfies Record<CodeField, string>;

/** The form of a code field that is declared; undefined: it is open. */
function declaredForm(field: CodeField, dialect: Dialect): CodeForm | undefined {
  return dialect.answer(`codes.${field}`, ANYWHERE) as CodeForm | undefined;
}

/** The form in which examples show a code. */
export function shownCode<F extends CodeField>(
  field: F,
  name: CodeName<F>,
  dialect: Dialect,
): number | string {
  return writeCode(field, name, declaredForm(field, dialect) ?? 'number');
}

function codeSchema<F extends CodeField>(
  field: F,
  names: readonly CodeName<F>[],
  dialect: Dialect,
): JsonNode {
  const form = declaredForm(field, dialect);
  const forms = form === undefined ? OPEN_FORMS : [form];
  const values = forms.flatMap((each) =>
    names.map((name) => ({
      const: writeCode(field, name, each),
      title: name,
      description: WORDS[field][name],
    })),
  );
  return {
    description:
      `${WHAT[field]} ${form === undefined ? 'The document leaves open whether codes come as numbers or as names; a backend has one form.' : ''}`.trim(),
    oneOf: values,
    ...documented(SECTIONS[field]),
    ...(form === undefined && { 'x-tagproof-form': inferred(`codes.${field}`) }),
  };
}

const keys = <T extends object>(table: T): readonly (keyof T & string)[] =>
  Object.keys(table) as (keyof T & string)[];

export const returnCodeSchema = (dialect: Dialect): JsonNode =>
  codeSchema('returnCode', keys(RETURN_CODES), dialect);

export const memberTypeSchema = (dialect: Dialect): JsonNode =>
  codeSchema('invalidMemberType', keys(MEMBER_TYPES), dialect);

/** The codes that one resource can answer with (§7.2). */
export const errorCodeSchema = (resource: Resource, dialect: Dialect): JsonNode =>
  codeSchema(
    'errorCode',
    keys(ERROR_CODES).filter((name) => name === 'Ok' || name === NOT_FOUND_CODES[resource]),
    dialect,
  );
