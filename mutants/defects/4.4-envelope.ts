/** Defects against §4.4: what an envelope holds, what it must not hold, and how its codes are written. */
import { ERROR_CODES, MEMBER_TYPES, RETURN_CODES } from '../../src/contract/codes.ts';
import { ENVELOPE, WRONG_LIST_NAME } from '../../src/contract/envelope.ts';
import { ANY, enveloping, OK, REFUSED, refusedAs, TAGS, type OfAnswers } from '../alterations/answers.ts';
import {
  drop,
  each,
  isMembers,
  put,
  rename,
  inTurn,
  within,
  type JsonAlteration,
} from '../alterations/json.ts';
import { on } from '../alterations/places.ts';
import type { Alter, Mutant } from './mutant.ts';

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

const returnCode = (alter: JsonAlteration): JsonAlteration => within([ENVELOPE.returnCode], alter);
const parameters = (value: unknown): JsonAlteration => put(ENVELOPE.parameters, value);
const data = { [ENVELOPE.info]: { [ENVELOPE.tags]: [{ [ENVELOPE.key]: 'vip', [ENVELOPE.value]: 'gold' }] } };
const list = (of: OfAnswers, alter: JsonAlteration): Alter =>
  enveloping(of, within([ENVELOPE.invalidRequestParameters], alter));
const someMember = { [ENVELOPE.memberCode]: 'note', [ENVELOPE.memberType]: MEMBER_TYPES.UnknownError };
const nameOf = (code: unknown): unknown =>
  Object.entries(RETURN_CODES).find(([, number]) => number === code)?.[0] ?? code;

/** The list of failing members as an object of types by names. */
const byName: JsonAlteration = (members) =>
  Array.isArray(members)
    ? Object.fromEntries(
        members.map((item) =>
          isMembers(item) ? [item[ENVELOPE.memberCode], item[ENVELOPE.memberType]] : [],
        ),
      )
    : members;

const codes = (of: OfAnswers, alter: JsonAlteration): Alter => enveloping(of, returnCode(alter));

const CODES: readonly Mutant[] = [
  {
    name: 'return-code-minus-eleven',
    clause: '4.4/return-code/known',
    description: 'writes -11 for a wrong secret key',
    alter: codes(refusedAs('SecretInvalid'), () => -11),
  },
  {
    name: 'return-code-as-http-status',
    clause: '4.4/return-code/known',
    description: 'writes 200 as returnCode of a success',
    alter: codes(OK, () => 200),
  },
  {
    name: 'return-code-true',
    clause: '4.4/return-code/known',
    description: 'writes true as returnCode of a success on one endpoint',
    alter: on(
      ['characterPlayer.server'],
      codes(OK, () => true),
    ),
  },
  {
    name: 'return-code-in-lower-case',
    clause: '4.4/return-code/known',
    description: 'writes the names of return codes in lower case',
    alter: codes(ANY, (code) => String(nameOf(code)).toLowerCase()),
  },
  {
    name: 'return-code-as-digits',
    clause: '7.1/form',
    description: 'writes returnCode as a text of digits',
    alter: codes(ANY, String),
  },
  {
    name: 'error-code-as-digits',
    clause: '7.1/form',
    description: 'writes errorCode as a text of digits',
    alter: enveloping(OK, within([ENVELOPE.parameters, ENVELOPE.errorCode], String)),
  },
  {
    name: 'refusals-by-name',
    clause: '7.1/form',
    description: 'writes Ok as a number and refusals by name',
    alter: codes(REFUSED, nameOf),
  },
  {
    name: 'names-on-group-alone',
    clause: '7.1/form',
    description: 'writes returnCode by name on the endpoints of groups alone',
    alter: on(['group.client', 'group.server', 'group.admin'], codes(ANY, nameOf)),
  },
];

const DEBUG: readonly Mutant[] = [
  {
    name: 'debug-message-as-object',
    clause: '4.4/debug-message/type',
    description: 'writes debugMessage as an object',
    alter: enveloping(REFUSED, put(ENVELOPE.debugMessage, { text: 'refused', retry: false })),
  },
  {
    name: 'debug-message-as-number',
    clause: '4.4/debug-message/type',
    description: 'writes the milliseconds of a success as debugMessage',
    alter: enveloping(OK, put(ENVELOPE.debugMessage, 3)),
  },
  {
    name: 'stack-trace-of-failure',
    clause: 'principle/no-leak',
    description: 'shows the stack trace of an internal failure',
    alter: enveloping(refusedAs('InternalServerError'), put(ENVELOPE.debugMessage, JAVA_TRACE)),
  },
  {
    name: 'stack-trace-of-parser',
    clause: 'principle/no-leak',
    description: 'shows the stack trace of the JSON parser',
    alter: enveloping(
      (answer) => INVALID(answer) && answer.kind === 'refused' && answer.members.length === 0,
      put(ENVELOPE.debugMessage, SCRIPT_TRACE),
    ),
  },
  {
    name: 'stack-trace-of-missing-key',
    clause: 'principle/no-leak',
    description: 'shows the stack trace of a missing secret key on one endpoint',
    alter: on(
      ['group.server'],
      enveloping(refusedAs('SecretInvalid'), put(ENVELOPE.debugMessage, PYTHON_TRACE)),
    ),
  },
];

const MEMBERS: readonly Mutant[] = [
  {
    name: 'list-as-object',
    clause: '4.4/invalid/type',
    description: 'writes the failing members as an object of types by names',
    alter: list(INVALID, byName),
  },
  {
    name: 'list-of-names',
    clause: '4.4/invalid/type',
    description: 'writes the names of failing members in place of objects',
    alter: list(
      INVALID,
      each((item) => (isMembers(item) ? item[ENVELOPE.memberCode] : item)),
    ),
  },
  {
    name: 'list-of-one-without-array',
    clause: '4.4/invalid/type',
    description: 'writes a single failing member without an array around it',
    alter: list(INVALID, (members) =>
      Array.isArray(members) && members.length === 1 ? members[0] : members,
    ),
  },
  {
    name: 'list-called-invalid-members',
    clause: '4.4/name',
    description: 'calls the list of failing members as §7.1 once does',
    alter: enveloping(INVALID, rename(ENVELOPE.invalidRequestParameters, WRONG_LIST_NAME)),
  },
  {
    name: 'list-called-errors',
    clause: '7.4.1/list',
    description: 'calls the list of failing members errors',
    alter: enveloping(INVALID, rename(ENVELOPE.invalidRequestParameters, 'errors')),
  },
  {
    name: 'list-empty',
    clause: '7.4.1/list',
    description: 'lists no failing members on the admin variants',
    alter: on(
      ['gamePlayer.admin', 'characterPlayer.admin', 'group.admin'],
      list(INVALID, () => []),
    ),
  },
  {
    name: 'list-beside-success',
    clause: '4.4/invalid/only',
    description: 'lists failing members with Ok',
    alter: enveloping(TAGS, put(ENVELOPE.invalidRequestParameters, [someMember])),
  },
  {
    name: 'list-beside-missing-rule',
    clause: '4.4/invalid/only',
    description: 'lists the secret key as a failing member where its rule is missing',
    alter: enveloping(refusedAs('OperationNotAllow'), put(ENVELOPE.invalidRequestParameters, [someMember])),
  },
];

const PARAMETERS: readonly Mutant[] = [
  {
    name: 'tags-beside-missing-rule',
    clause: '4.4/parameters/only',
    description: 'refuses for a missing rule, but lists tags all the same',
    alter: enveloping(refusedAs('OperationNotAllow'), parameters(data)),
  },
  {
    name: 'error-code-beside-refusal',
    clause: '4.4/parameters/only',
    description: 'writes an errorCode into the parameters of a wrong secret key',
    alter: enveloping(
      refusedAs('SecretInvalid'),
      parameters({ [ENVELOPE.errorCode]: ERROR_CODES.GamePlayerNotFound }),
    ),
  },
  {
    name: 'data-beside-failure',
    clause: '4.4/parameters/only',
    description: 'writes the parameters of a failure that timed out',
    alter: enveloping(refusedAs('OperationTimeout'), parameters(data)),
  },
  {
    name: 'data-beside-invalid',
    clause: '7.4.1/parameters',
    description: 'writes parameters together with failing members',
    alter: enveloping(INVALID, parameters({ [ENVELOPE.errorCode]: ERROR_CODES.Ok })),
  },
  {
    name: 'parameters-as-array',
    clause: '4.4/parameters/type',
    description: 'writes parameters as an array',
    alter: enveloping(
      OK,
      within([ENVELOPE.parameters], (value) => [value]),
    ),
  },
  {
    name: 'parameters-as-text',
    clause: '4.4/parameters/type',
    description: 'writes parameters as JSON text on one endpoint',
    alter: on(
      ['gamePlayer.client'],
      enveloping(
        OK,
        within([ENVELOPE.parameters], (value) => JSON.stringify(value)),
      ),
    ),
  },
  {
    name: 'success-without-parameters',
    clause: '2.4/info/required',
    description: 'writes debugMessage and no parameters where all went well',
    alter: enveloping(TAGS, inTurn(drop(ENVELOPE.parameters), put(ENVELOPE.debugMessage, 'done'))),
  },
];

export const ENVELOPE_MUTANTS: readonly Mutant[] = [...CODES, ...DEBUG, ...MEMBERS, ...PARAMETERS];
