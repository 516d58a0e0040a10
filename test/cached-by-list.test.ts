/** A backend that wants tagKeys, and keeps answers by the list alone: found because a case asks about all its subjects with one list. */
import { describe, expect, test } from 'vitest';
import type { Alter } from '../mutants/defects/mutant.ts';
import { completeDialect, partialDialect, type Answer } from '../src/spec/dialect/dialect.ts';
import { idSent } from '../src/judge/rules/call.ts';
import type { Subject } from '../src/world/world.ts';
import { runInProcess, troubles } from './test-helpers/in-process-run.ts';
import { CASES, FILE as served } from './test-helpers/shipped.ts';

const CASE =
  /^(?:state\/senders-in-turn|user-id\/left-out|user-id\/null-from-two-senders)@gamePlayer\.client$/;
const instances = CASES.filter(({ id }) => CASE.test(id));

const OPTIONS = { 'tagKeys.omitted': 'DataRequired', 'userId.omitted': 'sender', 'userId.null': 'sender' };
const ANSWERS = Object.entries(OPTIONS).map(([question, option]) => ({ question, at: '', option }) as Answer);

/** Requests that leave the sender to the token get the tags of the sender whose request named the same list first. */
const cachedByList: Alter = (stages) => {
  const first = new Map<string, Subject>();
  return {
    ...stages,
    tags: (subject, sent, options, call) => {
      if (typeof idSent(call) === 'string') return stages.tags(subject, sent, options, call);
      const list = JSON.stringify(sent);
      const known = first.get(list) ?? subject;
      first.set(list, known);
      return stages.tags(known, sent, options, call);
    },
  };
};

const sound: Alter = (stages) => stages;

describe('without userId', () => {
  const runOf = async (alter: Alter, known: readonly Answer[]): Promise<readonly string[]> =>
    troubles(
      await runInProcess({
        instances,
        served,
        simulator: { dialect: completeDialect(ANSWERS), alter },
        dialect: partialDialect(known),
      }),
    );

  test.each([
    ['it is known that tagKeys is required', ANSWERS],
    ['nothing is known of tagKeys', []],
  ])('the tags of another sender fail the cases if %s', async (_, known) => {
    expect(instances).toHaveLength(3);
    expect(await runOf(sound, known)).toEqual([]);
    expect((await runOf(cachedByList, known)).map((line) => line.split('@')[0]).toSorted()).toEqual([
      'fail state/senders-in-turn',
      'fail user-id/left-out',
      'fail user-id/null-from-two-senders',
    ]);
  });
});
