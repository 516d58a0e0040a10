/** Expands a case of pairs: its parts each differ from the valid request, and every two that fit into one request make a case. */
import { RESOURCES, type Endpoint, type EndpointId } from '../../contract/endpoints.ts';
import type { Given } from './schema/given-schema.ts';
import type { PairPart, WrittenCase } from './schema/case-schema.ts';
import type { Send } from './schema/send-schema.ts';
import { endpointsFor } from './instance.ts';
import { joined } from './merged.ts';

const subjectsOf = ({ of }: PairPart): readonly string[] => [of].flat();

const overlap = (one: PairPart, other: PairPart): boolean =>
  subjectsOf(one).some((each) => subjectsOf(other).includes(each));

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
  const sets = selectors.map((selector) => new Set(endpointsFor(selector)));
  return endpointsFor('all')
    .filter((endpoint) => sets.every((set) => set.has(endpoint)) && isChosen(endpoint, name))
    .map(({ id }) => id);
}

function pairOf(written: WrittenCase, one: PairPart, other: PairPart): readonly WrittenCase[] {
  const name = `${one.name}+${other.name}`;
  const places = endpointsOfPair(written, [one, other], name);
  if (places.length === 0) return [];
  const given: Given = [one, other].reduce((all, part) => joined(all, part.given ?? {}), written.given ?? {});
  const send: Send = [one, other].reduce((all, part) => joined(all, part.send ?? {}), written.send ?? {});
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

/** The case itself, or a case for every pair of its parts: `pairs/any-two` becomes `pairs/key-missing+id-null` and so on. */
export function withPairs(written: WrittenCase): readonly WrittenCase[] {
  const { pairs } = written;
  if (pairs === undefined) return [written];
  return pairs.flatMap((one, at) =>
    pairs
      .slice(at + 1)
      .filter((other) => !overlap(one, other))
      .flatMap((other) => pairOf(written, one, other)),
  );
}
