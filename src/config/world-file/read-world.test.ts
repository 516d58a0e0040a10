import { describe, expect, it } from 'vitest';
import { checkTargetSource } from '../target-file/check-target.ts';

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

/** One file for each mistake: its text, the message, the marked part and the remedy. */
const MISTAKES: Readonly<Record<string, readonly [text: string, ...messages: Message]>> = {
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

describe('a mistake in a world', () => {
  it.each(Object.entries(MISTAKES))('%s is reported with its place and remedy', (_, [text, ...expected]) => {
    expect(messages(text)).toContainEqual(expected);
  });
});
