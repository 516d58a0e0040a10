/** What `tagproof probe` prints, whole: the answers, and each open question once, by what it needs. */
import { expect, test } from 'vitest';
import { isQuestionId, QUESTION_IDS } from '../../spec/dialect/questions.ts';
import { tagproof } from '../test-helpers/captured.ts';
import { serving } from '../test-helpers/serving.ts';

const SECRETS = {
  STAGING_PLAYER_KEY: 'public-player-key-all-rules-0001',
  STAGING_ADMIN_KEY: 'public-admin-key-all-rules-0001',
  STAGING_TOKEN: 'public-token-of-ann-0001',
};

/** The names of questions in a text. */
const questionsIn = (text: string): readonly string[] => text.split(/[\s,:]+/).filter(isQuestionId);

test('what a small world shows', async () => {
  const STAGING_URL = await serving();
  const { exit, out } = await tagproof('probe --target fixtures/small-target.yaml', {
    env: { ...SECRETS, STAGING_URL },
  });
  expect(exit).toBe(0);
  // Without the facts, whose made-up ids are random.
  const text = out.slice(out.indexOf('what this backend answers')).replaceAll(STAGING_URL, 'URL');
  expect(text).toMatchSnapshot();
  expect(text.split('\n').length).toBeLessThan(90);
  const [answers = '', open = ''] = text.split('\nnot determined, ');
  const rows = answers.split('\n').flatMap((line) => questionsIn(line.slice(0, line.indexOf(', shown by'))));
  for (const names of [rows, questionsIn(open)])
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  expect(new Set([...rows, ...questionsIn(open)])).toEqual(new Set(QUESTION_IDS));
}, 60_000);
