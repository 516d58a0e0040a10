import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CLAUSES } from '../../spec/clause-register.ts';
import { QUESTION_IDS } from '../../spec/dialect/questions.ts';
import { DUTY_CLAUSES } from '../../judge/rules/duties.ts';
import { expand } from '../../cases/format/instance.ts';
import { loadSuite } from '../../cases/format/load-suite.ts';
import { readTargetFile } from '../../world/target-file/read-target-file.ts';
import { CONFORMANCE_WORLD } from '../../base/package-paths.ts';
import { instancesOf } from '../../cases/test-helpers/made.ts';
import { explainCases } from './explain.ts';

const committed = expand(loadSuite(['suites']));
const world = readTargetFile(CONFORMANCE_WORLD, {});
const made = instancesOf({
  id: 'made/short',
  title: 'an id that is too short is refused',
  clauses: ['7.3/string-min-length', '2.1/length'],
  for: 'all',
  send: { alter: { $id: 'cut-one' } },
  decides: 'tagKeys.effect',
  because: 'of a reason',
  expect: [
    { reply: 'invalid', members: [{ code: '$id', type: 'StringMinLength' }] },
    { when: 'other', reply: 'not-found' },
  ],
});
const explained = (name: string, instances = made): string => explainCases(name, instances, world).join('\n');

describe('a case', () => {
  test('is shown with its clauses, as it is written, and as it is sent', () => {
    expect(explained('made/short@group.server')).toMatchInlineSnapshot(`
      "made/short (made.yaml:3, chapter made), on all nine endpoints
      an id that is too short is refused

      clauses; a wrong outcome breaks the first of them
        7.3/string-min-length (must, §7.3): StringMinLength answers a string that is too short
        2.1/length (must, §2.1): an id has exactly 10 (player, group) or 11 (character) characters

      its replies decide
        tagKeys.effect: What does tagKeys do to the tags of the reply?

      as it is written (docs/case-format.md)
        id: made/short
        title: an id that is too short is refused
        clauses:
          - 7.3/string-min-length
          - 2.1/length
        for: all
        send:
          alter:
            $id: cut-one
        decides: tagKeys.effect
        because: of a reason
        expect:
          - reply: invalid
            members:
              - code: $id
                type: StringMinLength
          - when: other
            reply: not-found

      as it is sent to tagproof simulate, made/short@group.server
        curl -sS -X POST http://127.0.0.1:4020/api/rJson/group/server/getTag -H 'User-Agent: tagproof/0.2.0 (made/short@group.server)' -H 'Accept: application/json' -H 'Content-Type: application/json' -H 'Secret-Key: public-admin-key-all-rules-0001' --data-binary '{"groupId":"grouplark"}'"
    `);
  });

  test('of several steps has a line for each, with how many requests follow', () => {
    expect(explained('limit/rate@group.admin', committed)).toMatch(
      /\nas it is sent .*\n(?: {2}curl .* # and \d+ more requests of this step\n){2} {2}curl [^#]*$/,
    );
  });

  test('that the shipped world does not serve says what it needs', () => {
    const lacking = instancesOf({
      id: 'made/lacking',
      for: 'group.admin',
      given: { key: { name: 'nobody' } },
    });
    expect(explained('made/lacking', lacking)).toMatch(/\n {2}not there: it needs a key named nobody$/);
  });

  test('of the suite is explained, each one', () => {
    for (const id of new Set(committed.map(({ from }) => from.written.id)))
      expect(explained(id, committed)).toMatch(/\n {2}curl |\n {2}not there: it needs /);
  });
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

  test.each([
    ['1/one-target', committed, /^ {2}tags\/same-for-all-variants +on 3 resources /m],
    ['4.3/user-id/client', made, /concerns gamePlayer\.client\n\nno case checks it/],
  ])('%s says where cases check it', (name, instances, text) => {
    expect(explained(name, instances)).toMatch(text);
  });

  test('says why no reply shows it', () => {
    expect(explained('6/events')).toBe(`6/events (unobservable, §6)
events are not shown
no reply shows it: the document names no event`);
  });

  test('of the register is explained, each one', () => {
    for (const { id } of CLAUSES)
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
a discouraged answer breaks 4.3/tag-keys/all-or-filter: tagKeys returns all tags, or exactly the tags that it names
any other answer breaks a must

decided by
  made/short  on 9 endpoints  an id that is too short is refused

all questions: docs/open-questions.md#tagKeys.effect`);
  });

  test('is also found by its clause', () => {
    expect(explained('dialect/id.unit')).toMatch(
      /^dialect\/id\.unit: a reply that contradicts .*\n\nid\.unit \(left/,
    );
  });

  test('of the register is explained, each one', () => {
    for (const id of QUESTION_IDS) expect(explained(id, committed)).toMatch(/\n\noptions\n(?: {2}.+\n){2,}/);
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

test.each([
  ['OperationNotAllow', /^OperationNotAllow \(-2, returnCode\)\n {2}5\.4\/not-allow +must /],
  ['-2', /^OperationNotAllow \(-2, returnCode\)\n/],
  ['UnknownError', /^UnknownError \(0, returnCode\)\n(?: {2}.*\n)+UnknownError \(1, invalidMemberType\)\n/],
  ['GroupNotFound', /^GroupNotFound \(12, errorCode\)\n {2}7\.2\//],
  ['5', /^StringMinLength \(5, invalidMemberType\)\n {2}7\.3\/string-min-length .*\n5\.1\//],
])('the code %s is explained with its clauses, a number also as a section', (name, text) => {
  expect(explained(name)).toMatch(text);
});

test.each(['must', 'should', 'must cell', 'dialect', 'baseline', 'learned'])(
  'the word "%s" is explained, with a page that has it',
  (word) => {
    const [, page = ''] = /^.+: .+\n\nmore: (docs\/.+\.md)$/.exec(explained(word)) ?? [];
    expect(readFileSync(page, 'utf8')).toMatch(new RegExp(`\\b${word}\\b`));
  },
);

test.each(['4.5', '§4.5'])('the section %s lists its clauses', (name) => {
  expect(explained(name)).toMatch(/^4\.5\.2\/tags  must  .+\n4\.5\.3\/ok    must  .+$/);
});

test.each([
  ['OperationNotAlow', 'did you mean "OperationNotAllow"?'],
  ['made/shrt', 'did you mean "made/short"?'],
  ['made/short@group.servr', 'did you mean "made/short@group.server"?'],
  ['tagkeys.efect', 'did you mean "tagKeys.effect"?'],
  ['7.3/string-min-lenght', 'did you mean "7.3/string-min-length"?'],
  ['must cel', 'did you mean "must cell"?'],
  ['4.2/client/content-typ', 'did you mean "4.2/client/content-type"?'],
  ['format=shufled', 'tagproof list shows the cases'],
  ['group.admin', 'tagproof list --only group.admin shows the cases of this endpoint'],
  ['something else entirely', 'tagproof list shows the cases'],
])('%s is unknown, and the error suggests the right name', (name, hint) => {
  expect(() => explainCases(name, made, world)).toThrow(
    `explain ${name}: no such case, clause, question or code\n${hint}`,
  );
});
