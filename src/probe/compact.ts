/** Reduces answers to as few as possible: one for the whole backend where all places agree, else one for a resource, else each. */
import { RESOURCES } from '../contract/endpoints.ts';
import type { Answer } from '../dialect/dialect.ts';
import type { QuestionId } from '../dialect/questions.ts';

export interface Found {
  readonly question: QuestionId;
  /** The option at each place that is known. */
  readonly options: ReadonlyMap<string, string>;
  /** Every place at which the question is asked: an answer for more than one place speaks for all that are asked there. */
  readonly asked: readonly string[];
}

/** The option that all of these places have; undefined where one lacks it or they differ. */
function common(places: readonly string[], options: ReadonlyMap<string, string>): string | undefined {
  const [first, ...others] = places.map((place) => options.get(place));
  return others.every((option) => option === first) ? first : undefined;
}

const within = (place: string, resource: string): boolean =>
  place === resource || place.startsWith(`${resource}.`);

function ofResource(resource: string, { question, options, asked }: Found): readonly Answer[] {
  const places = asked.filter((place) => within(place, resource));
  const option = common(places, options);
  if (option !== undefined) return [{ question, at: resource, option }];
  return places.flatMap((at) => {
    const own = options.get(at);
    return own === undefined ? [] : [{ question, at, option: own }];
  });
}

/** One answer for each resource whose places agree, else one for each place. */
export function byResource(found: Found): readonly Answer[] {
  return RESOURCES.flatMap((resource) => ofResource(resource, found));
}

/** One answer where all places agree, else by resource. */
export function compact(found: Found): readonly Answer[] {
  const option = common(found.asked, found.options);
  return option === undefined ? byResource(found) : [{ question: found.question, at: '', option }];
}
