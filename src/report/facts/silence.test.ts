import { expect, test } from 'vitest';
import { optionsOf, QUESTION_IDS } from '../../spec/dialect/questions.ts';
import { caseOf } from '../test-helpers/streams.ts';
import { readDecided, silences } from './silence.ts';

test('lists each observed answer once, by place if places differ', () => {
  const cases = [
    caseOf({ decided: ['tagKeys.effect@group: none', 'codes.returnCode: name'] }),
    caseOf({
      decided: ['tagKeys.effect@gamePlayer: none', 'codes.returnCode: name', 'of.another.version: yes'],
    }),
    caseOf({ decided: ['tagKeys.empty@group.client: all', 'tagKeys.empty@group.admin: none'] }),
  ];
  expect(silences(cases)).toEqual([
    { question: 'codes.returnCode', asks: 'In which wire form does returnCode come?', answer: 'name' },
    {
      question: 'tagKeys.empty',
      asks: 'What does an empty tagKeys get?',
      answer: 'all on group.client; none on group.admin',
    },
    { question: 'tagKeys.effect', asks: 'What does tagKeys do to the tags of the reply?', answer: 'none' },
  ]);
});

test('lists both of two answers at one place', () => {
  const cases = [caseOf({ decided: ['codes.returnCode: name', 'codes.returnCode: number'] })];
  expect(silences(cases)[0]?.answer).toBe('number; name');
});

test.each([
  ['tagKeys.effect@group: filter', { question: 'tagKeys.effect', at: 'group', option: 'filter' }],
  ['notFound.info: {tags: []}', { question: 'notFound.info', at: '', option: '{tags: []}' }],
  [
    'contentType.other@group.server: HTTP 415',
    { question: 'contentType.other', at: 'group.server', option: 'HTTP 415' },
  ],
  ['id.unit: furlongs', undefined],
  ['of.another.version: yes', undefined],
  ['', undefined],
])('%s is read back', (text, answer) => {
  expect(readDecided(text)).toEqual(answer);
});

test('every option of every question is read back', () => {
  for (const question of QUESTION_IDS) {
    for (const option of optionsOf(question))
      expect(readDecided(`${question}: ${option}`)).toEqual({ question, at: '', option });
  }
});
