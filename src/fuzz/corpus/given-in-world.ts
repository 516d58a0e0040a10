/** Caller and subject of a corpus entry, described by kind so that another world can supply its own. */
import { namedAlterations } from '../behaviours/named-alterations.ts';
import { stageFor, type Material } from '../generate/material.ts';
import type { Step, StepGiven } from '../generate/step.ts';

/** Key, token and subject other than the plain ones: their names in the world of the run, and their kinds. */
export interface WrittenGiven {
  readonly key?: string | undefined;
  readonly token?: string | undefined;
  readonly game: string;
  readonly id: string;
  /** `key without the rule`, `subject absent`. */
  readonly is: readonly string[];
}

/** Describes key, token and subject of a step. */
function words(endpoint: Step['endpoint'], given: StepGiven, material: Material): readonly string[] {
  return namedAlterations({ endpoint, given, send: {} }, material).map(({ part, how }) => `${part} ${how}`);
}

const isSame = (a: StepGiven, b: StepGiven): boolean =>
  a.key === b.key && a.token === b.token && a.game === b.game && a.id === b.id;

/** Undefined: the plain key, token and subject. */
export function writtenGiven({ endpoint, given }: Step, material: Material): WrittenGiven | undefined {
  const { plain } = stageFor(material, endpoint);
  if (isSame(given, plain)) return undefined;
  const { key, token, game, id } = given;
  return {
    ...(key !== undefined && { key }),
    ...(token !== undefined && { token }),
    game,
    id,
    is: words(endpoint, given, material),
  };
}

/** All possible replacements: callers who fit, every key, every token, every subject. */
function candidates(
  endpoint: Step['endpoint'],
  { keys, tokens, ...material }: Material,
): readonly StepGiven[] {
  const { plain, fitting, targets } = stageFor({ keys, tokens, ...material }, endpoint);
  return [
    ...fitting,
    ...[undefined, ...keys].flatMap((key) => [
      { ...plain, key },
      { ...plain, key, token: undefined },
    ]),
    ...[undefined, ...tokens].map((token) => ({ ...plain, token })),
    ...targets.map((target) => ({ ...plain, ...target })),
    ...keys.flatMap((key) => tokens.map((token) => ({ ...plain, key, token }))),
  ];
}

const hasNames = ({ key, token, game }: WrittenGiven, material: Material): boolean =>
  (key === undefined || material.key(key) !== undefined) &&
  (token === undefined || material.token(token) !== undefined) &&
  material.facts.world.games.includes(game);

/** Key, token and subject of this world: those of the same names, or else the first of the same kinds; undefined if it has none. */
export function givenInWorld(
  endpoint: Step['endpoint'],
  written: WrittenGiven | undefined,
  material: Material,
): StepGiven | undefined {
  if (written === undefined) return stageFor(material, endpoint).plain;
  const { key, token, game, id, is } = written;
  const wanted = is.join();
  const isAlike = (given: StepGiven): boolean => words(endpoint, given, material).join() === wanted;
  const named: StepGiven = { key, token, game, id };
  if (hasNames(written, material) && isAlike(named)) return named;
  return candidates(endpoint, material).find(isAlike);
}
