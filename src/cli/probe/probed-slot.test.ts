import { describe, expect, test } from 'vitest';
import { QUESTION_IDS } from '../../spec/dialect/questions.ts';
import type { CaseFinished } from '../../report/record/events.ts';
import type { Instance } from '../../cases/format/instance.ts';
import { instancesOf } from '../../cases/test-helpers/made.ts';
import { probedSlots, type ProbedSlot } from './probed-slot.ts';
import { finished, found } from './test-helpers/finished.ts';

const instances = instancesOf(
  { id: 'a/one', for: 'group', decides: 'tagKeys.effect', expect: { reply: 'tags' } },
  { id: 'a/two', for: 'gamePlayer.server', decides: 'tagKeys.effect', expect: { reply: 'tags' } },
  { id: 'a/other', for: 'all' },
);
const [client, server, admin, player] = instances as [Instance, Instance, Instance, Instance];

const effect = (events: readonly CaseFinished[]): readonly ProbedSlot[] =>
  probedSlots(instances, events).filter(({ question }) => question === 'tagKeys.effect');
const shows = (instance: Instance, option: string): CaseFinished => {
  const at = instance.endpoint.resource;
  return finished(instance, { decided: [`tagKeys.effect@${at}: ${option}`] });
};

describe('a slot', () => {
  test('is answered if all evidence agrees, at the scope of its question', () => {
    expect(effect([shows(client, 'filter'), shows(server, 'filter'), shows(player, 'none')])).toEqual([
      { kind: 'answered', question: 'tagKeys.effect', at: 'gamePlayer', option: 'none', cases: [player.id] },
      {
        kind: 'answered',
        question: 'tagKeys.effect',
        at: 'group',
        option: 'filter',
        cases: [client.id, server.id],
      },
    ]);
  });

  test('is answered in two ways otherwise, with the cases that show each', () => {
    expect(effect([shows(client, 'filter'), shows(admin, 'none')])[1]).toEqual({
      kind: 'two ways',
      question: 'tagKeys.effect',
      at: 'group',
      shown: [
        { option: 'filter', cases: [client.id] },
        { option: 'none', cases: [admin.id] },
      ],
    });
  });

  test('is undetermined if no reply shows an option, and each reason is given once', () => {
    const events = [
      finished(client, { verdict: 'skip', reason: 'needs a group (world.groups)' }),
      finished(server, { verdict: 'skip', reason: 'needs a group (world.groups)' }),
      finished(admin, { verdict: 'fail', findings: [found('7.4.3/exists')] }),
      finished(player),
    ];
    expect(effect(events)).toEqual([
      {
        kind: 'undetermined',
        question: 'tagKeys.effect',
        at: 'gamePlayer',
        why: [['the replies fit several options']],
        ended: [events[3]],
      },
      {
        kind: 'undetermined',
        question: 'tagKeys.effect',
        at: 'group',
        why: [
          ['needs a group (world.groups)'],
          ['a/one@group.admin', 'a reply breaks 7.4.3/exists, so it shows nothing'],
        ],
        ended: events.slice(0, 3),
      },
    ]);
  });

  test.each([
    [
      finished(player, { verdict: 'error', reason: 'no reply within 5000 ms' }),
      'no reply to judge: no reply within 5000 ms',
    ],
    [finished(player, { verdict: 'warn', findings: [found('5.1/code')] }), 'the replies fit several options'],
    [finished(client), 'a/two@gamePlayer.server: the case was not run'],
  ])('says why it is undetermined (%#)', (event, why) => {
    const [slot] = effect([event]);
    expect(slot).toMatchObject({ kind: 'undetermined', at: 'gamePlayer' });
    expect(slot?.kind === 'undetermined' && slot.why.map((each) => each.join(': '))).toEqual([why]);
  });

  test('exists for every question in the order of the register, even if no case decides it', () => {
    const slots = probedSlots(instances, []);
    expect([...new Set(slots.map(({ question }) => question))]).toEqual(QUESTION_IDS);
    expect(slots[0]).toEqual({
      kind: 'undetermined',
      question: QUESTION_IDS[0],
      at: '',
      why: [['no case of the suite decides it']],
      ended: [],
    });
  });
});
