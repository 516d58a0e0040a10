/** Tags hidden by a limit on tagKeys are requested in the cheapest way; the verdict does not depend on the pace. */
import { describe, expect, test } from 'vitest';
import { partialDialect, type Answer } from '../../../spec/dialect/dialect.ts';
import type { Outcome } from '../../../http/exchange.ts';
import type { Request } from '../../../http/request.ts';
import { factsOf, instancesOf, ownInstancesOf, WORLD } from '../../../cases/test-helpers/made.ts';
import type { CaseFinished } from '../../../report/record/events.ts';
import { caseOf, refused, reply, runOf, scripted, tags, ON } from '../test-helpers/scripted.ts';

const MOTTO = ['motto', 'rise early'] as const;
const COLOR = ['color', 'blue'] as const;
const INVALID = reply({
  returnCode: -5,
  invalidRequestParameters: [{ code: 'tagKeys', invalidMemberType: 15 }],
});
const MISSING = reply({
  returnCode: -5,
  invalidRequestParameters: [{ code: 'tagKeys', invalidMemberType: 2 }],
});

type Answers = (keys: readonly string[] | undefined) => Outcome;

function keysIn({ body }: Request): readonly string[] | undefined {
  const [object = ''] = /^\{.*\}/.exec(Buffer.from(body ?? new Uint8Array()).toString()) ?? [];
  return (JSON.parse(object) as { tagKeys?: readonly string[] }).tagKeys;
}

/** Answers only lists of one key, and `without` to a request without keys. */
const oneByOne =
  (without: Outcome, others: Partial<Record<string, Outcome>> = {}): Answers =>
  (keys) => {
    if (keys === undefined) return without;
    const [only = '', ...more] = keys;
    if (more.length > 0) return INVALID;
    return others[only] ?? tags(...[MOTTO, COLOR].filter(([key]) => key === only));
  };

interface CaseRun {
  readonly verdict: string;
  readonly asked: readonly string[];
  readonly event: CaseFinished;
}

async function runAgainst(
  answers: Answers,
  known: readonly Answer[] = [],
  cases = 1,
  changes: object = {},
): Promise<readonly CaseRun[]> {
  const transport = scripted((request) => answers(keysIn(request)));
  const made = Array.from({ length: cases }, (_, index) => ({
    id: `made/case-${index + 1}`,
    for: ON,
    ...changes,
  }));
  const result = await runOf(instancesOf(...made), transport, {
    facts: factsOf(WORLD, partialDialect(known)),
  });
  return result.cases
    .filter((event) => event.case.id.startsWith('made/'))
    .map((event) => ({
      verdict: event.verdict,
      asked: transport.sent
        .filter((request) => caseOf(request) === event.case.id)
        .map((request) => (keysIn(request) ?? ['nothing']).join('+')),
      event,
    }));
}

const first = async (...given: Parameters<typeof runAgainst>): Promise<CaseRun> => {
  const [one] = await runAgainst(...given);
  if (one === undefined) throw new Error('no case');
  return one;
};

/** A case by which a body with text behind its object may be refused, or read without that text. */
const MAY_BE_REFUSED = {
  send: { body: 'trailing-text' },
  decides: 'text.lenient',
  expect: [
    { when: 'refused', reply: 'invalid', members: 'shape' },
    { when: 'one reading', reply: 'tags' },
  ],
} as const;

const REQUIRED: Answer = { question: 'tagKeys.omitted', at: '', option: 'DataRequired' };

describe('a list of keys that is refused', () => {
  test('is left out if it may be, and one request verifies the case', async () => {
    const { verdict, asked, event } = await first(oneByOne(tags(MOTTO, COLOR)));
    expect({ verdict, asked, notes: event.notes }).toEqual({
      verdict: 'pass',
      asked: ['motto+color', 'nothing'],
      notes: ['verified by parts: 1 request'],
    });
  });

  test.each([
    ['its keys', oneByOne(MISSING), ['text.lenient: one reading']],
    ['its body, as one plain key is refused, too', () => INVALID, ['text.lenient: refused']],
  ])('for %s shows only then what the backend does with a body', async (_, answers, shown) => {
    const { verdict, event } = await first(answers, [REQUIRED], 1, MAY_BE_REFUSED);
    expect([verdict, event.decided.filter((each) => each.startsWith('text.'))]).toEqual(['pass', shown]);
  });

  test('is requested key by key if tagKeys is required', async () => {
    const { verdict, asked, event } = await first(oneByOne(MISSING));
    expect({ verdict, asked, notes: event.notes }).toEqual({
      verdict: 'pass',
      asked: ['motto+color', 'nothing', 'motto', 'color'],
      notes: ['verified by parts: 3 requests'],
    });
  });

  test('is not requested without keys if they are known to be required', async () => {
    const { verdict, asked } = await first(oneByOne(MISSING), [REQUIRED]);
    expect([verdict, ...asked]).toEqual(['pass', 'motto+color', 'motto', 'color']);
  });

  test('is requested by one key if that returns all tags', async () => {
    const none = oneByOne(MISSING, { motto: tags(MOTTO, COLOR) });
    const { verdict, asked } = await first(none, [REQUIRED]);
    expect([verdict, ...asked]).toEqual(['pass', 'motto+color', 'motto']);
  });

  test('is not sent again in later cases, which end like the first one', async () => {
    const [one, two, three] = await runAgainst(oneByOne(MISSING), [], 3);
    expect(one?.asked).toEqual(['motto+color', 'nothing', 'motto', 'color']);
    expect([two, three].map((each) => each?.asked)).toEqual([
      ['motto', 'color'],
      ['motto', 'color'],
    ]);
    expect([one, two, three].map((each) => each?.verdict)).toEqual(['pass', 'pass', 'pass']);
  });

  test('of all subjects of a case is followed by that of the one subject', async () => {
    const notFound = reply({ returnCode: 1, parameters: { errorCode: 12, infoResponseParameters: {} } });
    const answers = oneByOne(MISSING, { tagproof: notFound });
    const { verdict, asked } = await first(answers, [REQUIRED], 1, {
      steps: [
        { name: 'absent', given: { subject: { absent: 'any' } }, expect: { reply: 'not-found' } },
        { name: 'present' },
      ],
      expect: { reply: 'tags' },
    });
    expect([verdict, ...asked]).toEqual(['pass', 'motto+color', 'tagproof', 'motto', 'color']);
  });

  test.each<readonly [what: string, others: Partial<Record<string, Outcome>>]>([
    ['a plain key of the subject is refused', { color: INVALID }],
    ['a tag has another value', { color: tags(['color', 'red']) }],
    ['a part fails inside', { color: refused(-3) }],
  ])('is a failure if %s', async (_, others) => {
    const { verdict } = await first(oneByOne(MISSING, others), [REQUIRED]);
    expect(verdict).toBe('fail');
  });

  test('is a warning if a plain key of the subject returns nothing, as the effect of tagKeys is open', async () => {
    const { verdict, event } = await first(oneByOne(MISSING, { color: tags() }), [REQUIRED]);
    expect([verdict, ...event.findings.map(({ clause }) => clause)]).toEqual([
      'warn',
      '4.3/tag-keys/all-or-filter',
    ]);
  });

  test("is judged as it is in a user's own case", async () => {
    const transport = scripted((request) => oneByOne(MISSING)(keysIn(request)));
    const { cases } = await runOf(ownInstancesOf({ id: 'made/own', for: ON }), transport);
    expect(cases.find((event) => event.case.id.startsWith('made/'))?.verdict).toBe('fail');
  });
});

test('odd keys that are refused alone are reported as hidden', async () => {
  const transport = scripted((request) => {
    const keys = keysIn(request) ?? [];
    const [only = ''] = keys;
    if (keys.length !== 1 || !/^[\w.-]+$/.test(only)) return INVALID;
    const all = WORLD.world.subjects.find(({ id }) => id === 'groupnames')?.tags;
    return tags(
      ...(typeof all === 'object' ? all : [])
        .filter(({ key }) => key === only)
        .map(({ key, value }) => [key, value] as const),
    );
  });
  const instances = instancesOf({
    id: 'made/case-1',
    for: ON,
    given: { subject: { tags: 'prototype-keys' } },
  });
  const { cases } = await runOf(instances, transport, { facts: factsOf(WORLD, partialDialect([REQUIRED])) });
  const event = cases.find((each) => each.case.id.startsWith('made/'));
  expect([event?.verdict, event?.reason]).toEqual([
    'skip',
    'the target refuses 5 of 20 tag keys ("quest[0]", "[0]", "a/b", 2 more), so their tags are hidden',
  ]);
});

test('keys that are refused are left out where one of several replies has to be right, too', async () => {
  const notFound = reply({
    returnCode: 1,
    parameters: { errorCode: 12, infoResponseParameters: { tags: [] } },
  });
  const transport = scripted((request) => (keysIn(request) === undefined ? notFound : INVALID));
  const several = {
    id: 'made/several',
    for: ON,
    given: { subject: { absent: 'plain' } },
    steps: [{ times: 2, vary: 'id', expect: { some: { reply: 'not-found' }, rest: { reply: 'anything' } } }],
    expect: { reply: 'not-found' },
  };
  const { cases } = await runOf(instancesOf(several), transport);
  expect(cases.map(({ case: { id }, verdict }) => `${id} ${verdict}`)).toContain(`made/several@${ON} pass`);
});
