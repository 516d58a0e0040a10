/** The clause register: every checkable statement of the document, after its own sections. A table; a new clause is a row. */
import { ENDPOINTS, type Endpoint, type EndpointId } from './endpoints.ts';

/** `must`: the document says so flatly. `should`: an inference, or flat text that another sentence weakens. */
export type Level = 'must' | 'should';

export interface ObservableClause {
  readonly id: string;
  readonly level: Level;
  /** One line that paraphrases the document. */
  readonly description: string;
  /** The endpoints that the clause concerns. */
  readonly on: readonly EndpointId[];
}

export interface UnobservableClause {
  readonly id: string;
  readonly level: 'unobservable';
  readonly description: string;
  /** Why no reply can show whether the clause is kept. */
  readonly because: string;
}

export type Clause = ObservableClause | UnobservableClause;

type EndpointFilter = (endpoint: Endpoint) => boolean;

const everyEndpoint: EndpointFilter = () => true;
const client: EndpointFilter = ({ variant }) => variant === 'client';
const serverAndAdmin: EndpointFilter = ({ variant }) => variant !== 'client';
const idRequired: EndpointFilter = ({ idRequired: required }) => required;
const playerClient: EndpointFilter = ({ id }) => id === 'gamePlayer.client';
const ownedClient: EndpointFilter = ({ id }) => id === 'characterPlayer.client' || id === 'group.client';

const clauseRow =
  (level: Level) =>
  <const I extends string>(id: I, description: string, where: EndpointFilter = everyEndpoint) => ({
    id,
    level,
    description,
    on: ENDPOINTS.filter(where).map((endpoint) => endpoint.id),
  });
const must = clauseRow('must');
const should = clauseRow('should');
const unobservable = <const I extends string>(id: I, description: string, because: string) =>
  ({ id, level: 'unobservable', description, because }) as const;

const CLAUSE_ROWS = [
  // §1 What the service does
  must('1/json', 'the reply body is one JSON value by RFC 8259: no NaN, no trailing text'),
  should('1/json/bom', 'the reply body carries no byte order mark'),
  should('1/json/type', 'the Content-Type of the reply is JSON'),
  must(
    '1/http-200/status',
    'every reply of the nine endpoints is HTTP 200, whatever the body or the credentials',
  ),
  should('1/http-200/optional', 'what HTTP lets a server refuse is answered as the plain request is'),
  should('1/http-200/chunked', 'a body in chunks is read as any other'),
  should('1/http-200/range', 'a Range, which HTTP defines for GET alone, changes nothing'),
  must('1/http-200/reply', 'a well-formed HTTP request gets a reply'),
  should(
    '1/http-200/first-try',
    'a request is answered when it is first sent, and its connection is not closed on it',
  ),
  should('1/http-200/framing', 'replies are framed as RFC 9112 demands'),
  should('1/http-200/elsewhere', 'other paths and methods are answered with HTTP 200, too'),
  must('1/envelope', 'every reply is an object with a returnCode, refusals too'),
  should('1/post', 'a method other than POST does not run the operation'),
  must('1/json-body', 'a body that is not a JSON object is refused as InvalidRequestParameters'),
  should('1/json-body/strict', 'a body outside the JSON grammar is refused, or read in one way throughout'),
  must(
    '1/one-target',
    'the tags belong to the one subject that the request names: its kind, its id, its game',
  ),
  must('1/read-only', 'the same request again gets the same judged answer: the operations change no state'),
  unobservable('1/both-codes', 'a caller checks both returnCode and errorCode', 'advice to the caller'),
  unobservable(
    '1/ok-meaning',
    'returnCode Ok means only that the request was processed',
    'advice to the caller',
  ),

  // §2 Resources and their fields
  must('2.1/type', 'an id that is not a string is refused as TypeInvalid'),
  must('2.1/length', 'an id has exactly 10 (player, group) or 11 (character) characters'),
  should('2.1/unique', 'ids are compared exactly: case, every character, leading zeros'),
  should('2.1/format', 'no format beyond its length is demanded of an id'),
  must('2.2/key', 'every tag is an object whose key is a string'),
  must('2.2/value', 'every tag is an object whose value is a string'),
  should('2.2/key-identifies', 'no key occurs twice in one reply'),
  must('2.3/tags/type', 'tags, where present with data, is an array of TagItem'),
  unobservable(
    '2.3/tags/optional',
    'tags may be left out where there are none',
    'left open: question tags.none records what a backend does',
  ),
  must('2.4/info/required', 'with returnCode Ok, parameters.infoResponseParameters is present and an object'),
  should('2.4/info/object', 'infoResponseParameters is an object, also for a subject that does not exist'),
  must('2.4/error-code/value', 'errorCode, where present, is Ok or the not-found code of this resource'),
  should('2.4/error-code/present', 'errorCode is present on success'),
  must('2.5/code/type', 'the code of a failing member is a string'),
  must('2.5/code/names', 'the code of a failing member names no other member'),
  should('2.5/code/spelling', 'the code of a failing member is its name as the request spells it'),
  should('2.5/type/present', 'every failing member has an invalidMemberType'),

  // §4 Endpoints
  must('4.1/path', 'POST to the path of the endpoint runs the operation of that resource'),
  should('4.1/path/spelling', 'another spelling of the path is this endpoint or an unknown operation'),
  must(
    '4.1/rule/required',
    'a secret key without the rule of this variant is refused, whatever its other rules',
  ),
  must('4.1/rule/sufficient', 'the rule of this variant alone is enough'),
  must('4.1/base-url', 'a path prefix of the base URL is kept'),
  must('4.2/auth-token/required', 'a client request without Auth-Token is refused', client),
  must('4.2/auth-token/not-sent', 'a server or admin request needs no Auth-Token', serverAndAdmin),
  should('4.2/auth-token/ignored', 'an Auth-Token that need not be sent changes nothing', serverAndAdmin),
  must('4.2/secret-key/required', 'a request without Secret-Key is refused as SecretInvalid'),
  must('4.2/secret-key/role', 'a secret key of the other role is refused'),
  must(
    '4.2/game-id/optional',
    'Game-Id may be left out, or repeat the game, where the secret key carries a game',
  ),
  must('4.2/game-id/required', 'Game-Id is required where the secret key carries no game'),
  should('4.2/game-id/code', 'a missing or unfit Game-Id is refused as SecretInvalid'),
  must('4.2/game-id/targets', 'Game-Id chooses the game where the secret key carries none'),
  must('4.2/game-id/unknown', 'a Game-Id that names no game is refused where the secret key carries none'),
  must('4.2/content-type/accepted', 'Content-Type application/json is accepted'),
  should('4.2/content-type/charset', 'Content-Type application/json with a charset is accepted'),
  should(
    '4.2/content-type/status',
    'another Content-Type gets a refusal with an envelope, or what its body asks for',
  ),
  must('4.2/header-names', 'header names are read in any case'),
  should('4.2/header-names/spelling', 'a header with underscores in place of dashes is another header'),
  should('4.2/header-values', 'blanks and tabs around header values are not part of them'),
  should('4.2/header-values/encoded', 'header values are read as they are written, and not percent-decoded'),
  should('4.2/repeated', 'a repeated header counts as its first, its last or not at all'),
  must('4.3/id/required', 'a request without the id member is refused', idRequired),
  should(
    '4.3/id/required/type',
    'a missing id is DataRequired, a null or empty one a null or short string',
    idRequired,
  ),
  must('4.3/user-id/client', 'userId, where the client gives it, chooses the player', playerClient),
  should('4.3/user-id/sender', 'userId left out is the sender or a missing member', playerClient),
  must('4.3/tag-keys/type', 'tagKeys that is not an array of strings is refused as TypeInvalid'),
  should('4.3/tag-keys/empty', 'tagKeys left out, null or empty is nothing asked for, or a failing member'),
  must('4.3/tag-keys/subset', 'whatever tagKeys does, only tags of the subject are returned'),
  should('4.3/tag-keys/all-or-filter', 'tagKeys returns all tags, or exactly the tags that it names'),
  must(
    '4.3/tag-keys/many',
    'many, long, repeated or odd tagKeys are answered, or refused as failing members or for their size',
  ),
  should('4.3/tag-keys/known', 'a plain key that the subject does not have is not a failing member'),
  should('4.3/extra', 'members that the document does not name are ignored, or named as failing'),
  must('4.4/return-code/known', 'returnCode is a code of the table in 7.1'),
  must('4.4/debug-message/type', 'debugMessage is a string where it has data'),
  unobservable(
    '4.4/debug-message/developer',
    'debugMessage is not for end users',
    'who reads it can not be seen from outside',
  ),
  must('4.4/invalid/type', 'invalidRequestParameters is an array of InvalidMember where it has data'),
  must('4.4/invalid/only', 'invalidRequestParameters has data only with InvalidRequestParameters'),
  must('4.4/parameters/type', 'parameters is an object where it has data'),
  must('4.4/parameters/only', 'parameters has data only with Ok'),
  should(
    '4.4/parameters/defaults',
    'parameters without data is left out, null or empty, and holds no default values such as errorCode 0',
  ),
  must('4.4/name', 'the list of failing members is named invalidRequestParameters'),
  must('4.5.2/tags', 'tags lists the tags of the subject: all of them, nothing else, byte for byte'),
  must('4.5.3/ok', 'for a subject that exists errorCode is Ok and tags lists its tags'),

  // §5 Authentication
  must('5.1/issued', 'the token of a player login is accepted, an unknown or altered one is refused', client),
  should('5.1/code', 'a missing or unfit Auth-Token is refused as OperationNotAuthorized', client),
  should('5.1/dashboard', 'the token of the admin dashboard is accepted', client),
  must('5.1/identifies', 'the token identifies the sender', client),
  should('5.1/expired', 'an expired token is refused', client),
  should('5.1/other-game', 'a token of another game is refused', client),
  must('5.3/missing', 'a missing or empty secret key is refused as SecretInvalid'),
  must('5.3/wrong', 'a wrong secret key is refused as SecretInvalid'),
  should('5.3/exact', 'keys and tokens are compared exactly, hexadecimal ones and the ends of JWTs too'),
  must('5.3/route', 'a secret key that does not match the route is refused'),
  must('5.3/game', 'a secret key that does not match the game is refused as SecretInvalid'),
  should('5.3/game/unknown', 'a Game-Id that names no game does not match a secret key that carries one'),
  must('5.4/not-allow', 'a valid secret key without the permission rule is refused as OperationNotAllow'),
  should('5.4/other-self-enable', 'the data of another player is refused without otherSelfEnable', client),
  should('5.5/permitted', 'the data of another player is given with otherSelfEnable', client),
  must(
    '5.5/target',
    "a character or a group that is not the sender's is answered, or refused for the target",
    ownedClient,
  ),
  unobservable(
    '5.5/code',
    'a caller not authorised for the role or target gets OperationNotAuthorized',
    'its condition cannot be distinguished from the conditions of -2 and -10; seen through the cases of token and foreign subject',
  ),

  // §7 Errors
  must(
    '7.1/condition',
    'a returnCode answers only a request that meets its condition, Ok only one without a fault',
  ),
  must('7.1/secret-invalid', 'SecretInvalid answers a secret key that is missing, wrong or unfit'),
  must(
    '7.1/max-size-request-reject',
    'a request beyond the declared size is refused as MaxSizeRequestReject and with no other code, and one well within is not',
  ),
  should('7.1/max-size-request-reject/enforced', 'the declared size limit is enforced'),
  must(
    '7.1/max-request-reject',
    'requests beyond the declared rate are refused as MaxRequestReject and with no other code, and not those within',
  ),
  should('7.1/max-request-reject/enforced', 'the declared rate limit is enforced'),
  must(
    '7.1/max-ccu-reject',
    'sessions beyond the declared number are refused as MaxCCUReject and with no other code, and not those within',
    client,
  ),
  should('7.1/max-ccu-reject/enforced', 'the declared session limit is enforced', client),
  must('7.1/invalid-request-parameters', 'InvalidRequestParameters answers a wrong shape or member'),
  must('7.1/operation-invalid', 'an unknown operation is answered with OperationInvalid, never with Ok'),
  should('7.1/operation-invalid/status', 'an unknown operation is answered with an envelope'),
  must(
    '7.1/internal-server-error',
    'InternalServerError answers an internal failure, and nothing that is defined otherwise',
  ),
  must(
    '7.1/operation-timeout',
    'OperationTimeout answers a request that timed out, and nothing that is defined otherwise',
  ),
  must(
    '7.1/unknown-error',
    'UnknownError answers a failure with no more specific code, and nothing that is defined otherwise',
  ),
  should('7.1/form', 'a code field keeps to one wire form, number or name'),
  must('7.2/own', 'errorCode for a missing subject is the code of its own resource'),
  must('7.3/known', 'invalidMemberType is a type of the table in 7.3'),
  must('7.3/data-required', 'DataRequired answers a required member that is missing', idRequired),
  must('7.3/type-invalid', 'TypeInvalid answers a member of another type'),
  must('7.3/string-null', 'StringNull answers a required string that is null or empty'),
  should(
    '7.3/string-null/preferred',
    'a null or empty string is StringNull rather than DataRequired or TypeInvalid',
  ),
  must('7.3/string-min-length', 'StringMinLength answers a string that is too short'),
  must('7.3/string-max-length', 'StringMaxLength answers a string that is too long'),
  must('7.3/number-min-value', 'NumberMinValue answers a number below the minimum'),
  must('7.3/number-max-value', 'NumberMaxValue answers a number above the maximum'),
  must('7.3/number-must-int', 'NumberMustInt answers a number that is not an integer'),
  must('7.3/service-hashtable-null', 'ServiceHashtableNull answers a hashtable that is null'),
  must(
    '7.3/service-hashtable-min-length',
    'ServiceHashtableMinLength answers a hashtable with too few entries',
  ),
  must(
    '7.3/service-hashtable-max-length',
    'ServiceHashtableMaxLength answers a hashtable with too many entries',
  ),
  must('7.3/service-array-null', 'ServiceArrayNull answers an array that is null'),
  must('7.3/service-array-min-length', 'ServiceArrayMinLength answers an array with too few items'),
  must('7.3/service-array-max-length', 'ServiceArrayMaxLength answers an array with too many items'),
  must('7.4.1/list', 'InvalidRequestParameters for a failing member lists it'),
  should('7.4.1/list/type', 'a member of the wrong JSON type is listed like any other failing member'),
  must('7.4.1/parameters', 'with InvalidRequestParameters parameters carries no data'),
  must('7.4.2/not-found', 'a subject that does not exist is answered Ok with its not-found code and no tags'),
  must('7.4.3/exists', 'a subject that exists is not answered with a not-found code'),

  // §3, §6, §8, §9
  unobservable('3/states', 'the operations change no state', 'the same statement as 1/read-only'),
  unobservable('6/events', 'events are not shown', 'the document names no event'),
  unobservable(
    '8/counts',
    'the maximum number of tagKeys and the lengths of keys and values are not shown',
    'the document gives no number; question tagKeys.many records what a backend does',
  ),
  unobservable('9/versioning', 'paths carry no version', 'the same statement as 4.1/path'),

  // Principles in addition to the document
  should('principle/no-leak', 'no reply shows a secret, a stack trace, SQL or a file path of the server'),
  should('principle/uncompressed', 'a reply is not compressed unless the request asks for it'),
  must('principle/no-redirect', 'a request is not redirected: its secrets would go elsewhere'),
] as const satisfies readonly Clause[];

export const CLAUSES: readonly Clause[] = CLAUSE_ROWS;
/** The id of a clause that the register has: what code spells is checked by tsc. */
export type RegisteredClause = (typeof CLAUSE_ROWS)[number]['id'];
