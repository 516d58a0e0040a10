/** Learned facts of the world as additions to its file. What the replies do not settle is left out, with the reason. */
import { RESOURCE_FACTS } from '../../spec/endpoints.ts';
import {
  describeFact,
  type AbsentFact,
  type LearnedFact,
  type GameFact,
  type RuleFact,
  type TagsFact,
} from '../../run/suite/setup/facts.ts';
import { IMPLICIT_GAME, type DeclaredWorld } from '../../world/declared-world.ts';
import type { Addition } from './addition.ts';
import { evidenceComment } from './evidence-words.ts';

/** A fact that is not written, and why. */
export interface LeftOut {
  readonly fact: LearnedFact;
  readonly why: string;
}

export interface FactAdditions {
  readonly additions: readonly Addition[];
  readonly leftOut: readonly LeftOut[];
}

interface Context {
  readonly world: DeclaredWorld;
  /** Whether a text holds a secret of the target. */
  readonly holdsSecret: (text: string) => boolean;
}

/** More tags, or longer ones, make a file that is hard to read. */
const MAX_TAGS = 50;
const MAX_TAG_TEXT = 4000;

const NONE: FactAdditions = { additions: [], leftOut: [] };
const comment = (evidence: readonly string[]): string => evidenceComment([...new Set(evidence)], 'request');
const adds = (addition: Addition): FactAdditions => ({ additions: [addition], leftOut: [] });
const leaves = (fact: LearnedFact, why: string): FactAdditions => ({
  additions: [],
  leftOut: [{ fact, why }],
});

function keyPath(name: string, { secretKeys }: DeclaredWorld): Addition['path'] {
  return ['world', 'secretKeys', secretKeys.findIndex((key) => key.name === name)];
}

function ofGame(fact: GameFact, { world }: Context): FactAdditions {
  const { key, game, evidence } = fact;
  if (game === IMPLICIT_GAME) return leaves(fact, 'the file does not name the id of the game');
  if (game !== null && !world.games.includes(game)) return leaves(fact, 'the file does not declare the game');
  return adds({
    path: [...keyPath(key, world), 'game'],
    value: game,
    comment: comment(evidence),
    holds: 'data',
  });
}

/** All rules of one key: those that it has and those that it lacks. */
function ofRules(key: string, facts: readonly RuleFact[], { world }: Context): FactAdditions {
  if (facts.length === 0) return NONE;
  const named = (wanted: boolean): readonly string[] =>
    facts.filter(({ held }) => held === wanted).map(({ rule }) => rule);
  const [has, lacks] = [named(true), named(false)];
  return adds({
    path: [...keyPath(key, world), 'rules'],
    value: { ...(has.length > 0 && { has }), ...(lacks.length > 0 && { lacks }) },
    comment: comment(facts.flatMap(({ evidence }) => evidence)),
    holds: 'words',
  });
}

/** Why a file can't hold these tags; undefined: it can. */
function whyNotTags({ tags }: TagsFact, { holdsSecret }: Context): string | undefined {
  const texts = tags.flatMap(({ key, value }) => [key, value]);
  if (tags.length > MAX_TAGS) return `at most ${MAX_TAGS} tags are written`;
  if (texts.join('').length > MAX_TAG_TEXT) return `at most ${MAX_TAG_TEXT} characters of tags are written`;
  if (texts.some(holdsSecret)) return 'a tag holds a secret of the target';
  if (!texts.every((text) => text.isWellFormed())) return 'a tag holds half of a surrogate pair';
  if (texts.some((text) => text.includes('${env:'))) return 'a tag reads like an environment variable';
  return undefined;
}

function ofTags(fact: TagsFact, context: Context): FactAdditions {
  const why = whyNotTags(fact, context);
  if (why !== undefined) return leaves(fact, why);
  const { resource, game, id, tags, evidence } = fact;
  const index = context.world.subjects
    .filter((subject) => subject.resource === resource)
    .findIndex((subject) => subject.id === id && subject.game === game);
  return adds({
    path: ['world', RESOURCE_FACTS[resource].plural, index, 'tags'],
    value: tags.map(({ key, value }) => ({ key, value })),
    comment: comment(evidence),
    holds: 'data',
  });
}

/** One id of each kind that was answered as not found; in a complete world all other ids are absent anyway. */
function ofAbsent({ resource, ids, evidence }: AbsentFact, { world }: Context): FactAdditions {
  const [id] = ids;
  if (world.complete || evidence.length === 0 || id === undefined) return NONE;
  const path = ['world', 'absent', RESOURCE_FACTS[resource].plural];
  return adds({ path, value: [id], comment: comment(evidence), holds: 'data' });
}

function ofKey(name: string, facts: readonly LearnedFact[], context: Context): readonly FactAdditions[] {
  const own = facts.filter((fact) => 'key' in fact && fact.key === name);
  return [
    ...own.flatMap((fact) => {
      if (fact.kind === 'game') return [ofGame(fact, context)];
      if (fact.kind !== 'role') return [];
      const path = [...keyPath(name, context.world), 'role'];
      return [adds({ path, value: fact.role, comment: comment(fact.evidence), holds: 'words' })];
    }),
    ofRules(
      name,
      own.filter((fact) => fact.kind === 'rule'),
      context,
    ),
  ];
}

/** What the facts add to a world's file, regardless of what it declares already. */
export function factAdditions(facts: readonly LearnedFact[], context: Context): FactAdditions {
  const all = [
    ...context.world.secretKeys.flatMap(({ name }) => ofKey(name, facts, context)),
    ...facts.flatMap((fact) => {
      if (fact.kind === 'tags') return [ofTags(fact, context)];
      return fact.kind === 'absent' ? [ofAbsent(fact, context)] : [];
    }),
  ];
  return {
    additions: all.flatMap(({ additions }) => additions),
    leftOut: all.flatMap(({ leftOut }) => leftOut),
  };
}

/** `group grouplarks has 60 tags: at most 50 tags are written`. */
export const leftOutLine = ({ fact, why }: LeftOut): string => `${describeFact(fact)}: ${why}`;
