/** The dialect as flat tables: the simulator asks it several times a request. */
import type { Dialect } from '../../src/spec/dialect/dialect.ts';
import type { OptionOf } from '../../src/spec/dialect/question-register.ts';
import { QUESTION_IDS, questionOf, type QuestionId, type When } from '../../src/spec/dialect/questions.ts';
import { ENDPOINT_IDS, type EndpointId } from '../../src/spec/endpoints.ts';

/** The option of every question at one endpoint. */
export type Options = ReadonlyMap<QuestionId, string>;
export type OptionsByEndpoint = ReadonlyMap<EndpointId, Options>;

/** Questions about the whole backend have the same answer at every endpoint; they are read at this one. */
const ANY_ENDPOINT: EndpointId = 'gamePlayer.client';

function optionsAt(dialect: Dialect, endpoint: EndpointId): Options {
  return new Map(
    QUESTION_IDS.map((id) => [id, dialect.answer(id, endpoint) ?? questionOf(id).settled] as const),
  );
}

/** Every answer of the dialect; the register's defaults answer what it leaves open. */
export function optionsByEndpoint(dialect: Dialect): OptionsByEndpoint {
  return new Map(ENDPOINT_IDS.map((endpoint) => [endpoint, optionsAt(dialect, endpoint)] as const));
}

/** The answers to the questions that are asked of the whole backend. */
export function backendOptions(dialect: Dialect): Options {
  return optionsAt(dialect, ANY_ENDPOINT);
}

/** The option chosen for one question. */
export function optionOf<Q extends QuestionId>(options: Options, question: Q): OptionOf<Q> {
  return options.get(question) as OptionOf<Q>;
}

/** Whether the dialect chose all of these options. */
export function areChosen(conditions: readonly When[], options: Options): boolean {
  for (const { question, option } of conditions) if (options.get(question) !== option) return false;
  return true;
}

/**
 * The first entry whose conditions all hold, one without conditions only where no other does; else the reference's own,
 * which is the first.
 */
export function chooseOne<T extends { readonly when: readonly When[] }>(
  entries: readonly T[],
  options: Options,
): T | undefined {
  let free: T | undefined;
  for (const entry of entries) {
    if (entry.when.length === 0) free ??= entry;
    else if (areChosen(entry.when, options)) return entry;
  }
  return free ?? entries[0];
}
