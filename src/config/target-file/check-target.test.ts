import { describe, expect, it } from 'vitest';
import { checkTargetSource } from './check-target.ts';

const env = { KEY: 'secret-key-1', SAME: 'secret-key-1', EMPTY: '', BREAK: 'a\nb' };

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

type Mistakes = Readonly<Record<string, readonly [text: string, ...messages: Message]>>;

/** One file for each mistake: its text, the message, the marked part and the remedy. */
const IN_WORLD: Mistakes = {
  'a misspelt key of the world': [
    'world: { secretKey: [] }',
    'unknown key "secretKey"',
    'secretKey',
    'did you mean "secretKeys"?',
  ],
  'a misspelt key of a secret key': [
    'world: { secretKeys: [{ name: a, key: abcdefgh, rol: Player }] }',
    'unknown key "rol"',
    'rol',
    'did you mean "role"?',
  ],
  'a misspelt key of limits': [
    'world: { secretKeys: [{ name: a, key: abcdefgh, limits: { requestPerSecond: 5 } }] }',
    'unknown key "requestPerSecond"',
    'requestPerSecond',
    'did you mean "requestsPerSecond"?',
  ],
  'a misspelt key of a tag': [
    'world: { games: [{ id: g }], gamePlayers: [{ userId: aaaaaaaaaa, tags: [{ key: a, valeu: b }] }] }',
    'unknown key "valeu"',
    'valeu',
    'did you mean "value"?',
  ],
  'a misspelt kind of absent ids': [
    'world: { absent: { group: [] } }',
    'unknown key "group"',
    'group',
    'did you mean "groups"?',
  ],
  'an id without quotes': [
    'world: { games: [{ id: g }], gamePlayers: [{ userId: 0123456789 }] }',
    '"userId" must be text; unquoted, 0123456789 is the number 123456789',
    '0123456789',
    'quote it: "0123456789"',
  ],
  'an absent id without quotes': [
    'world: { absent: { groups: [1234567890] } }',
    'item 1 of "groups" must be text; unquoted, 1234567890 is a number',
    '1234567890',
    'quote it: "1234567890"',
  ],
  'a variable that is not set': [
    'world: { secretKeys: [{ name: a, key: "${env:NONE}" }] }',
    'the environment variable NONE is not set',
    '${env:NONE}',
    'export NONE=…',
  ],
  'a variable that is empty': [
    'world: { secretKeys: [{ name: a, key: "${env:EMPTY}" }] }',
    '"key" must not be empty',
    '"${env:EMPTY}"',
    'the environment variable EMPTY is set, but empty',
  ],
  'a role in lower case': [
    'world: { secretKeys: [{ name: a, key: abcdefgh, role: player }] }',
    `"role" can't be "player"`,
    'player',
    'did you mean "Player"?',
  ],
  'a game that is not declared': [
    'world: { games: [{ id: meadow }], secretKeys: [{ name: a, key: abcdefgh, game: medow }] }',
    'no game "medow" is declared',
    'medow',
    'did you mean "meadow"?',
  ],
  'a game twice': ['world: { games: [{ id: a }, { id: a }] }', 'the game "a" is declared twice', 'a'],
  'no game in a world with several': [
    'world: { games: [{ id: a }, { id: b }], gamePlayers: [{ userId: aaaaaaaaaa }] }',
    'the game is missing, and there are several',
    '{ userId: aaaaaaaaaa }',
    'add game: a or game: b',
  ],
  'a complete world without games': [
    'world: { complete: true, gamePlayers: [{ userId: aaaaaaaaaa }] }',
    'a world without games has nothing in it',
    '{ userId: aaaaaaaaaa }',
    'declare one: games: [{ id: … }]',
  ],
  'a complete world with a key without a role': [
    'world: { complete: true, secretKeys: [{ name: a, key: abcdefgh }] }',
    'the key "role" is missing: a complete world knows it',
    '{ name: a, key: ******** }',
    'add role: Player or role: Admin',
  ],
  'an unknown rule': [
    'world: { secretKeys: [{ name: a, key: abcdefgh, rules: [group.getTag.selfEnabled] }] }',
    'no permission rule "group.getTag.selfEnabled"',
    'group.getTag.selfEnabled',
    'did you mean "group.getTag.selfEnable"?',
  ],
  'an unknown rule that a key lacks': [
    'world: { secretKeys: [{ name: a, key: abcdefgh, rules: { lacks: [group.getTag.adminSelfEnabled] } }] }',
    'no permission rule "group.getTag.adminSelfEnabled"',
    'group.getTag.adminSelfEnabled',
    'did you mean "group.getTag.adminSelfEnable"?',
  ],
  'a rule that a key both has and lacks': [
    'world: { secretKeys: [{ name: a, key: abcdefgh, rules: { has: [group.getTag.selfEnable], lacks: [ group.getTag.selfEnable ] } }] }',
    'the rule group.getTag.selfEnable is in both lists',
    'group.getTag.selfEnable',
    'a key either has a rule or lacks it',
  ],
  'a part of the rules in a complete world': [
    'world: { complete: true, games: [{ id: g }], secretKeys: [{ name: a, key: abcdefgh, role: Player, rules: { has: [group.getTag.selfEnable] } }] }',
    'has and lacks leave rules unknown: a complete world knows them all',
    'rules',
    'list exactly the rules that the key has: rules: [group.getTag.selfEnable]',
  ],
  'a misspelt list of rules': [
    'world: { secretKeys: [{ name: a, key: abcdefgh, rules: { lack: [group.getTag.selfEnable] } }] }',
    'unknown key "lack"',
    'lack',
    'did you mean "lacks"?',
  ],
  'a rate of zero': [
    'world: { secretKeys: [{ name: a, key: abcdefgh, limits: { requestsPerSecond: 0 } }] }',
    '"requestsPerSecond" must be more than 0',
    '0',
  ],
  'sessions without their time': [
    'world: { secretKeys: [{ name: a, key: abcdefgh, limits: { sessions: 2 } }] }',
    'sessions without sessionSeconds',
    'sessions',
    'say for how long a token counts: sessionSeconds: 5',
  ],
  'a time without sessions': [
    'world: { secretKeys: [{ name: a, key: abcdefgh, limits: { sessionSeconds: 2 } }] }',
    'sessionSeconds without sessions',
    'sessionSeconds',
    'say how many tokens the key may serve: sessions: 2',
  ],
  'a name twice': [
    'world: { secretKeys: [{ name: a, key: abcdefgh }], authTokens: [{ name: a, token: ijklmnop, admin: true }] }',
    'the name "a" is taken',
    'a',
    'names are unique among keys and tokens',
  ],
  'a name that is not a word': [
    'world: { secretKeys: [{ name: a b, key: abcdefgh }] }',
    '"name" must be a word of letters, digits, ".", "_" and "-"',
    'a b',
  ],
  'a value twice': [
    'world: { secretKeys: [{ name: a, key: "${env:KEY}" }, { name: b, key: "${env:SAME}" }] }',
    'the same value as "a"',
    '"${env:SAME}"',
    'every key and token has a value of its own',
  ],
  'a key with a line break': [
    'world: { secretKeys: [{ name: a, key: "${env:BREAK}" }] }',
    'this value holds a control character or a line break, which no header can carry',
    '"${env:BREAK}"',
  ],
  'a key beyond Latin-1': [
    'world: { secretKeys: [{ name: a, key: schlüssel→ }] }',
    'this value holds a character beyond Latin-1, which no header can carry',
    '**********',
  ],
  'a key with a blank at its end': [
    'world: { secretKeys: [{ name: a, key: "abcdefgh " }] }',
    'this value begins or ends with a blank, which headers lose',
    '***********',
  ],
  'a token without a holder': [
    'world: { authTokens: [{ name: a, token: abcdefgh }] }',
    'this token has no holder',
    '{ name: a, token: ******** }',
    'add player: the userId of the player who logged in, or admin: true',
  ],
  'a token of a player and an admin': [
    'world: { authTokens: [{ name: a, token: abcdefgh, player: aaaaaaaaaa, admin: true }] }',
    'a token is that of a player or of an admin, not both',
    'player',
    'leave out player or admin',
  ],
  'a token of a player who is not declared': [
    'world: { games: [{ id: g }], authTokens: [{ name: a, token: abcdefgh, player: aaaaaaaaaa }] }',
    'no game player "aaaaaaaaaa" is declared in the game "g"',
    'aaaaaaaaaa',
    'declare it: gamePlayers: [{ userId: "aaaaaaaaaa" }]',
  ],
  'an owner who is not declared': [
    'world: { gamePlayers: [{ userId: aaaaaaaaaa }], characterPlayers: [{ characterId: ccccccccccc, owner: aaaaaaaaab }] }',
    'no game player "aaaaaaaaab" is declared',
    'aaaaaaaaab',
    'did you mean "aaaaaaaaaa"?',
  ],
  'a member who is not declared': [
    'world: { gamePlayers: [{ userId: aaaaaaaaaa }], groups: [{ groupId: gggggggggg, members: [aaaaaaaaaa, bbbbbbbbbb] }] }',
    'no game player "bbbbbbbbbb" is declared',
    'bbbbbbbbbb',
    'declare it: gamePlayers: [{ userId: "bbbbbbbbbb" }]',
  ],
  'an id of another length': [
    'world: { games: [{ id: g }], gamePlayers: [{ userId: aaaaaaaaa }] }',
    'the userId of a game player has 10 characters, not 9 (§2.1)',
    'aaaaaaaaa',
  ],
  'an absent id of another length': [
    'world: { absent: { characterPlayers: [aaaaaaaaaa] } }',
    'the characterId of a character player has 11 characters, not 10 (§2.1)',
    'aaaaaaaaaa',
  ],
  'an id twice': [
    'world: { games: [{ id: g }], gamePlayers: [{ userId: aaaaaaaaaa }, { userId: aaaaaaaaaa }] }',
    'the game player "aaaaaaaaaa" is declared twice in the game "g"',
    'aaaaaaaaaa',
  ],
  'an absent id that exists': [
    'world: { gamePlayers: [{ userId: aaaaaaaaaa }], absent: { gamePlayers: [aaaaaaaaaa] } }',
    'the game player "aaaaaaaaaa" is declared as existing',
    'aaaaaaaaaa',
    'an absent id exists in no game',
  ],
  'half of a surrogate pair': [
    'world: { games: [{ id: g }], gamePlayers: [{ userId: aaaaaaaaaa, tags: [{ key: a, value: "\\uD83D" }] }] }',
    'half of a surrogate pair, which is not text',
    '"\\uD83D"',
  ],
  'a value that is too long': [
    'world: { games: [{ id: g }], gamePlayers: [{ userId: aaaaaaaaaa, tags: [{ key: a, value: { repeat: abcd, times: 1000000 } }] }] }',
    'a value of 4000000 characters',
    '{ repeat: abcd, times: 1000000 }',
    'at most 1048576 are possible',
  ],
  'a size limit of zero': [
    'world: { limits: { requestBytes: 0 } }',
    '"requestBytes" must be at least 1',
    '0',
  ],
};

const IN_FILE: Mistakes = {
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
    'not a URL: http:// or https:// is missing',
    'localhost:8080',
    'did you mean "http://localhost:8080"?',
  ],
  'a target with credentials and without a scheme': [
    'target: u:p@x',
    'not a URL: http:// or https:// is missing',
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
    'not the URL of a proxy',
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

describe('a mistake in a target file or a world', () => {
  it.each(Object.entries({ ...IN_FILE, ...IN_WORLD }))(
    '%s is reported with its place and remedy',
    (_, [text, ...expected]) => {
      expect(messages(text)).toContainEqual(expected);
    },
  );
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
