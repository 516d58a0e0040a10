import { expect, test } from 'vitest';
import { optionsOf, QUESTION_IDS } from '../../dialect/questions.ts';
import { readDecided } from './decided-text.ts';

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
])('%s', (text, answer) => {
  expect(readDecided(text)).toEqual(answer);
});

test('every option of every question is read back', () => {
  for (const question of QUESTION_IDS) {
    for (const option of optionsOf(question))
      expect(readDecided(`${question}: ${option}`)).toEqual({ question, at: '', option });
  }
});
