import { expect, test } from 'vitest';
import type { Transport } from '../exchange/exchange.ts';
import { performTrial } from './perform.ts';
import { MATERIAL, plain, recipe, senderTo } from './test-helpers/made.ts';
import type { Trial } from './trial.ts';

/** Answers so many requests; then nobody is there. */
function goneAfter(most: number): { readonly transport: Transport; readonly asked: () => number } {
  const inner = plain();
  let asked = 0;
  const send: Transport['send'] = async (request, signal) => {
    asked += 1;
    const exchange = await inner.send(request, signal);
    return asked <= most
      ? exchange
      : { ...exchange, outcome: { kind: 'no-reply', why: 'unreachable', detail: 'nobody is there' } };
  };
  return { transport: { ...inner, send, single: () => ({ ...inner, send }) }, asked: () => asked };
}

const [one, two, three] = [recipe('group.admin'), recipe('group.server'), recipe('gamePlayer.admin')];
const TRIAL: Trial = { kind: 'again', recipe: one, between: [two, three] };

test.each<[answered: number, sent: Trial]>([
  [0, { kind: 'single', recipe: one }],
  [1, { kind: 'sequence', recipes: [one, two] }],
  [2, { kind: 'sequence', recipes: [one, two, three] }],
  [3, TRIAL],
])('a trial of which %i requests are answered is what was sent of it', async (answered, sent) => {
  const { transport, asked } = goneAfter(answered);
  const tried = await performTrial(TRIAL, 'made', senderTo(transport), MATERIAL);
  expect(tried.trial).toEqual(sent);
  expect(tried.trouble).toBe('nobody is there');
  expect(tried.found).toEqual([]);
  // The last one twice: it may have met the closing of its connection.
  expect(asked()).toBe(answered + 2);
});

test('a trial of which all are answered is the trial', async () => {
  const tried = await performTrial(TRIAL, 'made', senderTo(plain()), MATERIAL);
  expect([tried.trial, tried.trouble, tried.judged.length]).toEqual([TRIAL, undefined, 4]);
});
