import { expect, test } from 'vitest';
import { caseOf } from '../test-helpers/streams.ts';
import { silenceLines, silences } from './silence.ts';

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

test('a report prints them in columns', () => {
  const cases = [caseOf({ decided: ['tagKeys.effect@group: none', 'id.unit: code points'] })];
  expect(silenceLines(cases)).toEqual(['id.unit         code points', 'tagKeys.effect  none']);
});
