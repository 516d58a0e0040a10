/** The faults that the reader reports for a suite file, as committed texts: place, message, source and remedy. Mistakes as users make them: src/cli/own-mistakes.test.ts. */
import { expect, test } from 'vitest';
import { TagproofError } from '../../base/errors.ts';
import { readSuite } from './load-suite.ts';

const FINE = 'nothing is wrong';

/** The message of the error that a text causes. */
function faultOf(...texts: readonly string[]): string {
  try {
    readSuite(texts.map((text, at) => ({ file: at === 0 ? 's.yaml' : `${at}.yaml`, text })));
  } catch (error) {
    if (error instanceof TagproofError && error.code === 'file') return error.message;
    throw error;
  }
  return FINE;
}

/** A suite of one case, in flow style on the third line: `rest` follows its id, title and clause. */
const one = (rest: string, clauses = '1/json'): string =>
  `chapter: made\ncases:\n  - { id: a/b, title: t, clauses: [${clauses}], ${rest} }`;
const expecting = (outcome: string): string => one(`for: all, expect: ${outcome}`);
const sending = (send: string): string => one(`for: all, send: ${send}, expect: { reply: tags }`);
const giving = (given: string): string =>
  one(`for: gamePlayer.client, given: ${given}, expect: { reply: tags }`);
const stepping = (step: string): string =>
  one(`for: gamePlayer.server, steps: [${step}], expect: { reply: tags }`);
/** A further case, on the fourth line, of a case on the third. */
const also = (first: string, further: string): string =>
  `chapter: made\ncases:\n  - { id: a/b, title: t, clauses: [1/json], for: all, expect: { reply: tags }, ${first}, also: [\n    { ${further} }] }`;

/** A misspelt key at every level, a misspelt word of each set, and what else can be wrong with a case. */
const CASES = `
for: all
forr: all, expect: { reply: tags }
for: grup.admin, expect: { reply: tags }
for: [], expect: { reply: tags }
for: { resource: [] }, expect: { reply: tags }
for: all, decides: tagKeys.efect, expect: { reply: tags }
for: all, decides: tagKeys.effect, expect: { when: filtr, reply: tags }
for: all, decides: tagKeys.effect, expect: { when: whatever it likes, reply: tags }
for: all, decides: tagKeys.effect, steps: [{ expect: [{ when: nne, reply: tags }] }], expect: { reply: tags }
for: all, decides: rate.limit, steps: [{ expect: { some: { when: enforcd, reply: tags }, rest: { reply: tags } } }], expect: { reply: tags }
`;
const OUTCOMES = `
{ reply: tags, olny: [a] }
[{ reply: tags }, { repl: tags }]
{ reply: invalid, members: [{ cod: $id, type: any }] }
{ reply: invalid, members: [{ code: $id, type: TypInvalid }] }
{ reply: tgas }
[]
{ every: [] }
{ reply: refused, code: [] }
{ reply: invalid, members: [] }
{ reply: http, status: [] }
{ reply: refused }
{ reply: tags, code: SecretInvalid }
{ reply: refused, code: any, tags: [] }
{ reply: tags, tags: [], only: [a] }
{ reply: tags, only: [$subjct.keys] }
{ reply: invalid, members: [{ code: $idd, type: any }] }
`;
const SENDS = `
{ headers: { witout: [Secret-Key] } }
{ headers: { alter: { Secret-Key: cutone } } }
{ base64: "{}" }
{ target: x }
{ base64: Kg==, text: x }
{ base64: Kg==, body: empty }
{ text: x, body: empty }
{ text: x, set: { a: 1 } }
{ target: /x, path: trailing-slash }
{ set: { tagKeys: [$subjct.keys] } }
{ set: { tagKeys: [$subject.tags.0.kee] } }
{ alter: { $idd: empty } }
{ headers: { set: { Game-Id: $gmae } } }
{ headers: { without: [Secert-Key] } }
{ headers: { alter: { Auth-Tokn: empty } } }
{ headers: { repeat: { Gmae-Id: same } } }
{ set: { note: $key } }
{ set: { note: $token } }
{ set: { tagKeys: [a, 0123456789] } }
{ set: { tagKeys: [vip] }, without: [tagKeys] }
{ headers: { set: { Game-Id: x }, alter: { secret-key: empty, game-id: empty }, without: [Game-Id, Secret-Key] } }
`;
const GIVENS = `
{ key: { rulse: none } }
{ key: { rules: own-olny } }
{ subject: { tag: some } }
{ key: { name: a, rules: none } }
{ token: { state: expired, name: a } }
{ subject: { id: undeclared, absent: plain } }
{ subject: { id: undeclared, absent: plain, tags: some } }
`;
const STEPS = `
{ expect: { some: { reply: tags }, rst: { reply: tags } } }
{ clauses: [5.3/wrongg] }
{ times: often }
{ times: 3 x $key.limits.requestPerSecond }
{ times: $subject.id }
{ times: 0 }
{ times: 0 x $key.limits.sessions }
{ expect: [] }
{ given: { subject: { id: undeclared, game: b, nth: 2 } } }
{ send: { base64: Kg==, pad: half } }
{ together: true, until: 2000 }
{ times: 3, vary: subject }
{ times: 4, vary: altered-id }
{ expect: [{ reply: tags, tags: [], of: sender }] }
`;
/** A fault of a further case is at its own line, and one that it takes over is reported once, where it is written. */
const FURTHER = [
  also('decides: tagKeys.effect', 'id: a/c, title: u, snd: {}'),
  also('decides: tagKeys.effect', 'id: a/c, title: u, clauses: [1/jsn]'),
  also('decides: tagKeys.effect', 'id: a/c, title: u, expect: { when: filtr, reply: tags }'),
  also('send: { set: { note: $gmae } }', 'id: a/c, title: u, clauses: [1/json]'),
  also('alone: true', 'title: u'),
  also('alone: true', 'id: a/b, title: u, clauses: [1/json]'),
  also(
    'pairs: [{ name: a, of: a, description: a }, { name: b, of: b, description: b }]',
    'id: a/c, title: u, alone: true',
  ),
];
const FILES = [
  'chaptr: x\ncases: [{ id: a/b, title: t, clauses: [1/json], for: all, expect: { reply: tags } }]',
  'chapter: made\ncases: []',
  one('for: all, expect: { reply: tags }', '4.2'),
  'chapter: made\ncases:\n  - id: a/b\n    title: t\n    clauses: [1/json]\n    for: all\n    given:\n      key: { rulez: none }\n    expect: { reply: tags }',
];

const each = (texts: string, write: (text: string) => string): readonly string[] =>
  texts.trim().split('\n').map(write);

test.each([
  ['files', FILES],
  ['cases', each(CASES, (rest) => one(rest))],
  ['outcomes', each(OUTCOMES, expecting)],
  ['sends', each(SENDS, sending)],
  ['givens', each(GIVENS, giving)],
  ['steps', each(STEPS, stepping)],
  ['further cases', FURTHER],
])('the faults of %s', async (name, texts) => {
  const faults = texts.map((text) => faultOf(text));
  expect(faults.filter((fault) => fault === FINE)).toEqual([]);
  await expect(`${faults.join('\n\n----\n\n')}\n`).toMatchFileSnapshot(
    `__snapshots__/faults-of-${name.replace(' ', '-')}.txt`,
  );
});

test('unknown words are reported beside other faults of a case; what depends on a wrong part is not', () => {
  const text = `chapter: made
cases:
  - { id: a/b, titel: t, clauses: [1/jsn, 4.2], for: grup.admin, send: { set: { a: $gmae } }, expect: { reply: tgs } }
  - { id: a/b, title: t, clauses: [1/json], for: group.admin, expect: { reply: refused, code: NotAllowed } }`;
  expect(faultOf(text).match(/^\S+yaml:.*/gm)).toEqual([
    's.yaml:3:16: unknown key "titel"',
    's.yaml:3:36: item 1 of "clauses" can\'t be "1/jsn"',
    's.yaml:3:43: item 2 of "clauses" can\'t be "4.2"',
    's.yaml:3:54: "for" can\'t be "grup.admin"',
    's.yaml:3:84: nothing is called $gmae',
    's.yaml:3:112: "reply" can\'t be "tgs"',
    's.yaml:4:11: the id "a/b" is already used at s.yaml:3:11',
    's.yaml:4:95: "code" can\'t be "NotAllowed"',
  ]);
});

test.each([
  [
    'for: gamePlayer.admin, given: { subject: { id: playerann } }, expect: { reply: tag }',
    ['a userId has 10 characters, and "playerann" has 9', '"reply" can\'t be "tag"'],
  ],
  [
    'for: gamePlayer.admin, send: { alter: { $id: as-nul, tagkeys: empty } }, expect: { reply: tags }',
    ['"$id" can\'t be "as-nul"', 'no request here has a member "tagkeys"'],
  ],
  [
    'for: group.admin, steps: [{ expect: { reply: tag }, given: { token: { name: a } } }], expect: { reply: tags }',
    ['"reply" can\'t be "tag"', 'no token is sent here: group.admin takes none'],
  ],
])('a value that is wrong hides no fault of another part: %s', (rest, said) => {
  expect([...faultOf(one(rest)).matchAll(/^s\.yaml:\S+: (.*)/gm)].map(([, what]) => what)).toEqual(said);
});

test('the faults of several cases and files are reported together, in the order of the files', () => {
  const wrong = (id: string): string =>
    `chapter: made\ncases:\n  - { id: ${id}, title: t, clauses: [1/jsn], for: all, expect: { reply: refused } }`;
  expect(faultOf(wrong('a/0'), wrong('a/1')).match(/^\S+yaml:.*/gm)).toEqual([
    's.yaml:3:36: item 1 of "clauses" can\'t be "1/jsn"',
    's.yaml:3:62: a reply "refused" needs its code',
    '1.yaml:3:36: item 1 of "clauses" can\'t be "1/jsn"',
    '1.yaml:3:62: a reply "refused" needs its code',
  ]);
});

test.each([
  ['a dollar in a literal text starts no reference', sending('{ method: $a, target: /$b, text: $c }')],
  ['nor does one in a written-out tag', expecting('{ reply: tags, tags: [{ key: $a, value: $b }] }')],
  ['nor a doubled one', sending('{ set: { tagKeys: [$$subjct.keys] } }')],
  ['a member that the case sets can be altered', sending('{ set: { note: x }, alter: { note: doubled } }')],
  [
    'a header that is left out and set comes behind all others',
    sending('{ headers: { set: { secret-key: $key }, without: [Secret-Key] } }'),
  ],
  ['a header may carry the key', sending('{ headers: { set: { Auth-Token: $key } } }')],
  ['a header may carry the token', sending('{ headers: { set: { Auth-Token: $token } } }')],
  [
    'a number is sent, unless it has a zero in front',
    sending('{ set: { tagKeys: [0, 0.5, "0123456789", 12] } }'),
  ],
])('%s', (_, text) => {
  expect(faultOf(text)).toBe(FINE);
});
