import { describe, expect, test } from 'vitest';
import { QUESTION_IDS } from '../dialect/questions.ts';
import { driftOf, SEVERITY_OF } from '../dialect/drift-register.ts';
import { finished } from '../probe/test-helpers/finished.ts';
import type { Instance } from '../suite/format/instance.ts';
import { instancesOf } from '../suite/test-helpers/made.ts';
import { fingerprint, observedIn, type Observed } from './drift.ts';
import { knownClients, type Tolerance } from '../vary/tolerance.ts';
import { driftObjections, holdLock, needsApproval, withClients } from './hold-lock.ts';
import { type Lock, lockFrom, lockText, NO_LOCK } from './lock.ts';

const [only] = instancesOf({ id: 'a/one', clauses: ['1/json'] }) as [Instance];
const showing = (...decided: readonly string[]): Observed => observedIn([finished(only, { decided })]);
const read = (text: string): Lock => lockFrom({ file: 'tagproof.lock', text });

const ODD = [
  'tags.none: []',
  'notFound.info: {tags: []}',
  'dataless.parameters: null',
  'http.optional: as plain',
];

describe('a lock', () => {
  test('is read back as written, even with options that YAML reads differently', () => {
    const observed = showing('codes.returnCode: number', 'id.null@group.admin: StringNull', ...ODD);
    const text = lockText(undefined, NO_LOCK, observed);
    const lock = read(text);
    expect(lock.answers.map(({ question, at, options }) => [question, at, ...options])).toEqual(
      [...observed.values()].map(({ question, at, options }) => [question, at, ...options]),
    );
    expect(lockText(text, lock, observed)).toBe(text);
  });

  test('has the same order, whatever the order in which the cases ended', () => {
    const [a, b] = [
      showing('codes.returnCode: number', ...ODD),
      showing(...ODD.toReversed(), 'codes.returnCode: number'),
    ];
    expect(lockText(undefined, NO_LOCK, a)).toBe(lockText(undefined, NO_LOCK, b));
  });

  test('keeps unobserved answers, classes and comments, and drops approvals of adopted answers', () => {
    const text = [
      'lock: 1',
      'answers:',
      '  codes.returnCode: { answer: number }',
      '  tags.none: { answer: "[]" }',
      '# ours',
      'classes:',
      '  tags.none: { class: content, reason: our oldest client }',
      'approved:',
      '  - { drift: "codes.returnCode: number -> name", reason: announced }',
      '',
    ].join('\n');
    const next = lockText(text, read(text), showing('codes.returnCode: name'));
    expect(next).toContain('codes.returnCode: { answer: name, from: a/one@');
    expect(next).toContain('  tags.none: { answer: "[]" }\n# ours\nclasses:\n');
    expect(next).not.toContain('approved');
    expect(read(next).classOf('tags.none')).toBe('content');
  });

  test.each([
    ['answers: { codes.returncode: { answer: number } }', ':2:12: there is no question "codes.returncode"'],
    ['answers: { codes.returnCode: { answer: numbr } }', 'did you mean "number"?'],
    ['answers: { codes.returnCode@group: { answer: number } }', 'has no answer of its own for "group"'],
    ['answers: { id.null@groop.admin: { answer: StringNull } }', 'did you mean "group.admin"?'],
    ['answers: {}\nclasses: { tags.none: { class: contents, reason: a } }', 'did you mean "content"?'],
    ['answers: {}\nclasses: { tags.none: { class: content } }', '"reason"'],
    ['answers: {}\napproved: [{ drift: "tags.none", reason: a }]', 'it names no drift'],
    ['answers: {}\napproved: [{ drift: "tags.none: a -> b", reason: " " }]', 'the reason is blank'],
    ['answers: {}\napproved: [{ drift: "tags.none: a -> b", reason: a, expires: no }]', '"no" is not a day'],
  ])('is rejected with the place: %s', (text, message) => {
    expect(() => read(`lock: 1\n${text}\n`)).toThrow(message);
  });
});

describe('drift', () => {
  const lock = (more = ''): Lock =>
    read(`lock: 1\nanswers: { codes.returnCode: { answer: number }, tags.none: { answer: "[]" } }\n${more}`);
  const held = (observed: Observed, more?: string, today = '2026-11-22') =>
    holdLock(lock(more), observed, today);

  test('is a different answer from the locked one, never a missing one', () => {
    const { drifts, unseen, fresh } = held(showing('codes.returnCode: name', 'id.unit: code points'));
    expect(drifts.map(fingerprint)).toEqual(['codes.returnCode: number -> name']);
    expect(unseen.map(({ question }) => question)).toEqual(['tags.none']);
    expect(fresh.map(({ question }) => question)).toEqual(['id.unit']);
  });

  test('is not open with an approval, until its last day is over', () => {
    const approved = (expires: string): string =>
      `approved: [{ drift: "codes.returnCode: number -> name", reason: announced, expires: "${expires}" }]`;
    const open = (expires: string): readonly boolean[] =>
      held(showing('codes.returnCode: name'), approved(expires)).drifts.map(needsApproval);
    expect([open('2026-11-22'), open('2026-11-21')]).toEqual([[false], [true]]);
  });

  test('on which a known client breaks is breaking, whatever its class', () => {
    const client = (result: 'breaks' | 'ok' | 'not exercised'): Tolerance => ({
      tolerance: 1,
      client: `${result} 3.1`,
      rows: [
        { id: 'tags.none=null', result },
        { id: 'tags.none=[]', result: 'default' },
      ],
    });
    const objections = (...clients: readonly Tolerance[]): readonly string[] => {
      const { drifts } = held(showing('tags.none: null'));
      const all = { drifts: drifts.map((each) => withClients(each, clients)) };
      return driftObjections(all, false, 'tagproof.lock').flatMap(({ lines }) => lines.slice(2, -2));
    };
    expect(objections()).toEqual([]);
    expect(objections(client('ok'), client('not exercised'))).toEqual([]);
    expect(objections(client('breaks'), client('not exercised'))).toEqual([
      '  breaks 3.1 breaks on this',
      '  nothing is known of not exercised 3.1: its tests never met this',
    ]);
    // The default answer was met where another one was.
    expect(knownClients([client('ok')], 'tags.none', ['[]']).lines).toEqual([
      'no known client depends on it',
    ]);
    expect(knownClients([client('not exercised')], 'tags.none', ['[]']).breaks).toBe(false);
  });

  test('has the class of the register, unless the lock says otherwise', () => {
    const severity = (more?: string) => held(showing('tags.none: null'), more).drifts[0]?.severity;
    expect(severity()).toBe('warning');
    expect(severity('classes: { tags.none: { class: content, reason: a } }')).toBe('breaking');
  });
});

test.each(QUESTION_IDS)('%s says which client breaks', (question) => {
  const { breaks, class: its } = driftOf(question);
  expect(breaks).toMatch(/^a client that [^.]+ breaks$/);
  expect(SEVERITY_OF[its]).toBeDefined();
});
