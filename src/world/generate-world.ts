/** A believable world of any size around the shipped one: the same for the same seed, an entity at a time. */
import type { Faker } from '@faker-js/faker';
import { RESOURCE_FACTS, type Resource } from '../spec/endpoints.ts';
import type { TagItem } from '../spec/envelope.ts';

/** Gives an integer from 0 to below the bound. */
type Draw = (bound: number) => number;

/** Numbers that look random and depend on the seed alone (mulberry32). */
function drawsOf(seed: number): Draw {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

const oneOf = <T>(list: readonly T[], draw: Draw): T => list[draw(list.length)] as T;

const tag = (key: string, value: string): TagItem => ({ key, value });

/** Tags that backends stumble over, mixed into generated worlds: a row each. */
const ODD_TAGS: readonly (readonly TagItem[])[] = [
  [],
  [tag('note', '')],
  [tag('Guild', 'Larks'), tag('guild', 'larks'), tag('GUILD', 'LARKS')],
  [tag('title', 'first'), tag('title', 'second')],
  [tag('constructor', 'a word of prototypes'), tag('toString', 'another')],
  [tag('motto', '«Плыви» — 泳げ — اسبح — שחה'), tag('face', '👩🏽‍🚀🏳️‍🌈')],
  [tag('name', 'Zoe\u0308'), tag('name-composed', 'Zo\u00eb')],
  [tag('quote', `"it's \\ here"`), tag('markup', '<b>&amp;</b><script>alert(1)</script>')],
  [tag('lines', 'one\ntwo\r\nthree\tfour'), tag('padded', '  both ends  ')],
  [tag('number', '0012'), tag('boolean', 'false'), tag('nothing', 'null'), tag('object', '{"a":[1]}')],
  [tag('history', 'seen '.repeat(800).trimEnd())],
  Array.from({ length: 60 }, (_, at) => tag(`item-${at + 1}`, `${at + 1}`)),
];
const ODD_EACH = 40;

/** The values of each key, made by faker once: entities draw from them. */
type Vocabulary = Readonly<Record<Resource, readonly (readonly [key: string, values: readonly string[]])[]>>;

const list = (count: number, make: () => string): readonly string[] => Array.from({ length: count }, make);

function vocabularyOf(faker: Faker): Vocabulary {
  const day = (): string =>
    faker.date.between({ from: '2024-01-01', to: '2025-12-31' }).toISOString().replace(/T.*/, '');
  const title = (): string => `${faker.word.adjective()} ${faker.person.jobType().toLowerCase()}`;
  const regions = list(60, () => faker.location.countryCode());
  const level = list(80, () => String(faker.number.int({ min: 1, max: 80 })));
  return {
    gamePlayer: [
      ['display-name', list(2000, () => faker.internet.username())],
      ['level', level],
      ['region', regions],
      ['guild', list(600, () => `${faker.color.human()} ${faker.animal.type()}s`)],
      ['last-seen', list(400, day)],
    ],
    characterPlayer: [
      ['class', ['ranger', 'smith', 'bard', 'pilot', 'healer', 'scout', 'cook', 'knight']],
      ['rank', level],
      ['title', list(300, title)],
      ['pet', list(200, () => faker.animal.petName())],
    ],
    group: [
      ['motto', list(800, () => faker.company.catchPhrase())],
      ['rating', list(300, () => String(faker.number.int(3000)))],
      ['region', regions],
      ['founded', list(400, day)],
    ],
  };
}

const TAGS = 3;

/** Some tags of the kind: now and then none or odd ones. */
function tagsOf(words: Vocabulary[Resource], index: number, draw: Draw): readonly TagItem[] {
  if (index % ODD_EACH === ODD_EACH - 1) return oneOf(ODD_TAGS, draw);
  const from = draw(words.length);
  return Array.from({ length: draw(25) === 0 ? 0 : TAGS }, (_, at) => {
    const [key, values] = words[(from + at) % words.length] ?? ['level', ['1']];
    return tag(key, oneOf(values, draw));
  });
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
/** One id in this many is the one before it with another last character. */
const NEAR_EACH = 50;

/** An id of the kind that nothing has yet. */
function newId(resource: Resource, before: string | undefined, taken: Set<string>, draw: Draw): string {
  for (;;) {
    let id = before !== undefined && draw(NEAR_EACH) === 0 ? before.slice(0, -1) : '';
    while (id.length < RESOURCE_FACTS[resource].idLength) id += oneOf(LETTERS, draw);
    if (taken.has(id)) continue;
    taken.add(id);
    return id;
  }
}

export interface WorldPlan {
  readonly seed: number;
  readonly size: Readonly<Record<Resource, number>>;
  readonly games: readonly string[];
  /** Ids that the shipped world has or needs to be absent. */
  readonly taken: ReadonlySet<string>;
}

const MAX_MEMBERS = 12;

/** The entities of a plan as a world file declares them, each with its kind: players first. */
export async function entitiesOf({ seed, size, games, taken }: WorldPlan) {
  // Only here: other commands start without it.
  const { faker } = await import('@faker-js/faker/locale/en');
  faker.seed(seed);
  const words = vocabularyOf(faker);
  const draw = drawsOf(seed);
  const ids = new Set(taken);
  const players = games.map((): string[] => []);
  return function* (resource: Resource): Generator<Readonly<Record<string, unknown>>> {
    let id: string | undefined;
    for (let index = 0; index < size[resource]; index += 1) {
      const at = draw(games.length);
      const own = players[at] ?? [];
      id = newId(resource, id, ids, draw);
      if (resource === 'gamePlayer') own.push(id);
      const count = own.length === 0 ? 0 : draw(MAX_MEMBERS + 1);
      yield {
        [RESOURCE_FACTS[resource].idMember]: id,
        game: games[at],
        ...(resource === 'characterPlayer' && count > 0 && { owner: oneOf(own, draw) }),
        ...(resource === 'group' && {
          members: [...new Set(Array.from({ length: count }, () => oneOf(own, draw)))],
        }),
        tags: tagsOf(words[resource], index, draw),
      };
    }
  };
}
