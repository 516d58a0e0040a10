import { describe, expect, it } from 'vitest';
import { checkTargetSource } from './check-target.ts';

const env = { BREAK: 'a\nb' };

type Message = readonly [message: string, marked: string, hint?: string];

/** Lists the message of each fault, the marked part of the source and the remedy. */
function messages(text: string): readonly Message[] {
  const reading = checkTargetSource({ file: 't.yaml', text }, env);
  if (reading.ok) return [];
  return reading.faults.map(({ message, hint, sourceLine, column, width }) => {
    const marked = [...sourceLine].slice(column - 1, column - 1 + width).join('');
    return hint === undefined ? [message, marked] : [message, marked, hint];
  });
}

/** One file for each mistake: its text, the message, the marked part and the remedy. */
const MISTAKES: Readonly<Record<string, readonly [text: string, ...messages: Message]>> = {
  'a misspelt key at the top': ['traget: x', 'unknown key "traget"', 'traget', 'did you mean "target"?'],
  'a misspelt key of http': [
    'http: { header: {} }',
    'unknown key "header"',
    'header',
    'did you mean "headers"?',
  ],
  'a misspelt code': [
    'provoke: { InternalError: { header: [X, y] } }',
    'unknown key "InternalError"',
    'InternalError',
    'did you mean "InternalServerError"?',
  ],
  'a target without a scheme': [
    'target: localhost:8080',
    'no URL: http:// or https:// is missing',
    'localhost:8080',
    'did you mean "http://localhost:8080"?',
  ],
  'a target with credentials and without a scheme': [
    'target: u:p@x',
    'no URL: http:// or https:// is missing',
    '*****',
    'did you mean "http://…@x"?',
  ],
  'a target of another scheme': [
    'target: ftp://x',
    'a URL of ftp://, but only http and https are spoken',
    'ftp://x',
    'for instance https://staging.example.com/base',
  ],
  'a target with credentials': [
    'target: http://u:p@x/',
    'a base URL with a user name or a password',
    '*************',
    'send an Authorization header instead: http.headers',
  ],
  'a target with a query': [
    'target: http://x/?a=b',
    'a base URL with a query or a fragment',
    '*************',
    'give the part before ? and #',
  ],
  'a target with the path of the document': [
    'target: http://x/api/rJson',
    'a base URL that already holds /api/rJson',
    'http://x/api/rJson',
    'give the part before /api/rJson; the paths of the document are added to it',
  ],
  'a header that is the document’s own': [
    'http: { headers: { secret-key: x } }',
    `"secret-key" can't be set here: the document's own header; keys, tokens and games are declared under world`,
    'secret-key',
  ],
  'a header that the transport sets': [
    'http: { headers: { Host: x } }',
    `"Host" can't be set here: set by the transport`,
    'Host',
  ],
  'a header twice': [
    'http: { headers: { X-A: x, x-a: y } }',
    'the header x-a is here twice',
    'x-a',
    'names of headers have no case',
  ],
  'a header with a line break': [
    'http: { headers: { X-A: "${env:BREAK}" } }',
    'this value holds a control character or a line break, which no header can carry',
    '"${env:BREAK}"',
  ],
  'a proxy that is not a URL': [
    'http: { proxy: nowhere }',
    'no URL of a proxy',
    '*******',
    'for instance http://proxy.example.com:8080',
  ],
  'a certificate without its key': [
    'http: { cert: package.json }',
    'cert without key',
    'cert',
    'name the file of its key too',
  ],
  'a provocation by a header of the document': [
    'provoke: { UnknownError: { header: [Game-Id, x] } }',
    `"Game-Id" can't be set here: the document's own header; keys, tokens and games are declared under world`,
    'Game-Id',
  ],
  'a provocation by no header': [
    'provoke: { UnknownError: { header: [X Y, x] } }',
    `"X Y" is not a header name: letters, digits and !#$%&'*+-.^_\`|~`,
    'X Y',
  ],
  'an unknown question': [
    'dialect: { codes.returnCod: number }',
    'no question "codes.returnCod"',
    'codes.returnCod',
    'did you mean "codes.returnCode"?',
  ],
  'an unknown option': [
    'dialect: { codes.returnCode: nummer }',
    'no option of "codes.returnCode"',
    'nummer',
    'did you mean "number"?',
  ],
  'an option that is not text': [
    'dialect: { id.null: 7 }',
    'no option of "id.null"',
    '7',
    'its options are: StringNull, DataRequired, TypeInvalid',
  ],
  'an unknown scope': [
    'dialect: { tagKeys.effect: { grup: filter } }',
    '"tagKeys.effect" has no answer of its own for "grup"',
    'grup',
    'did you mean "group"?',
  ],
  'a scope for a question without scopes': [
    'dialect: { codes.errorCode: { group: name } }',
    '"codes.errorCode" has no answer of its own for "group"',
    'group',
    'give one option for the whole backend',
  ],
  'an extension of an unknown endpoint': [
    'extensions: [{ on: group.serve, member: a, type: number }]',
    `"on" can't be "group.serve"`,
    'group.serve',
    'did you mean "group.server"?',
  ],
  'an extension of an unknown type': [
    'extensions: [{ on: all, member: a, type: nmber }]',
    `"type" can't be "nmber"`,
    'nmber',
    'did you mean "number"?',
  ],
  'an extension that the document names': [
    'extensions: [{ on: group.server, member: tagKeys, type: number }]',
    'the document itself has a member "tagKeys" on group.server',
    'tagKeys',
    'extensions are other members',
  ],
  'an extension twice': [
    'extensions: [{ on: all, member: a, type: number }, { on: group.admin, member: a, type: array }]',
    'the member "a" is declared twice on group.admin',
    'a',
  ],
  'an extension with impossible bounds': [
    'extensions: [{ on: group.admin, member: a, type: number, min: 4, max: 2 }]',
    'max 2 is less than min 4',
    '2',
  ],
  'an extension named __proto__': [
    'extensions: [{ on: group.admin, member: __proto__, type: array }]',
    'a member "__proto__" can not be sent as a member',
    '__proto__',
  ],
};

describe('a mistake in a target file', () => {
  it.each(Object.entries(MISTAKES))('%s is reported with its place and remedy', (_, [text, ...expected]) => {
    expect(messages(text)).toContainEqual(expected);
  });
});

it('all mistakes are reported at once, in the order of the file', () => {
  const text = 'target: nowhere://x\ndialect: { no: no }\nworld:\n  gamePlayers:\n    - userId: short\n';
  expect(messages(text).map(([message]) => message)).toEqual([
    'a URL of nowhere://, but only http and https are spoken',
    'no question "no"',
    'the userId of a game player has 10 characters, not 5 (§2.1)',
  ]);
});

it.each([
  'world: { secretKeys: [{ name: a b, key: ThE-sEcReT, role: x }] }',
  'world: { secretKeys: [{ name: a, kye: ThE-sEcReT, role: x }] }',
  'world: { authTokens: [{ name: a, token: ThE-sEcReT→ }] }',
  'http: { headers: { X-A: ThE-sEcReT, Host: x } }',
  'http: { proxy: ThE-sEcReT }',
])('the mistakes of %j are reported without its secret', (text) => {
  expect(messages(text).length).toBeGreaterThan(0);
  expect(JSON.stringify(messages(text))).not.toContain('ThE-sEcReT');
});
