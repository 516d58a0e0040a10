import { describe, expect, test } from 'vitest';
import { CLAUSES } from '../../spec/clause-register.ts';
import { QUESTION_IDS } from '../../spec/dialect/questions.ts';
import { DUTY_CLAUSES } from '../../judge/rules/duties.ts';
import { expand } from '../../cases/format/instance.ts';
import { loadSuite } from '../../cases/format/load-suite.ts';
import { instancesOf } from '../../cases/test-helpers/made.ts';
import { explainCases } from './explain.ts';

const committed = expand(loadSuite(['suites']));
const made = instancesOf(
  {
    id: 'made/short',
    title: 'an id that is too short is refused',
    clauses: ['7.3/string-min-length', '2.1/length'],
    for: 'all',
    given: { key: { game: 'unbound' }, subject: { tags: 'several' } },
    send: {
      alter: { $id: 'cut-one' },
      set: { tagKeys: ['$subject.tags.0.key', 'vip'] },
      headers: { without: ['Game-Id'] },
    },
    decides: 'tagKeys.effect',
    because: 'of a reason',
    expect: [
      { reply: 'invalid', members: [{ code: '$id', type: 'StringMinLength' }] },
      { when: 'filter', reply: 'tags', only: ['$subject.tags.0.key'] },
      { when: 'other', reply: 'not-found' },
    ],
  },
  {
    id: 'made/steps',
    for: 'group.admin',
    clauses: ['7.1/max-request-reject'],
    given: { key: { limit: 'rate' } },
    connection: 'one',
    alone: true,
    steps: [
      { name: 'within', times: '$key.limits.requestsPerSecond', together: true, idle: true },
      {
        name: 'beyond',
        times: 3,
        send: { method: 'PUT', body: 'truncated' },
        expect: { some: { reply: 'refused', code: 'MaxRequestReject' }, rest: { reply: 'anything' } },
      },
    ],
    expect: { every: { reply: 'tags' }, same: 'tags' },
  },
);
const literal = instancesOf({
  id: 'made/literal',
  for: 'group.client',
  given: {
    key: { name: 'admin' },
    token: { name: 'stale' },
    subject: { id: 'grouplarks', game: 'meadow-run' },
  },
  send: {
    target: '/$x?y',
    headers: {
      lines: [
        { name: 'secret-key', secret: 'player', alter: 'cut-one' },
        { name: 'secret-key', secret: 'admin' },
        { name: 'Odd', value: '$id' },
      ],
    },
    base64: 'eyJhIjoxfQ==',
  },
  steps: [{}, { send: { base64: '/v8A', headers: { lines: [] } } }, { send: { base64: '' } }],
  expect: [
    { reply: 'tags', tags: [{ key: '$a', value: 'b' }] },
    { reply: 'tags', tags: [{ key: 'c', value: 'd' }], some: true },
  ],
});
const explained = (name: string, instances = made): string => explainCases(name, instances).join('\n');

describe('a case', () => {
  test('lists what it needs, sends and expects, with every alternative', () => {
    expect(explained('made/short@group.server')).toBe(`made/short, here on group.server
an id that is too short is refused
  chapter made
  made.yaml:3
  on all nine endpoints

clauses; a wrong outcome breaks the first of them
  7.3/string-min-length (must, §7.3): StringMinLength answers a string that is too short
  2.1/length (must, §2.1): an id has exactly 10 (player, group) or 11 (character) characters

it needs
  an Admin key with every rule of its role, without a game
  a group with several tags

it sends
  the valid request, POST /api/rJson/group/server/getTag, but:
  - the header Game-Id is left out
  - tagKeys is [the key of the subject's first tag, "vip"]
  - groupId is without its last character

expected
  InvalidRequestParameters (-5) listing groupId as StringMinLength (5)
  where tagKeys.effect is "filter": Ok with those of the subject's tags, and no others, whose key is that of the subject's first tag
  where tagKeys.effect is "other", which is discouraged: Ok with errorCode GroupNotFound (12) and no tags

which is wider than the rules, because
  of a reason

its replies decide
  tagKeys.effect: What does tagKeys do to the tags of the reply?`);
  });

  test('lists its steps', () => {
    expect(explained('made/steps')).toContain(`it sends
  the valid request, POST /api/rJson/group/admin/getTag
  over one connection, no other case runs meanwhile

in these steps
  1. within: as many requests as the key may send in a second, all at once, after the key has rested
  2. beyond: 3 requests
    the method is PUT
    the body is cut before its last brace
    expected of some
      MaxRequestReject (-8)
    expected of the rest
      any well-formed envelope

expected of the other replies
  Ok with exactly the subject's tags
  all replies have the same tags`);
  });

  test('describes literal requests and expectations exactly', () => {
    const lines = explained('made/literal', literal);
    expect(lines.slice(lines.indexOf('it needs'))).toBe(`it needs
  a key named admin
  a token named stale
  the group "grouplarks" of the game meadow-run

it sends
  the valid request, POST /api/rJson/group/client/getTag, but:
  - it goes to "/$x?y"
  - apart from User-Agent only these headers are sent, in this order
  - the header secret-key is the secret named player, without its last character
  - the header secret-key is the secret named admin
  - the header Odd is "$id"
  - the body is the text "{\\"a\\":1}"

in these steps
  1. group.client
  2. group.client
    no header is sent but User-Agent
    the body is 3 bytes that are not text, in base64 /v8A
  3. group.client
    the body is empty

expected of every reply
  Ok with 1 tag {"$a": "b"}
  Ok with some of 1 tag {"c": "d"}`);
  });

  test.each([...new Set(committed.map(({ from }) => from.written.id))])(
    '%s is explained without raw references',
    (id) => {
      expect(explained(id, committed)).not.toMatch(/\$[a-z]|undefined|\[object/);
    },
  );
});

describe('a clause', () => {
  test('lists its endpoints and the cases that check it', () => {
    expect(explained('2.1/length')).toBe(`2.1/length (must, §2.1)
an id has exactly 10 (player, group) or 11 (character) characters
concerns all nine endpoints

checked by
  made/short  on 9 endpoints  an id that is too short is refused

all clauses: docs/clauses.md#2.1/length`);
  });

  test('counts resources where a case is one of a resource', () => {
    expect(explained('1/one-target', committed)).toMatch(
      /^ {2}tags\/same-for-all-variants +on 3 resources /m,
    );
  });

  test('says why no reply shows it', () => {
    expect(explained('6/events')).toBe(`6/events (unobservable, §6)
events are not shown
no reply shows it: the document names no event`);
  });

  test('without a case says so', () => {
    expect(explained('4.3/user-id/client')).toContain('concerns gamePlayer.client\n\nno case checks it');
  });

  test.each(CLAUSES.map(({ id }) => id))('%s is explained', (id) => {
    expect(explained(id, committed)).toMatch(/\nchecked by\n|\nno reply shows it: /);
  });
});

describe('a question', () => {
  test("lists its options with their grades, the simulator's choice, and the cases that decide it", () => {
    expect(explained('tagKeys.effect')).toBe(`tagKeys.effect (left open by §4.3)
What does tagKeys do to the tags of the reply?
each resource may have its own answer

options
  none    accepted
  filter  accepted     the simulator's choice
  other   discouraged
what is discouraged goes against 4.3/tag-keys/all-or-filter: tagKeys returns all tags, or exactly those that it names
any other answer breaks a must

decided by
  made/short  on 9 endpoints  an id that is too short is refused

all questions: docs/open-questions.md#tagKeys.effect`);
  });

  test('is also found by its clause', () => {
    expect(explained('dialect/id.unit')).toMatch(
      /^dialect\/id\.unit: a reply that goes against .*\n\nid\.unit \(left/,
    );
  });

  test.each(QUESTION_IDS)('%s is explained', (id) => {
    expect(explained(id, committed)).toMatch(/\n\noptions\n(?: {2}.+\n){2,}/);
  });
});

test.each([
  [
    '4.2/client/content-type',
    /^4\.2\/client\/content-type \(what a client owes, §4\.2\)\nbroken where .+\nwhat to do: /,
  ],
  ['content-type', /^4\.2\/client\/content-type \(what a client owes/],
  ['admin-key-in-client', /^5\.2\/client\/admin-key-in-client \(a guess about a client\)\n/],
  ['codes.returnCode=name', /^codes\.returnCode \(left open by/],
  [
    'format=shuffled',
    /^format=shuffled \(of exec --vary\)\nreplies have their tags .+\n\ntry it: tagproof exec --vary format=/,
  ],
  ['fault=expired-token', /\none request to a client route is answered with OperationNotAuthorized/],
  ['fault=MaxRequestReject', /\none request is answered with MaxRequestReject, the next/],
])('%s, which a report names, is explained', (name, text) => {
  expect(explained(name)).toMatch(text);
});

test.each(DUTY_CLAUSES)('%s, which a client owes, is explained', (clause) => {
  expect(explained(clause)).toMatch(/\nbroken where .+\nwhat to do: .+\n/);
});

test.each(['4.5', '§4.5'])('the section %s lists its clauses', (name) => {
  expect(explained(name)).toMatch(/^4\.5\.2\/tags  must  .+\n4\.5\.3\/ok    must  .+$/);
});

test.each([
  ['made/shrt', 'did you mean "made/short"?'],
  ['made/short@group.servr', 'did you mean "made/short@group.server"?'],
  ['tagkeys.efect', 'did you mean "tagKeys.effect"?'],
  ['7.3/string-min-lenght', 'did you mean "7.3/string-min-length"?'],
  ['4.2/client/content-typ', 'did you mean "4.2/client/content-type"?'],
  ['format=shufled', 'tagproof list shows the cases'],
  ['group.admin', 'tagproof list --only group.admin shows the cases of this endpoint'],
  ['something else entirely', 'tagproof list shows the cases'],
])('%s is unknown, and the error suggests the right name', (name, hint) => {
  expect(() => explainCases(name, made)).toThrow(
    `explain ${name}: no such case, clause or question\n${hint}`,
  );
});
