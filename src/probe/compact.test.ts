import { describe, expect, test } from 'vitest';
import { ENDPOINT_IDS } from '../contract/endpoints.ts';
import { byResource, compact, type Found } from './against-file.ts';

type Options = Readonly<Record<string, string>>;

const found = (options: Options, asked: readonly string[] = ENDPOINT_IDS): Found => ({
  question: 'tagKeys.empty',
  options: new Map(Object.entries(options)),
  asked,
});
const byPlace = (answers: ReturnType<typeof compact>): Options =>
  Object.fromEntries(answers.map(({ at, option }) => [at, option]));
const everywhere = (option: string): Options => Object.fromEntries(ENDPOINT_IDS.map((id) => [id, option]));

describe('answers', () => {
  test.each<readonly [what: string, found: Found, answers: Options]>([
    ['are one if all places agree', found(everywhere('all')), { '': 'all' }],
    [
      'are one for each resource whose places agree, and one for each other place',
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
      'never cover a place that was asked but not answered',
      found({ 'gamePlayer.client': 'all', 'gamePlayer.server': 'all' }),
      { 'gamePlayer.client': 'all', 'gamePlayer.server': 'all' },
    ],
    [
      'cover all places if only some are asked and those agree',
      found({ 'gamePlayer.client': 'all', 'group.client': 'all' }, ['gamePlayer.client', 'group.client']),
      { '': 'all' },
    ],
    ['are for the backend if the question is', found({ '': 'all' }, ['']), { '': 'all' }],
    [
      'are for resources if the question is',
      found({ group: 'all' }, ['gamePlayer', 'group']),
      { group: 'all' },
    ],
    ['are none without observed answers', found({}), {}],
  ])('%s', (_, given, answers) => {
    expect(byPlace(compact(given))).toEqual(answers);
  });

  test('can be kept by resource', () => {
    expect(byPlace(byResource(found(everywhere('all'))))).toEqual({
      gamePlayer: 'all',
      characterPlayer: 'all',
      group: 'all',
    });
  });
});
