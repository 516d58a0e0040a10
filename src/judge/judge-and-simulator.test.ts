/** What the judge says of random requests to simulators. That it accuses no conformant one, in pairs of choices, formats and orders: test/fuzz-tolerance.test.ts. */
import fc, { type Arbitrary } from 'fast-check';
import { describe, test } from 'vitest';
import { DEEP } from '../../test/test-helpers/deep.ts';
import { eventuallyHolds, holds, none } from '../../test/test-helpers/property.ts';
import { partialDialect, completeDialect, type Dialect } from '../spec/dialect/dialect.ts';
import { fuzzInputsOf } from '../fuzz/trials/fuzz-inputs.ts';
import { anyStep } from '../fuzz/trials/random-trials.ts';
import { requestOf } from '../fuzz/trials/step-request.ts';
import type { Exchange, Transport } from '../http/exchange.ts';
import type { Request } from '../http/request.ts';
import { allowedForRequest } from './expect/allowed-for-request.ts';
import { checkExchange } from './compare/check.ts';
import type { Finding } from './finding.ts';
import { arbitraryAnswers } from './test-helpers/arbitrary-dialect.ts';
import { arbitraryWorld } from './test-helpers/arbitrary-world.ts';
import { backend, DEFAULT, type Material } from './test-helpers/backend.ts';
import { arbitraryPartOf, type KnownFacts } from './test-helpers/less-known.ts';
import { beyond } from './test-helpers/allowed-within.ts';

/** The number of tries of a property: all of them in the deep run. */
const tries = (most: number): number => (DEEP ? most : Math.ceil(most / 5));

const NOTHING = partialDialect();
const USUAL = completeDialect();

const order = fc.nat();
/** Requests as the fuzzer makes them: of every kind, mostly valid ones with an alteration. */
function requests(material: Material): Arbitrary<readonly Request[]> {
  const inputs = fuzzInputsOf({ ...material, provocations: new Map(), dialect: NOTHING }, true);
  const request = anyStep(inputs).map((step) => requestOf(step, inputs, 'any'));
  return fc.array(request, { minLength: 1, maxLength: 30, size: 'max' });
}
const ofDefault = requests(DEFAULT);

const textOf = ({ outcome }: Exchange): string =>
  outcome.kind === 'reply' ? `HTTP ${outcome.status} ${Buffer.from(outcome.body).toString()}` : outcome.why;

function describeRequest({ endpoint, method, path, headers, body, wire }: Request): string {
  const head = `${endpoint} ${method} ${path} ${JSON.stringify(headers)} ${wire ?? ''}`;
  return `${head} ${body?.length ?? 0} bytes ${Buffer.from(body ?? [])
    .toString()
    .slice(0, 400)}`;
}

/** Describes request and reply for the message of a failure. */
const describeExchange = (exchange: Exchange, what: string): string =>
  `${what}\n  asked ${describeRequest(exchange.request)}\n  answered ${textOf(exchange).slice(0, 600)}`;

const describeFinding = ({ level, clause, kind, at, expected, actual }: Finding): string =>
  `${level} ${clause} ${kind} at "${at}": expected ${expected}; got ${actual}`;

/** Sends the requests and returns the findings of all replies. */
async function findingsOf(
  target: Transport,
  asked: readonly Request[],
  known: Material,
  dialect: Dialect,
): Promise<readonly (Finding & { readonly description: string })[]> {
  const found = asked.map(async (request) => {
    const exchange = await target.send(request);
    const { findings } = checkExchange(allowedForRequest(request, known), exchange, dialect);
    return findings.map((each) => ({
      ...each,
      description: describeExchange(exchange, describeFinding(each)),
    }));
  });
  return (await Promise.all(found)).flat();
}

const descriptions = (found: readonly { readonly description: string }[]): readonly string[] =>
  found.map((each) => each.description);

test('in a small complete world the usual answers get no warning, known or not', async () => {
  const world = arbitraryWorld.chain((each) => {
    const material = { world: each, extensions: DEFAULT.extensions };
    return fc.record({ material: fc.constant(material), asked: requests(material) });
  });
  const property = fc.asyncProperty(world, async ({ material, asked }) => {
    const target = backend({ material });
    none(descriptions(await findingsOf(target, asked, material, USUAL)));
    none(descriptions(await findingsOf(target, asked, material, NOTHING)));
  });
  await eventuallyHolds(property, tries(40));
});

test('a backend of any declared answers breaks no must', async () => {
  const property = fc.asyncProperty(
    arbitraryAnswers('accepted', 'warn'),
    order,
    ofDefault,
    async (answers, number, asked) => {
      const found = await findingsOf(backend({ answers, order: number }), asked, DEFAULT, NOTHING);
      none(descriptions(found.filter(({ level }) => level === 'must')));
    },
  );
  await eventuallyHolds(property, tries(30));
});

test('the evidence of a reply agrees with the answers of the backend', async () => {
  const property = fc.asyncProperty(arbitraryAnswers('accepted'), ofDefault, async (answers, asked) => {
    const truth = completeDialect(answers);
    const target = backend({ answers });
    const wrong = asked.map(async (request) => {
      const exchange = await target.send(request);
      const { evidence } = checkExchange(allowedForRequest(request, DEFAULT), exchange, NOTHING);
      return evidence
        .filter(({ question, option }) => truth.answer(question, request.endpoint) !== option)
        .map(({ question, option }) =>
          describeExchange(
            exchange,
            `${question} is ${truth.answer(question, request.endpoint)}, not ${option}`,
          ),
        );
    });
    none((await Promise.all(wrong)).flat());
  });
  await eventuallyHolds(property, tries(100));
});

/** A part of the conformance world, and requests made from it. */
const partlyKnown = (
  facts: KnownFacts,
): Arbitrary<{ readonly known: Material; readonly asked: readonly Request[] }> =>
  arbitraryPartOf(DEFAULT.world, facts).chain((world) => {
    const known = { world, extensions: DEFAULT.extensions };
    return fc.record({ known: fc.constant(known), asked: requests(known) });
  });

describe('a judge that knows only a part of the world', () => {
  test('reports no broken must, even if the games of the keys are unknown', async () => {
    const property = fc.asyncProperty(
      arbitraryAnswers('accepted', 'warn'),
      order,
      partlyKnown({ gamesOfKeys: false }),
      async (answers, number, { known, asked }) => {
        const found = await findingsOf(backend({ answers, order: number }), asked, known, NOTHING);
        none(descriptions(found.filter(({ level }) => level === 'must')));
      },
    );
    await eventuallyHolds(property, tries(40));
  });

  test('allows at least as much', () => {
    const property = fc.property(partlyKnown({ gamesOfKeys: true }), ({ known, asked }) => {
      const less = asked.flatMap((request) =>
        beyond(allowedForRequest(request, DEFAULT), allowedForRequest(request, known), NOTHING).map(
          (outcome) => `${outcome} for ${describeRequest(request)}`,
        ),
      );
      none(less);
    });
    holds(property, 20);
  });
});
