/** Defects against §4.4: what an envelope holds, what it must not hold, and how its codes are written. */
import { ERROR_CODES, MEMBER_TYPES, RETURN_CODES } from '../../../src/spec/codes.ts';
import { endpointOf, type EndpointId } from '../../../src/spec/endpoints.ts';
import { ENVELOPE, WRONG_LIST_NAME } from '../../../src/spec/envelope.ts';
import type { Call } from '../../../src/judge/rules/call.ts';
import {
  ANY,
  enveloping,
  OK,
  REFUSED,
  refusedAs,
  sending,
  TAGS,
  withJson,
  type OfAnswers,
} from '../../alterations/answers.ts';
import {
  drop,
  each,
  isMembers,
  put,
  rename,
  inTurn,
  within,
  type ReplyJsonAlteration,
} from '../../alterations/json.ts';
import { on } from '../../alterations/places.ts';
import { breaking, type Alter, type Mutant } from '../mutant.ts';

const INVALID = refusedAs('InvalidRequestParameters');
const JAVA_TRACE = [
  'java.lang.NullPointerException: key',
  '\tat com.example.tags.TagService.getTag(TagService.java:87)',
  '\tat com.example.http.Router.route(Router.java:31)',
].join('\n');
const SCRIPT_TRACE = [
  'SyntaxError: Unexpected token',
  '    at JSON.parse (<anonymous>)',
  '    at read (file:///srv/app/body.js:14:22)',
].join('\n');
const PYTHON_TRACE =
  'Traceback (most recent call last):\n  File "/srv/app.py", line 12, in get_tag\nKeyError';

const returnCode = (alter: ReplyJsonAlteration): ReplyJsonAlteration => within([ENVELOPE.returnCode], alter);
const parameters = (value: unknown): ReplyJsonAlteration => put(ENVELOPE.parameters, value);
const data = { [ENVELOPE.info]: { [ENVELOPE.tags]: [{ [ENVELOPE.key]: 'vip', [ENVELOPE.value]: 'gold' }] } };
const list = (of: OfAnswers, alter: ReplyJsonAlteration): Alter =>
  enveloping(of, within([ENVELOPE.invalidRequestParameters], alter));
const someMember = { [ENVELOPE.memberCode]: 'note', [ENVELOPE.memberType]: MEMBER_TYPES.UnknownError };
const nameOf = (code: unknown): unknown =>
  Object.entries(RETURN_CODES).find(([, number]) => number === code)?.[0] ?? code;

/** The list of failing members as an object of types by names. */
const byName: ReplyJsonAlteration = (members) =>
  Array.isArray(members)
    ? Object.fromEntries(
        members.map((item) =>
          isMembers(item) ? [item[ENVELOPE.memberCode], item[ENVELOPE.memberType]] : [],
        ),
      )
    : members;

const codes = (of: OfAnswers, alter: ReplyJsonAlteration): Alter => enveloping(of, returnCode(alter));

/** Another returnCode for the requests to one path whose body is like this. */
const codeAt = (id: EndpointId, isOdd: RegExp, code: unknown): Alter =>
  sending((encoded, { target, body = [] }) =>
    target === endpointOf(id).path && isOdd.test(Buffer.from(body).toString())
      ? withJson(
          encoded,
          returnCode(() => code),
        )
      : encoded,
  );

const isUnknownClient = (call: Call | undefined): boolean =>
  call?.key.is === 'unknown' && call.endpoint.variant === 'client';

export const ENVELOPE_MUTANTS: readonly Mutant[] = breaking({
  '4.4/return-code/known': {
    'return-code-minus-eleven': [
      'writes -11 for a wrong secret key',
      codes(refusedAs('SecretInvalid'), () => -11),
    ],
    'return-code-for-unknown-key': [
      'writes 403 for a secret key that was never issued on the client variant',
      (sound) => {
        const { encode } = codes(REFUSED, () => 403)(sound);
        return {
          ...sound,
          encode: (answer, call) => (isUnknownClient(call) ? encode : sound.encode)(answer, call),
        };
      },
    ],
    'return-code-as-http-status': ['writes 200 as returnCode of a success', codes(OK, () => 200)],
    'return-code-true': [
      'writes true as returnCode of a success on one endpoint',
      on(
        ['characterPlayer.server'],
        codes(OK, () => true),
      ),
    ],
    'return-code-for-null-keys': [
      'writes 0.5 where tagKeys is null on one endpoint',
      codeAt('characterPlayer.admin', /"tagKeys":null/, 0.5),
    ],
    'return-code-for-dotted-keys': [
      'writes a digit as text where a tag key has a dot on one endpoint',
      codeAt('group.server', /\["\w+\.\w+"/, '3'),
    ],
    'return-code-for-digits': [
      'writes -11 for an id of digits on one endpoint',
      codeAt('gamePlayer.admin', /"userId":"\d+"/, -11),
    ],
    'return-code-for-bare-number': [
      'writes an empty text for a body that is a number on one endpoint',
      codeAt('group.admin', /^\d+$/, ''),
    ],
    'return-code-in-lower-case': [
      'writes the names of return codes in lower case',
      codes(ANY, (code) => String(nameOf(code)).toLowerCase()),
    ],
  },
  '7.1/form': {
    'return-code-as-digits': ['writes returnCode as a text of digits', codes(ANY, String)],
    'error-code-as-digits': [
      'writes errorCode as a text of digits',
      enveloping(OK, within([ENVELOPE.parameters, ENVELOPE.errorCode], String)),
    ],
    'refusals-by-name': ['writes Ok as a number and refusals by name', codes(REFUSED, nameOf)],
    'names-on-group-alone': [
      'writes returnCode by name on the endpoints of groups alone',
      on(['group.client', 'group.server', 'group.admin'], codes(ANY, nameOf)),
    ],
  },
  '4.4/debug-message/type': {
    'debug-message-as-object': [
      'writes debugMessage as an object',
      enveloping(REFUSED, put(ENVELOPE.debugMessage, { text: 'refused', retry: false })),
    ],
    'debug-message-as-number': [
      'writes the milliseconds of a success as debugMessage',
      enveloping(OK, put(ENVELOPE.debugMessage, 3)),
    ],
  },
  'principle/no-leak': {
    'stack-trace-of-failure': [
      'shows the stack trace of an internal failure',
      enveloping(refusedAs('InternalServerError'), put(ENVELOPE.debugMessage, JAVA_TRACE)),
    ],
    'stack-trace-of-parser': [
      'shows the stack trace of the JSON parser',
      enveloping(
        (answer) => INVALID(answer) && answer.kind === 'refused' && answer.members.length === 0,
        put(ENVELOPE.debugMessage, SCRIPT_TRACE),
      ),
    ],
    'stack-trace-of-missing-key': [
      'shows the stack trace of a missing secret key on one endpoint',
      on(['group.server'], enveloping(refusedAs('SecretInvalid'), put(ENVELOPE.debugMessage, PYTHON_TRACE))),
    ],
  },
  '4.4/invalid/type': {
    'list-as-object': ['writes the failing members as an object of types by names', list(INVALID, byName)],
    'list-of-names': [
      'writes the names of failing members in place of objects',
      list(
        INVALID,
        each((item) => (isMembers(item) ? item[ENVELOPE.memberCode] : item)),
      ),
    ],
    'list-of-one-without-array': [
      'writes a single failing member without an array around it',
      list(INVALID, (members) => (Array.isArray(members) && members.length === 1 ? members[0] : members)),
    ],
  },
  '4.4/name': {
    'list-called-invalid-members': [
      'calls the list of failing members as §7.1 once does',
      enveloping(INVALID, rename(ENVELOPE.invalidRequestParameters, WRONG_LIST_NAME)),
    ],
  },
  '7.4.1/list': {
    'list-called-errors': [
      'calls the list of failing members errors',
      enveloping(INVALID, rename(ENVELOPE.invalidRequestParameters, 'errors')),
    ],
    'list-empty': [
      'lists no failing members on the admin variants',
      on(
        ['gamePlayer.admin', 'characterPlayer.admin', 'group.admin'],
        list(INVALID, () => []),
      ),
    ],
  },
  '4.4/invalid/only': {
    'list-beside-success': [
      'lists failing members with Ok',
      enveloping(TAGS, put(ENVELOPE.invalidRequestParameters, [someMember])),
    ],
    'list-beside-missing-rule': [
      'lists the secret key as a failing member where its rule is missing',
      enveloping(refusedAs('OperationNotAllow'), put(ENVELOPE.invalidRequestParameters, [someMember])),
    ],
  },
  '4.4/parameters/only': {
    'tags-beside-missing-rule': [
      'refuses for a missing rule, but lists tags all the same',
      enveloping(refusedAs('OperationNotAllow'), parameters(data)),
    ],
    'error-code-beside-refusal': [
      'writes an errorCode into the parameters of a wrong secret key',
      enveloping(
        refusedAs('SecretInvalid'),
        parameters({ [ENVELOPE.errorCode]: ERROR_CODES.GamePlayerNotFound }),
      ),
    ],
    'data-beside-failure': [
      'writes the parameters of a failure that timed out',
      enveloping(refusedAs('OperationTimeout'), parameters(data)),
    ],
  },
  '7.4.1/parameters': {
    'data-beside-invalid': [
      'writes parameters together with failing members',
      enveloping(INVALID, parameters({ [ENVELOPE.errorCode]: ERROR_CODES.Ok })),
    ],
  },
  '4.4/parameters/type': {
    'parameters-as-array': [
      'writes parameters as an array',
      enveloping(
        OK,
        within([ENVELOPE.parameters], (value) => [value]),
      ),
    ],
    'parameters-as-text': [
      'writes parameters as JSON text on one endpoint',
      on(
        ['gamePlayer.client'],
        enveloping(
          OK,
          within([ENVELOPE.parameters], (value) => JSON.stringify(value)),
        ),
      ),
    ],
  },
  '2.4/info/required': {
    'success-without-parameters': [
      'writes debugMessage and no parameters where all went well',
      enveloping(TAGS, inTurn(drop(ENVELOPE.parameters), put(ENVELOPE.debugMessage, 'done'))),
    ],
  },
});
