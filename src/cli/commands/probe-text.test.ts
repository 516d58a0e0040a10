/** What `tagproof probe` prints, whole: the answers, and each open question once, by what to declare. */
import { expect, test } from 'vitest';
import { isQuestionId, QUESTION_IDS } from '../../dialect/questions.ts';
import { tagproof } from '../test-helpers/captured.ts';
import { serving } from '../test-helpers/serving.ts';

const SECRETS = {
  STAGING_PLAYER_KEY: 'public-player-key-all-rules-0001',
  STAGING_ADMIN_KEY: 'public-admin-key-all-rules-0001',
  STAGING_TOKEN: 'public-token-of-ann-0001',
};

/** Without the facts, whose made-up ids are random. */
async function textOf(words: string): Promise<string> {
  const STAGING_URL = await serving();
  const { exit, out } = await tagproof(`probe ${words.replace('URL', STAGING_URL)}`, {
    env: { ...SECRETS, STAGING_URL },
  });
  expect(exit).toBe(0);
  return out.slice(out.indexOf('what this backend answers')).replaceAll(STAGING_URL, 'URL');
}

/** The names of questions in a text. */
const questionsIn = (text: string): readonly string[] => text.split(/[\s,:]+/).filter(isQuestionId);

test.each([
  ['without a declaration', '--target URL', 45],
  ['with a small world', '--target fixtures/small-target.yaml', 90],
  ['with the full world', '--target URL --world fixtures/world.yaml', 77],
])(
  '%s',
  async (_, words, most) => {
    const text = await textOf(words);
    expect(text).toMatchSnapshot();
    expect(text.split('\n').length).toBeLessThan(most);
    const [answers = '', open = ''] = text.split('\nnot determined, ');
    const rows = answers
      .split('\n')
      .flatMap((line) => questionsIn(line.slice(0, line.indexOf(', shown by'))));
    for (const names of [rows, questionsIn(open)])
      expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
    expect(new Set([...rows, ...questionsIn(open)])).toEqual(new Set(QUESTION_IDS));
  },
  60_000,
);
