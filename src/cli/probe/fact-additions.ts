/** Learned facts of the world as additions to its file. What the replies do not settle is left out, with the reason. */
import { RESOURCE_FACTS } from '../../spec/endpoints.ts';
import { grouped } from '../../base/text/grouping.ts';
import type { LearnedFact, TagsFact } from '../../run/suite/setup/facts.ts';
import { IMPLICIT_GAME, type DeclaredWorld } from '../../world/declared-world.ts';
import { namesInWords } from './against-file.ts';
import type { Addition } from './write-additions.ts';

export interface FactAdditions {
  readonly additions: readonly Addition[];
  /** Facts that are not written, and why. */
  readonly leftOut: readonly { readonly fact: LearnedFact; readonly why: string }[];
}

/** More tags, or longer ones, make a file that is hard to read. */
const MAX_CHARACTERS = 4000;

/** Why a file can't hold these tags; undefined: it can. */
function whyNotTags({ tags }: TagsFact, holdsSecret: (text: string) => boolean): string | undefined {
  const texts = tags.flatMap(({ key, value }) => [key, value]);
  if (JSON.stringify(tags).length > MAX_CHARACTERS)
    return `at most ${MAX_CHARACTERS} characters of tags are written`;
  if (texts.some(holdsSecret)) return 'a tag holds a secret of the target';
  if (!texts.every((text) => text.isWellFormed())) return 'a tag holds half of a surrogate pair';
  if (texts.some((text) => text.includes('${env:'))) return 'a tag reads like an environment variable';
  return undefined;
}

/** What the facts add to a world's file, regardless of what it declares already. `holdsSecret`: whether a text has a secret in it. */
export function factAdditions(
  facts: readonly LearnedFact[],
  { games, secretKeys, subjects, complete }: DeclaredWorld,
  holdsSecret: (text: string) => boolean,
): FactAdditions {
  const additions: Addition[] = [];
  const leftOut: { fact: LearnedFact; why: string }[] = [];
  const add = (path: Addition['path'], value: unknown, evidence: readonly string[]): void => {
    const comment = `learned: ${namesInWords([...new Set(evidence)], 'request')}`;
    additions.push({ path: ['world', ...path], value, comment });
  };
  const keyAt = (name: string): readonly [string, number] => [
    'secretKeys',
    secretKeys.findIndex((key) => key.name === name),
  ];
  for (const fact of facts) {
    const leave = (why: string): number => leftOut.push({ fact, why });
    if (fact.kind === 'role') add([...keyAt(fact.key), 'role'], fact.role, fact.evidence);
    if (fact.kind === 'game') {
      if (fact.game === IMPLICIT_GAME) leave('the file does not name the id of the game');
      else if (fact.game !== null && !games.includes(fact.game)) leave('the file does not declare the game');
      else add([...keyAt(fact.key), 'game'], fact.game, fact.evidence);
    }
    if (fact.kind === 'tags') {
      const why = whyNotTags(fact, holdsSecret);
      const ofResource = subjects.filter(({ resource }) => resource === fact.resource);
      const index = ofResource.findIndex(({ id, game }) => id === fact.id && game === fact.game);
      if (why !== undefined) leave(why);
      else add([RESOURCE_FACTS[fact.resource].plural, index, 'tags'], fact.tags, fact.evidence);
    }
    // In a complete world all other ids are absent anyway.
    if (fact.kind === 'absent' && !complete && fact.evidence.length > 0)
      add(['absent', RESOURCE_FACTS[fact.resource].plural], fact.ids.slice(0, 1), fact.evidence);
  }
  const rules = facts.filter((fact) => fact.kind === 'rule');
  for (const [key, its] of grouped(rules, (fact) => fact.key)) {
    const named = (wanted: boolean): readonly string[] =>
      its.filter(({ held }) => held === wanted).map(({ rule }) => rule);
    const lists = Object.entries({ has: named(true), lacks: named(false) });
    const known = Object.fromEntries(lists.filter(([, list]) => list.length > 0));
    add(
      [...keyAt(key), 'rules'],
      known,
      its.flatMap(({ evidence }) => evidence),
    );
  }
  return { additions, leftOut };
}
