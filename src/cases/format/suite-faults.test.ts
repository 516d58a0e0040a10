/** The faults that the reader reports for a suite file: place, message and the intended word. Mistakes as users make them: src/cli/own-mistakes.test.ts. */
import { expect, test } from 'vitest';
import { examples } from '../../../test/test-helpers/examples.ts';
import { TagproofError } from '../../base/errors.ts';
import { readSuite } from './load-suite.ts';

/** The message of the error that a text causes. */
function faultOf(text: string): string {
  try {
    readSuite([{ file: 's.yaml', text }]);
  } catch (error) {
    if (error instanceof TagproofError && error.code === 'file') return error.message;
    throw error;
  }
  return 'nothing is wrong';
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

/** Lists the message, the marked source and the remedy of each fault. */
function faultParts(text: string): readonly string[] {
  return faultOf(text)
    .split('\n\n')
    .flatMap((fault) => {
      const [head = '', line = '', caret = '', ...hint] = fault.split('\n');
      const from = caret.indexOf('^');
      return [
        head.replace(/^s\.yaml:\d+:\d+: /, ''),
        line.slice(from, caret.length),
        ...hint.map((each) => each.trim()),
      ];
    });
}

test('reports a fault with file, line and column, the source line, a caret and the intended word', () => {
  const text = [
    'chapter: made',
    'cases:',
    '  - id: a/b',
    '    title: t',
    '    clauses: [1/json, 7.3/knwon]',
    '    for: all',
    '    given:',
    '      key: { rulez: none }',
    '    expect: { reply: tags }',
  ];
  expect(faultOf(text.join('\n'))).toMatchInlineSnapshot(`
    "s.yaml:8:14: unknown key "rulez"
     8 |       key: { rulez: none }
       |              ^^^^^
       did you mean "rules"?"
  `);
  expect(faultOf(text.join('\n').replace('rulez', 'rules'))).toMatchInlineSnapshot(`
    "s.yaml:5:23: unknown clause "7.3/knwon"
     5 |     clauses: [1/json, 7.3/knwon]
       |                       ^^^^^^^^^
       did you mean "7.3/known"?"
  `);
});

test('reports the faults of several cases and files together, in the order of the files', () => {
  const wrong = (id: string): string =>
    `chapter: made\ncases:\n  - { id: ${id}, title: t, clauses: [1/jsn], for: all, expect: { reply: refused } }`;
  const sources = ['one.yaml', 'two.yaml'].map((file, index) => ({ file, text: wrong(`a/${index}`) }));
  expect(() => readSuite(sources)).toThrowErrorMatchingInlineSnapshot(`
    [TagproofError: one.yaml:3:36: unknown clause "1/jsn"
     3 |   - { id: a/0, title: t, clauses: [1/jsn], for: all, expect: { reply: refused } }
       |                                    ^^^^^
       did you mean "1/json"?

    one.yaml:3:62: a reply "refused" needs its code
     3 |   - { id: a/0, title: t, clauses: [1/jsn], for: all, expect: { reply: refused } }
       |                                                              ^^^^^^^^^^^^^^^^^^
       add code: SecretInvalid, or code: any

    two.yaml:3:36: unknown clause "1/jsn"
     3 |   - { id: a/1, title: t, clauses: [1/jsn], for: all, expect: { reply: refused } }
       |                                    ^^^^^
       did you mean "1/json"?

    two.yaml:3:62: a reply "refused" needs its code
     3 |   - { id: a/1, title: t, clauses: [1/jsn], for: all, expect: { reply: refused } }
       |                                                              ^^^^^^^^^^^^^^^^^^
       add code: SecretInvalid, or code: any]
  `);
});

/** A misspelt key at some levels of a suite file; that no level takes another key is in suites/suite.schema.json. */
test.each([
  [
    'chaptr',
    'chapter',
    'chaptr: x\ncases: [{ id: a/b, title: t, clauses: [1/json], for: all, expect: { reply: tags } }]',
  ],
  ['forr', 'for', one('forr: all, expect: { reply: tags }')],
  ['rst', 'rest', stepping('{ expect: { some: { reply: tags }, rst: { reply: tags } } }')],
  ['repl', 'reply', expecting('[{ reply: tags }, { repl: tags }]')],
])('the key %s is unknown, and %s is meant', (misspelt, meant, text) => {
  const expected = [`unknown key "${misspelt}"`, misspelt, `did you mean "${meant}"?`];
  expect(faultParts(text)).toEqual(expect.arrayContaining(expected));
});

/** A misspelt word of some fixed sets, which are in suites/suite.schema.json. */
test.each([
  ['"for"', 'grup.admin', 'group.admin', one('for: grup.admin, expect: { reply: tags }')],
  [
    '"decides"',
    'tagKeys.efect',
    'tagKeys.effect',
    one('for: all, decides: tagKeys.efect, expect: { reply: tags }'),
  ],
  ['"reply"', 'tgas', 'tags', expecting('{ reply: tgas }')],
])('%s cannot be %s, and %s is meant', (where, misspelt, meant, text) => {
  expect(faultParts(text)).toEqual([`${where} can't be "${misspelt}"`, misspelt, `did you mean "${meant}"?`]);
});

/** A case after its id and title, with its clauses where they are other ones; the fault, the marked part, and what to do. */
const FAULTS = examples(`
for: all
  the key "expect" is missing in item 1 of "cases"
  { id: a/b, title: t, clauses: [1/json], for: all }
[4.2] for: all, expect: { reply: tags }
  item 1 of "clauses" must be text; unquoted, 4.2 is a number
  4.2
  quote it: "4.2"
for: all, steps: [{ clauses: [5.3/wrongg] }], expect: { reply: tags }
  unknown clause "5.3/wrongg"
  5.3/wrongg
  did you mean "5.3/wrong"?
for: all, decides: tagKeys.effect, expect: { when: filtr, reply: tags }
  "filtr" is not an option of tagKeys.effect
  filtr
  did you mean "filter"?
for: all, decides: tagKeys.effect, expect: { when: whatever it likes, reply: tags }
  "whatever it likes" is not an option of tagKeys.effect
  whatever it likes
  its options: none, filter, other
for: all, decides: tagKeys.effect, steps: [{ expect: [{ when: nne, reply: tags }] }], expect: { reply: tags }
  "nne" is not an option of tagKeys.effect
  nne
  did you mean "none"?
for: all, decides: rate.limit, steps: [{ expect: { some: { when: enforcd, reply: tags }, rest: { reply: tags } } }], expect: { reply: tags }
  "enforcd" is not an option of rate.limit
  enforcd
  did you mean "enforced"?
for: all, expect: { reply: tags, code: SecretInvalid }
  "code" has no meaning for a reply "tags"
  SecretInvalid
  leave it out, or write reply: refused
for: all, steps: [{ times: often }], expect: { reply: tags }
  "often" is not a count
  often
  write a number, or: 3 x $key.limits.requestsPerSecond
for: all, steps: [{ times: 3 x $key.limits.requestPerSecond }], expect: { reply: tags }
  "3 x $key.limits.requestPerSecond" is not a count
  3 x $key.limits.requestPerSecond
  write a number, or: 3 x $key.limits.requestsPerSecond
for: all, steps: [{ times: 0 }], expect: { reply: tags }
  "times" must be at least 1
  0
for: all, send: { base64: "{}" }, expect: { reply: tags }
  "base64" must be base64
  "{}"
for: all, send: { target: x }, expect: { reply: tags }
  "target" must begin with a slash
  x
for: all, expect: { reply: refused, code: any, tags: [] }
  "tags" has no meaning for a reply "refused"
  []
  leave it out, or write reply: tags
`);

test.each(FAULTS)('%s', (rest, expected) => {
  const [, clauses = '1/json', own = rest] = /^\[(.*?)\] (.*)$/.exec(rest) ?? [];
  expect(faultParts(one(own, clauses))).toEqual(expected);
});

test('a suite has at least one case', () => {
  expect(faultParts('chapter: made\ncases: []')).toEqual([
    '"cases" must have at least 1 item',
    '[]',
    'add one, or leave the key out where it is optional',
  ]);
});

/** Parts that fully describe a role, combined with another that describes it too. */
test.each([
  ['rules', 'name', 'none', giving('{ key: { name: a, rules: none } }')],
  ['state', 'name', 'expired', giving('{ token: { state: expired, name: a } }')],
  ['absent', 'id', 'plain', giving('{ subject: { id: undeclared, absent: plain } }')],
  ['nth', 'id', '2', stepping('{ given: { subject: { id: undeclared, game: b, nth: 2 } } }')],
  ['text', 'base64', 'x', sending('{ base64: Kg==, text: x }')],
  ['body', 'base64', 'empty', sending('{ base64: Kg==, body: empty }')],
  ['body', 'text', 'empty', sending('{ text: x, body: empty }')],
  ['set', 'text', '{ a: 1 }', sending('{ text: x, set: { a: 1 } }')],
  ['pad', 'base64', 'half', stepping('{ send: { base64: Kg==, pad: half } }')],
  ['path', 'target', 'trailing-slash', sending('{ target: /x, path: trailing-slash }')],
  ['only', 'tags', '[a]', expecting('{ reply: tags, tags: [], only: [a] }')],
  ['together', 'until', 'true', stepping('{ together: true, until: 2000 }')],
  ['times', 'vary', '3', stepping('{ times: 3, vary: subject }')],
  ['times', 'vary', '4', stepping('{ times: 4, vary: altered-id }')],
  ['of', 'tags', 'sender', stepping('{ expect: [{ reply: tags, tags: [], of: sender }] }')],
])('"%s" with "%s" is a fault', (part, whole, marked, text) => {
  const [message, source, hint] = faultParts(text);
  expect([message, source]).toEqual([`"${part}" can't be combined with "${whole}"`, marked]);
  expect(hint).toMatch(/^the(se)? |^this /);
});

test('a part that two others exclude is one fault', () => {
  const faults = faultParts(giving('{ subject: { id: undeclared, absent: plain, tags: some } }'));
  expect(faults.filter((each) => each.startsWith('"'))).toEqual([
    `"absent" can't be combined with "id"`,
    `"tags" can't be combined with "id"`,
  ]);
});

test('a dollar in a literal text does not start a reference', () => {
  const send = '{ method: $a, target: /$b, text: $c }';
  expect(faultOf(sending(send))).toBe('nothing is wrong');
  expect(faultOf(expecting('{ reply: tags, tags: [{ key: $a, value: $b }] }'))).toBe('nothing is wrong');
});

/** An empty list would check or allow nothing. */
test.each([
  ['endpoints', one('for: [], expect: { reply: tags }')],
  ['outcomes', expecting('[]')],
  ['outcomes of a step', stepping('{ expect: [] }')],
])('an empty list of %s is a fault', (_, text) => {
  expect(faultParts(text)).toContain('[]');
});

/** Unknown references are faults of the file, wherever they occur, and not of a world. */
test.each([
  ['a value', sending('{ set: { tagKeys: [$subjct.keys] } }'), '$subjct.keys', '$subject.keys'],
  ['a name', sending('{ alter: { $idd: empty } }'), '$idd', '$id'],
  ['a header', sending('{ headers: { set: { Game-Id: $gmae } } }'), '$gmae', '$game'],
  [
    'the tags that are expected',
    expecting('{ reply: tags, only: [$subjct.keys] }'),
    '$subjct.keys',
    '$subject.keys',
  ],
  [
    'the members that are expected',
    expecting('{ reply: invalid, members: [{ code: $idd, type: any }] }'),
    '$idd',
    '$id',
  ],
  [
    'a part of a tag',
    sending('{ set: { tagKeys: [$subject.tags.0.kee] } }'),
    '$subject.tags.0.kee',
    '$subject.tags.0.key',
  ],
])('a misspelt reference in %s is a fault that suggests the right word', (_, text, misspelt, meant) => {
  const [message, marked, hint] = faultParts(text);
  expect([message, marked]).toEqual([`nothing is called ${misspelt}`, misspelt]);
  expect(hint).toContain(meant);
});

/** Rejects misspelt headers: they would change nothing, and the case would check something else. */
test.each([
  ['without: [Secert-Key]', 'Secert-Key', 'Secret-Key'],
  ['alter: { Auth-Tokn: empty }', 'Auth-Tokn', 'Auth-Token'],
  ['repeat: { Gmae-Id: same }', 'Gmae-Id', 'Game-Id'],
])('a header that no request has cannot be altered: %s', (headers, misspelt, meant) => {
  expect(faultParts(sending(`{ headers: { ${headers} } }`))).toEqual(
    expect.arrayContaining([misspelt, `did you mean "${meant}"?`]),
  );
});

test('a member that the case sets can be altered', () => {
  expect(faultOf(sending('{ set: { note: x }, alter: { note: doubled } }'))).toBe('nothing is wrong');
});

test.each(['$key', '$token'])('%s is a secret, which only a header may carry', (secret) => {
  expect(faultOf(sending(`{ headers: { set: { Auth-Token: ${secret} } } }`))).toBe('nothing is wrong');
  expect(faultParts(sending(`{ set: { note: ${secret} } }`))).toContain(secret);
});

/** A further case, on the fourth line, of a case on the third. */
const also = (first: string, further: string): string =>
  `chapter: made\ncases:\n  - { id: a/b, title: t, clauses: [1/json], for: all, expect: { reply: tags }, ${first}, also: [\n    { id: a/c, title: u, ${further} }] }`;

/** A fault of a further case is at its own line, and one that it takes over is reported once, where it is written. */
test.each<readonly [what: string, text: string, ...expected: string[]]>([
  [
    'a misspelt key',
    also('decides: tagKeys.effect', 'snd: {}'),
    's.yaml:4:26: unknown key "snd"',
    'did you mean "send"?',
  ],
  [
    'a clause that nothing is called',
    also('decides: tagKeys.effect', 'clauses: [1/jsn]'),
    's.yaml:4:36: unknown clause "1/jsn"',
    'did you mean "1/json"?',
  ],
  [
    'an option of the question that the case decides',
    also('decides: tagKeys.effect', 'expect: { when: filtr, reply: tags }'),
    's.yaml:4:42: "filtr" is not an option of tagKeys.effect',
    'did you mean "filter"?',
  ],
  [
    'a misspelt reference of both',
    also('send: { set: { note: $gmae } }', 'clauses: [1/json]'),
    's.yaml:3:101: nothing is called $gmae',
    'did you mean "$game"?',
  ],
  [
    'no id',
    'chapter: made\ncases:\n  - { id: a/b, title: t, clauses: [1/json], for: all, expect: { reply: tags }, also: [\n    { title: u }] }',
    's.yaml:4:5: the key "id" is missing in item 1 of "also"',
  ],
  [
    'the id of another case',
    also('alone: true', 'clauses: [1/json]').replace('a/c', 'a/b'),
    's.yaml:4:11: the id "a/b" is already used at s.yaml:3',
    'give one of them another name',
  ],
  [
    'pairs beside it',
    also('pairs: [{ name: a, of: a, description: a }, { name: b, of: b, description: b }]', 'alone: true'),
    's.yaml:3:167: "also" can\'t be combined with "pairs"',
    'each pair is a case of one request',
  ],
])('a further case with %s', (_, text, ...expected) => {
  const lines = faultOf(text)
    .split('\n')
    .filter((line) => !/^ +\d* ?\|/.test(line));
  expect(lines.map((line) => line.trim())).toEqual(expected);
});

test('a doubled dollar does not start a reference', () => {
  expect(faultOf(sending('{ set: { tagKeys: [$$subjct.keys] } }'))).toBe('nothing is wrong');
});

test('a number with a zero in front is an id without its quotes; any other number is sent', () => {
  const send = (value: string): string => sending(`{ set: { tagKeys: [a, ${value}] } }`);
  expect(faultParts(send('0123456789'))).toEqual([
    'unquoted, 0123456789 is the number 123456789',
    '0123456789',
    'quote it: "0123456789"',
  ]);
  for (const value of ['0', '0.5', '"0123456789"', '12'])
    expect(faultOf(send(value))).toBe('nothing is wrong');
});
