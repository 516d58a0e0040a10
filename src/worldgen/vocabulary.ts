/** Believable words for names and tags, made by faker once for each seed: entities draw from them. */
import type { Faker } from '@faker-js/faker';

export interface Vocabulary {
  readonly names: readonly string[];
  readonly guilds: readonly string[];
  readonly regions: readonly string[];
  readonly titles: readonly string[];
  readonly pets: readonly string[];
  readonly mottos: readonly string[];
  readonly games: readonly string[];
}

const listOf = (count: number, make: () => string): readonly string[] => [
  ...new Set(Array.from({ length: count }, make)),
];
const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

function vocabularyBy(faker: Faker): Vocabulary {
  const words = (): string => `${faker.word.adjective()} ${faker.word.noun()}`;
  return {
    names: listOf(2000, () => faker.internet.username()),
    guilds: listOf(600, () => `${faker.color.human()} ${faker.animal.type()}s`),
    regions: listOf(60, () => faker.location.countryCode()),
    titles: listOf(300, () => `${faker.word.adjective()} ${faker.person.jobType().toLowerCase()}`),
    pets: listOf(200, () => faker.animal.petName()),
    mottos: listOf(800, () => faker.company.catchPhrase()),
    games: listOf(400, () => slug(words())),
  };
}

/** Loads faker with its English words alone, when it is needed: other commands start without it. */
export async function vocabularyFor(seed: number): Promise<Vocabulary> {
  const { faker } = await import('@faker-js/faker/locale/en');
  faker.seed(seed);
  return vocabularyBy(faker);
}
