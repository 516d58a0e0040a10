/** What one set of allowed outcomes has beyond another. That it takes nothing else for that: src/cases/suite-and-rulebook.test.ts. */
import { describe, expect, test } from 'vitest';
import { partialDialect } from '../../spec/dialect/dialect.ts';
import { when } from '../../spec/dialect/questions.ts';
import type { AllowedOutcome } from '../expect/allowed.ts';
import { allowed, failing, GUILD, http, refusal, tags, VIP } from './replies.ts';
import { beyond, silentPart } from './allowed-within.ts';

const NOTHING = partialDialect();
const FILTER = [when('tagKeys.effect', 'filter')];
const OTHER = [when('tagKeys.effect', 'other')];
const anything: AllowedOutcome = { expected: { kind: 'anything' }, when: [], clause: '1/envelope' };
const invalid = refusal('InvalidRequestParameters');

test.each<readonly [what: string, inner: AllowedOutcome, outer: AllowedOutcome, described: string]>([
  ['a tag more', tags([VIP, GUILD]), tags([VIP]), 'Ok with 2 tags {"vip": "gold", "guild": "larks"}'],
  ['a tag fewer', tags([VIP]), tags([VIP, GUILD]), 'Ok with 1 tag {"vip": "gold"}'],
  ['some instead of all', tags([VIP], [], 'some of'), tags([VIP]), 'Ok with some of 1 tag {"vip": "gold"}'],
  ['a shape of a member', invalid, failing('userId', 'any'), 'InvalidRequestParameters (-5)'],
  [
    'another member',
    failing('userId', 'any'),
    failing('tagKeys', 'any'),
    'InvalidRequestParameters (-5) listing userId',
  ],
  [
    'another type',
    failing('userId', 'StringNull'),
    failing('userId', 'DataRequired'),
    'InvalidRequestParameters (-5) listing userId as StringNull (4)',
  ],
  [
    'another element',
    failing('tagKeys', 'TypeInvalid', 1),
    failing('tagKeys', 'TypeInvalid', 2),
    'InvalidRequestParameters (-5) listing tagKeys[1] as TypeInvalid (3)',
  ],
  ['a status of an envelope', http([404]), anything, 'HTTP 404'],
  ['a silent one of a discouraged one', tags([VIP]), tags([VIP], OTHER), 'Ok with 1 tag {"vip": "gold"}'],
  ['a discouraged one', tags([GUILD], OTHER), tags([VIP]), 'Ok with 1 tag {"guild": "larks"} (discouraged)'],
])('an outcome that the outer does not allow: %s', (_, inner, outer, described) => {
  expect(beyond(allowed(inner), allowed(refusal('OperationInvalid'), outer), NOTHING)).toEqual([described]);
});

test('an outcome that the dialect rules out gets a warning on both sides', () => {
  const knows = partialDialect([{ question: 'tagKeys.effect', at: '', option: 'none' }]);
  const filtered = allowed(tags([VIP], FILTER));
  expect(beyond(filtered, allowed(tags([VIP])), knows)).toEqual([]);
  expect(beyond(allowed(tags([VIP])), filtered, knows)).toEqual(['Ok with 1 tag {"vip": "gold"}']);
  expect(beyond(allowed(tags([VIP])), filtered, NOTHING)).toEqual([]);
});

describe('the silent part of the allowed outcomes', () => {
  const open = failing('tagKeys', 'DataRequired', undefined, [when('tagKeys.omitted', 'DataRequired')]);
  const sure = failing('userId', 'StringNull');
  const discouraged = refusal('OperationInvalid', [when('role.mismatch', 'OperationInvalid')]);
  const filtered = tags([VIP], FILTER);
  const all = allowed(open, sure, discouraged, filtered);

  test('has no refusal that depends on an open question, and nothing that gets a warning', () => {
    expect(silentPart(all, NOTHING, undefined).outcomes).toEqual([sure, filtered]);
  });

  test('has that refusal if the case is about the question', () => {
    expect(silentPart(all, NOTHING, 'tagKeys.omitted').outcomes).toEqual([open, sure, filtered]);
  });

  test('has that refusal if the question is answered with it, and not if it is answered otherwise', () => {
    const answered = (option: string) => partialDialect([{ question: 'tagKeys.omitted', at: '', option }]);
    expect(silentPart(all, answered('DataRequired'), undefined).outcomes).toEqual([open, sure, filtered]);
    expect(silentPart(all, answered('all'), undefined).outcomes).toEqual([sure, filtered]);
  });
});
