/** What each code of §7 means, in a sentence. */
import type { ErrorCode, MemberType, ReturnCode } from '../contract/codes.ts';

export const RETURN_CODE_WORDS = {
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

export const ERROR_CODE_WORDS = {
  Ok: 'The target exists; tags lists its tags.',
  CharacterPlayerNotFound: 'There is no such character player.',
  GroupNotFound: 'There is no such group.',
  GamePlayerNotFound: 'There is no such game player.',
} as const satisfies Record<ErrorCode, string>;

export const MEMBER_TYPE_WORDS = {
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
