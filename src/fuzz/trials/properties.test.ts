import { describe, expect, test } from 'vitest';
import { DEEP } from '../../../test/test-helpers/deep.ts';
import type { Transport } from '../../http/exchange.ts';
import type { InProcessReply } from '../../../mutants/harness/in-process.ts';
import { FINDING_KINDS, type FindingKind } from '../../judge/finding.ts';
import { PROPERTY_NAMES, propertyOfKind, type Property } from './properties.ts';
import {
  answering,
  altering,
  fuzzed,
  headerOf,
  jsonOf,
  mutant,
  simulator,
  tagsIn,
  transportTo,
  withTags,
} from '../test-helpers/made.ts';

const textOf = ({ body }: { readonly body: Uint8Array | undefined }): string =>
  Buffer.from(body ?? []).toString();

/** Two that are under way at once get the reply of one another. */
function swapping(): Transport {
  const ask = simulator();
  let waiting: ((reply: InProcessReply) => void) | undefined;
  return transportTo(async (request) => {
    const own = await ask(request);
    if (waiting !== undefined) {
      const give = waiting;
      waiting = undefined;
      return new Promise((resolve) => {
        give(own);
        resolve(own);
      });
    }
    return new Promise((resolve) => {
      waiting = resolve;
      setImmediate(() => {
        waiting = waiting === resolve ? undefined : waiting;
        resolve(own);
      });
    });
  });
}

/** Keeps the tags that a key was given last, and gives them again. */
function remembering(): Transport {
  const last = new Map<string, readonly unknown[]>();
  return altering((reply, request) => {
    const key = headerOf(request, 'Secret-Key') ?? '';
    const own = tagsIn(reply);
    if (own.length === 0) return reply;
    const old = last.get(key);
    last.set(key, own);
    return old !== undefined && old.length > 12 && own.length <= 2 ? withTags(reply, old) : reply;
  });
}

function silentFor(text: string): Transport {
  const ask = simulator();
  return transportTo((request) =>
    textOf(request).includes(text) ? Promise.reject(new Error('the connection was closed')) : ask(request),
  );
}

/** Each backend breaks one property. */
const BROKEN: Readonly<Record<Property, () => Transport>> = {
  allowed: () => altering((reply) => withoutLast(reply)),
  envelope: () => altering((reply) => ({ ...reply, status: 201 })),
  answered: () => silentFor('"tagKeys":null'),
  'own-tags': () =>
    altering((reply) =>
      tagsIn(reply).length === 0
        ? reply
        : withTags(reply, [...tagsIn(reply), { key: 'foreign', value: 'of nobody' }]),
    ),
  'no-leak': () =>
    altering((reply) => {
      const json = jsonOf(reply) as { returnCode?: number } | undefined;
      return json?.returnCode === -10
        ? answering(reply, { returnCode: -10, debugMessage: 'motto is rise early' })
        : reply;
    }),
  repeat: () => {
    const seen = new Map<string, number>();
    return altering((reply, request) => {
      const key = request.path + textOf(request) + JSON.stringify(request.headers);
      seen.set(key, (seen.get(key) ?? 0) + 1);
      return seen.get(key) === 2 ? withoutLast(reply) : reply;
    });
  },
  equivalent: () =>
    altering((reply, request) => (textOf(request).includes('\\u00') ? withoutLast(reply) : reply)),
  variants: () =>
    altering((reply, { path }) => (path.includes('admin') ? withTags(reply, tagsIn(reply).slice(1)) : reply)),
  games: () => mutant('cache-without-game'),
  union: () => mutant('last-key-of-several-left-out'),
  'key-order': () => mutant('keys-in-rising-order-only'),
  history: remembering,
  concurrent: swapping,
};

function withoutLast(reply: InProcessReply): InProcessReply {
  const tags = tagsIn(reply);
  return tags.length === 0 ? reply : withTags(reply, tags.slice(0, -1));
}

describe.each(PROPERTY_NAMES)('a run that is about %s alone', (property) => {
  test('finds a backend that breaks it', async () => {
    const { failures } = await fuzzed(BROKEN[property](), {
      properties: [property],
      // What remembers may fail by the trial before: then another property is named.
      seed: 2,
      concurrency: 1,
      runs: DEEP ? 2000 : 6000,
      // A deep run looks for all that so many requests find.
      watch: ({ buckets }) => DEEP || buckets === 0,
    });
    expect([...new Set(failures.map((each) => each.property))]).toEqual([property]);
  });
});

test('every kind of finding on a reply breaks a property', () => {
  const kinds = Object.keys(FINDING_KINDS) as FindingKind[];
  // The one kind about requests: the fuzzer makes them itself.
  for (const kind of kinds.filter((each) => each !== 'client-duty'))
    expect(PROPERTY_NAMES).toContain(propertyOfKind(kind));
});
