import { expect, test } from 'vitest';
import { clauseOf } from '../clauses.ts';
import { isQuestionId, optionsOf, QUESTION_IDS, questionOf, scopeAt } from './questions.ts';

test('every question is a question about a section of the document', () => {
  const odd = QUESTION_IDS.map(questionOf).filter(
    ({ asks, section }) => !/^[A-Z][^\n]+\?$/.test(asks) || !/^[1-9](\.[1-9])*$/.test(section),
  );
  expect(odd).toEqual([]);
});

test('every question has several options, and the default one is accepted', () => {
  const odd = QUESTION_IDS.filter((id) => {
    const { options, settled } = questionOf(id);
    return optionsOf(id).length < 2 || options[settled] !== 'accepted';
  });
  expect(odd).toEqual([]);
});

test('every question blames a clause of the register, and a should for its discouraged options', () => {
  const odd = QUESTION_IDS.filter((id) => {
    const { options, warns } = questionOf(id);
    const level = clauseOf(warns)?.level;
    return level === undefined || (Object.values(options).includes('warn') && level !== 'should');
  });
  expect(odd).toEqual([]);
});

test.each([
  ['codes.returnCode', ''],
  ['tagKeys.effect', 'group'],
  ['id.empty', 'group.server'],
] as const)('%s is answered at "%s" for group.server', (id, at) => {
  expect(scopeAt(id, 'group.server')).toBe(at);
});

test.each(['', 'codes', 'constructor', '__proto__', 'tagkeys.effect'])('%j is not a question', (id) => {
  expect(isQuestionId(id)).toBe(false);
});
