import { describe, expect, test } from 'vitest';
import { optionsOf, QUESTION_IDS } from '../../spec/dialect/questions.ts';
import type { CaseFinished } from '../../report/record/events.ts';
import type { Instance } from '../../cases/format/instance.ts';
import { instancesOf } from '../../cases/test-helpers/made.ts';
import { readDecided, slotsOf, type Slot } from './slots.ts';
import { finished, found } from './test-helpers/finished.ts';

const instances = instancesOf(
  { id: 'a/one', for: 'group', decides: 'tagKeys.effect', expect: { reply: 'tags' } },
  { id: 'a/two', for: 'gamePlayer.server', decides: 'tagKeys.effect', expect: { reply: 'tags' } },
  { id: 'a/other', for: 'all' },
);
const [client, server, admin, player] = instances as [Instance, Instance, Instance, Instance];

const effect = (events: readonly CaseFinished[]): readonly Slot[] =>
  slotsOf(instances, events).filter(({ question }) => question === 'tagKeys.effect');
const shows = (instance: Instance, option: string): CaseFinished => {
  const at = instance.endpoint.resource;
  return finished(instance, { decided: [`tagKeys.effect@${at}: ${option}`] });
};

const none = { why: [], failed: [] };

describe('a slot', () => {
  test('has the option that all evidence shows, at the scope of its question', () => {
    expect(effect([shows(client, 'filter'), shows(server, 'filter'), shows(player, 'none')])).toMatchObject([
      { at: 'gamePlayer', shown: [{ option: 'none', cases: [player.id] }], ...none },
      { at: 'group', shown: [{ option: 'filter', cases: [client.id, server.id] }], ...none },
    ]);
  });

  test('has several where replies show several', () => {
    expect(effect([shows(client, 'filter'), shows(admin, 'none')])[1]?.shown).toEqual([
      { option: 'filter', cases: [client.id] },
      { option: 'none', cases: [admin.id] },
    ]);
  });

  test('has none if no reply shows an option, each reason once, and the cases that failed', () => {
    const events = [
      finished(client, { verdict: 'skip', reason: 'needs a group (world.groups)' }),
      finished(server, { verdict: 'skip', reason: 'needs a group (world.groups)' }),
      finished(admin, { verdict: 'fail', findings: [found('7.4.3/exists')] }),
    ];
    expect(effect(events)[1]).toEqual({
      question: 'tagKeys.effect',
      at: 'group',
      shown: [],
      why: [
        'needs a group (world.groups)',
        'a/one@group.admin: a reply breaks 7.4.3/exists, so it shows nothing',
      ],
      failed: ['a/one@group.admin'],
      ended: events,
    });
  });

  test.each([
    [
      finished(player, { verdict: 'error', reason: 'no reply within 5000 ms' }),
      'no reply to judge: no reply within 5000 ms',
    ],
    [finished(player, { verdict: 'warn', findings: [found('5.1/code')] }), 'the replies fit several options'],
    [finished(player), 'the replies fit several options'],
    [finished(client), 'its cases were not run'],
  ])('says why it is open (%#)', (event, why) => {
    expect(effect([event])[0]).toMatchObject({ at: 'gamePlayer', shown: [], why: [why] });
  });

  test('exists for every question in the order of the register, even if no case decides it', () => {
    const slots = slotsOf(instances, []);
    expect([...new Set(slots.map(({ question }) => question))]).toEqual(QUESTION_IDS);
    expect(slots[0]).toMatchObject({ at: '', shown: [], why: ['no case of the suite decides it'] });
  });
});

describe('an answer in an event', () => {
  test.each([
    ['tagKeys.effect@group: filter', { question: 'tagKeys.effect', at: 'group', option: 'filter' }],
    ['notFound.info: {tags: []}', { question: 'notFound.info', at: '', option: '{tags: []}' }],
    ['id.unit: furlongs', undefined],
    ['of.another.version: yes', undefined],
    ['', undefined],
  ])('%s is read back', (text, answer) => {
    expect(readDecided(text)).toEqual(answer);
  });

  test('is read back for every option of every question', () => {
    for (const question of QUESTION_IDS)
      for (const option of optionsOf(question))
        expect(readDecided(`${question}: ${option}`)).toEqual({ question, at: '', option });
  });
});
