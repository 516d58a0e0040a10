/**
 * The cases that one entry of a file makes: itself and those that it has in `also`, or one for every two of its `pairs`, parts that
 * each differ from the valid request and fit into one request.
 */
import { RESOURCES, type Endpoint, type EndpointId } from '../../spec/endpoints.ts';
import type { YamlPath } from '../../world/yaml/path.ts';
import type { Given } from './schema/given-schema.ts';
import type { FurtherCase, PairPart, WrittenCase } from './schema/case-schema.ts';
import type { Send } from './schema/send-schema.ts';
import { selectedEndpoints } from './instance.ts';
import { joinedParts } from './merged.ts';

const pairSubjects = ({ of }: PairPart): readonly string[] => [of].flat();

const overlap = (one: PairPart, other: PairPart): boolean =>
  pairSubjects(one).some((each) => pairSubjects(other).includes(each));

/** The sum of the character codes: the same whatever parts are added to a case later on. */
const sumOf = (text: string): number => [...text].reduce((sum, char) => sum + (char.codePointAt(0) ?? 0), 0);

/** A pair is tried with each resource as a client, and on one of the server and the admin variant in turn. */
function isChosen({ resource, variant }: Endpoint, name: string): boolean {
  if (variant === 'client') return true;
  const turn = (sumOf(name) + RESOURCES.indexOf(resource)) % 2;
  return variant === (turn === 0 ? 'server' : 'admin');
}

function endpointsOfPair(written: WrittenCase, pair: readonly PairPart[], name: string): EndpointId[] {
  const selectors = [written.for, ...pair.map((part) => part.for ?? 'all')];
  const sets = selectors.map((selector) => new Set(selectedEndpoints(selector)));
  return selectedEndpoints('all')
    .filter((endpoint) => sets.every((set) => set.has(endpoint)) && isChosen(endpoint, name))
    .map(({ id }) => id);
}

function casesOfPair(written: WrittenCase, one: PairPart, other: PairPart): readonly WrittenCase[] {
  const name = `${one.name}+${other.name}`;
  const places = endpointsOfPair(written, [one, other], name);
  if (places.length === 0) return [];
  const given: Given = [one, other].reduce(
    (all, part) => joinedParts(all, part.given ?? {}),
    written.given ?? {},
  );
  const send: Send = [one, other].reduce(
    (all, part) => joinedParts(all, part.send ?? {}),
    written.send ?? {},
  );
  return [
    {
      ...written,
      pairs: undefined,
      id: `${written.id.slice(0, written.id.lastIndexOf('/'))}/${name}`,
      title: `${one.description}, ${other.description}: ${written.title}`,
      for: places,
      given,
      send,
    },
  ];
}

/** A case for every pair of its parts: `pairs/any-two` becomes `pairs/key-missing+id-null` and so on. */
function casesOfPairs(written: WrittenCase, pairs: readonly PairPart[]): readonly WrittenCase[] {
  return pairs.flatMap((one, at) =>
    pairs
      .slice(at + 1)
      .filter((other) => !overlap(one, other))
      .flatMap((other) => casesOfPair(written, one, other)),
  );
}

/** A further case: what it does not say itself is as in the case that has it. */
const completedCase = (written: WrittenCase, further: FurtherCase): WrittenCase => ({
  ...written,
  also: undefined,
  ...further,
});

/** A case with the place of its own parts below the entry; empty: the entry is the case. */
interface OwnCase {
  readonly written: WrittenCase;
  readonly place: YamlPath;
  /** Whether a part is written at the place; any other is at that of the entry. */
  readonly has: (part: string) => boolean;
}

/** The case of an entry, and the further ones that it has. */
export function ownCases(entry: WrittenCase): readonly OwnCase[] {
  const { also = [], ...written } = entry;
  return [
    { written, place: [], has: () => true },
    ...also.map((further, index) => ({
      written: completedCase(written, further),
      place: ['also', index],
      has: (part: string) => part in further,
    })),
  ];
}

/** All cases that an entry makes, each with the place of its own parts. */
export function casesOfEntry(entry: WrittenCase): readonly OwnCase[] {
  return ownCases(entry).flatMap((own) => {
    const { pairs } = own.written;
    return pairs === undefined
      ? [own]
      : casesOfPairs(own.written, pairs).map((written) => ({ ...own, written }));
  });
}
