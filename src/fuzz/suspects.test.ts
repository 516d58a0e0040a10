import { describe, expect, test } from 'vitest';
import type { NoReplyWhy } from '../exchange/exchange.ts';
import { failureName } from './failure-name.ts';
import { performTrial, type Tried } from './perform.ts';
import type { Recipe } from './recipe.ts';
import { Silence } from './suspects.ts';
import { MATERIAL, plain, recipe, senderTo } from './test-helpers/made.ts';

/** A trial that got no answer, for this reason. */
async function silent(of: Recipe, why: NoReplyWhy): Promise<Tried> {
  const tried = await performTrial({ kind: 'single', recipe: of }, 'made', senderTo(plain()), MATERIAL);
  const judged = tried.judged.map((shot) => ({
    ...shot,
    exchange: { ...shot.exchange, outcome: { kind: 'no-reply', why, detail: why } as const },
    trouble: why,
  }));
  return { ...tried, judged, trouble: why };
}

const ODD = recipe('group.admin', { set: { tagKeys: null } });
const PLAIN = recipe('group.server');
const AT = { path: 'random:1:2', requests: 1 };

describe('who is suspected of having silenced a target', () => {
  test('is what was on its way when it fell silent, what is odd first', async () => {
    const silence = new Silence();
    silence.note({ tried: await silent(PLAIN, 'closed'), at: AT, began: 1, ended: 10 });
    silence.note({ tried: await silent(ODD, 'timeout'), at: AT, began: 9, ended: 12 });
    silence.note({ tried: await silent(ODD, 'timeout'), at: AT, began: 11, ended: 13 });
    silence.note({ tried: await silent(ODD, 'unreachable'), at: AT, began: 2, ended: 11 });
    expect(silence.length).toBe(4);
    const suspects = silence.suspects();
    expect(suspects.map(({ tried: { trial } }) => trial)).toEqual([
      { kind: 'single', recipe: ODD },
      { kind: 'single', recipe: PLAIN },
    ]);
    expect(suspects.map(failureName)).toEqual(['suspect/1', 'suspect/2']);
  });

  test('is nobody where somebody was answered since', async () => {
    const silence = new Silence();
    silence.note({ tried: await silent(ODD, 'closed'), at: AT, began: 1, ended: 2 });
    silence.broken();
    silence.note({ tried: await silent(PLAIN, 'unreachable'), at: AT, began: 3, ended: 4 });
    expect([silence.length, silence.suspects()]).toEqual([1, []]);
  });
});
