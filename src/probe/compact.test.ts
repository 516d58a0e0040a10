import { describe, expect, test } from 'vitest';
import { ENDPOINT_IDS } from '../contract/endpoints.ts';
import { byResource, compact, type Found } from './compact.ts';

type Options = Readonly<Record<string, string>>;

const found = (options: Options, asked: readonly string[] = ENDPOINT_IDS): Found => ({
  question: 'tagKeys.empty',
  options: new Map(Object.entries(options)),
  asked,
});
const said = (answers: ReturnType<typeof compact>): Options =>
  Object.fromEntries(answers.map(({ at, option }) => [at, option]));
const everywhere = (option: string): Options => Object.fromEntries(ENDPOINT_IDS.map((id) => [id, option]));

describe('answers', () => {
  test.each<readonly [what: string, found: Found, answers: Options]>([
    ['are one where all places agree', found(everywhere('all')), { '': 'all' }],
    [
      'are one for each resource whose places agree, and one for each place elsewhere',
      found({ ...everywhere('all'), 'group.client': 'none' }),
      {
        gamePlayer: 'all',
        characterPlayer: 'all',
        'group.client': 'none',
        'group.server': 'all',
        'group.admin': 'all',
      },
    ],
    [
      'never speak for a place that was asked and did not tell',
      found({ 'gamePlayer.client': 'all', 'gamePlayer.server': 'all' }),
      { 'gamePlayer.client': 'all', 'gamePlayer.server': 'all' },
    ],
    [
      'speak for the whole where only some places are asked, and those agree',
      found({ 'gamePlayer.client': 'all', 'group.client': 'all' }, ['gamePlayer.client', 'group.client']),
      { '': 'all' },
    ],
    ['are of the backend where the question is', found({ '': 'all' }, ['']), { '': 'all' }],
    [
      'are of resources where the question is',
      found({ group: 'all' }, ['gamePlayer', 'group']),
      { group: 'all' },
    ],
    ['are none where nothing was told', found({}), {}],
  ])('%s', (_, given, answers) => {
    expect(said(compact(given))).toEqual(answers);
  });

  test('are by resource where one answer for all is not wanted', () => {
    expect(said(byResource(found(everywhere('all'))))).toEqual({
      gamePlayer: 'all',
      characterPlayer: 'all',
      group: 'all',
    });
  });
});
