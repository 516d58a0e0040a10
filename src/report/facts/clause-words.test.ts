import { expect, it } from 'vitest';
import { clauseWords } from './clause-words.ts';

it.each([
  ['7.3/known', '§7.3', 'invalidMemberType is a type of the table in 7.3'],
  ['1/json/bom', '§1', 'the reply body carries no byte order mark'],
  [
    'principle/no-leak',
    'a principle',
    'no reply shows a secret, a stack trace, SQL or a file path of the server',
  ],
  ['dialect/codes.returnCode', 'left open by §7.1', 'In which wire form does returnCode come?'],
  ['dialect/no.such', 'left open', ''],
  ['99/of-a-later-version', '§99', ''],
])('the words of a clause: %s', (id, section, description) => {
  expect(clauseWords(id)).toEqual({ section, description });
});
