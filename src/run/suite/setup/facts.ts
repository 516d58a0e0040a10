/** Facts that plain replies show, each with its evidence, and the world that knows them. */
import type { TagItem } from '../../../spec/envelope.ts';
import { grouped } from '../../../base/text/grouping.ts';
import { plural } from '../../../base/text/quantities.ts';
import type { Resource, Role } from '../../../spec/endpoints.ts';
import { declaredWorld, type DeclaredWorld, IMPLICIT_GAME } from '../../../world/declared-world.ts';
import { UNKNOWN, type SecretKey, type Subject } from '../../../world/world.ts';
import type { Roles } from '../../../cases/planned.ts';
import type { TargetFacts } from '../../../cases/cast/target-facts.ts';

/** Where a fact was seen: the names of plain requests. */
interface Seen {
  readonly evidence: readonly string[];
}

export interface RoleFact extends Seen {
  readonly kind: 'role';
  readonly key: string;
  readonly role: Role;
}
/** `game`: null where the key carries none; '' where it carries one whose id the file does not name. */
export interface GameFact extends Seen {
  readonly kind: 'game';
  readonly key: string;
  readonly game: string | null;
}
export interface RuleFact extends Seen {
  readonly kind: 'rule';
  readonly key: string;
  readonly rule: string;
  readonly held: boolean;
}
export interface TagsFact extends Seen {
  readonly kind: 'tags';
  readonly resource: Resource;
  readonly game: string;
  readonly id: string;
  readonly tags: readonly TagItem[];
}
/** Ids made up at random, which nothing has by chance. Without evidence where none of them was asked for. */
export interface AbsentFact extends Seen {
  readonly kind: 'absent';
  readonly resource: Resource;
  readonly ids: readonly string[];
}

export type LearnedFact = RoleFact | GameFact | RuleFact | TagsFact | AbsentFact;

const gameWords = (game: string | null): string => {
  if (game === null) return 'no game';
  return game === IMPLICIT_GAME ? 'a game' : `the game ${game}`;
};

/** A fact as a sentence: `key admin`, `has the rule`, `group.getTag.selfEnable`. */
function factInWords(fact: LearnedFact): readonly [about: string, verb: string, what: string] {
  switch (fact.kind) {
    case 'role':
      return [`key ${fact.key}`, 'has the role', fact.role];
    case 'game':
      return [`key ${fact.key}`, 'carries', gameWords(fact.game)];
    case 'rule':
      return [`key ${fact.key}`, `${fact.held ? 'has' : 'lacks'} the rule`, fact.rule];
    case 'tags':
      return [`${fact.resource} ${fact.id}`, 'has', plural(fact.tags.length, 'tag')];
    case 'absent':
      return [
        `${fact.resource} ${fact.ids.join(', ')}`,
        'are made up at random,',
        'so nothing has these ids',
      ];
  }
}

/** A fact in words: `key admin carries a game`. */
export const describeFact = (fact: LearnedFact): string => factInWords(fact).join(' ');

/** `key admin carries a game (setup/admin@group.server and 1 more)`; without evidence the fact alone. */
export function describeEvidence(fact: LearnedFact): string {
  const [first, ...others] = fact.evidence;
  if (first === undefined) return describeFact(fact);
  return `${describeFact(fact)} (${first}${others.length === 0 ? '' : ` and ${others.length} more`})`;
}

/** Whether a fact is about the key or the subject of a request. */
export function isFactAbout(fact: LearnedFact, { key, subject, endpoint }: Roles): boolean {
  switch (fact.kind) {
    case 'role':
    case 'game':
      return fact.key === key?.name;
    case 'rule':
      return fact.key === key?.name && (fact.rule === endpoint.rule || fact.rule === endpoint.otherRule);
    case 'tags':
      return fact.resource === subject.resource && fact.id === subject.id && fact.game === subject.game;
    case 'absent':
      return fact.resource === subject.resource && fact.ids.includes(subject.id);
  }
}

/** How many lines a summary has. */
const MAX_FACT_LINES = 12;

/** What was learned, in a few lines: `key admin: has the role Admin; carries a game`. */
export function summariseFacts(facts: readonly LearnedFact[]): readonly string[] {
  const words = facts.filter(({ kind }) => kind !== 'absent').map(factInWords);
  const lines = [...grouped(words, ([about]) => about)].map(([about, its]) => {
    const says = [...grouped(its, ([, verb]) => verb)];
    return `${about}: ${says.map(([verb, same]) => `${verb} ${same.map(([, , what]) => what).join(', ')}`).join('; ')}`;
  });
  const rest = lines.length - MAX_FACT_LINES;
  return [...lines.slice(0, MAX_FACT_LINES), ...(rest > 0 ? [`and ${rest} more`] : [])];
}

function keyWith(key: SecretKey, facts: readonly LearnedFact[]): SecretKey {
  const own = facts.filter((fact) => 'key' in fact && fact.key === key.name);
  if (own.length === 0) return key;
  const rules = own.filter((fact) => fact.kind === 'rule');
  const learned = (held: boolean): readonly string[] =>
    rules.filter((fact) => fact.held === held).map(({ rule }) => rule);
  const someRules = {
    held: new Set([...(key.someRules?.held ?? []), ...learned(true)]),
    lacked: new Set([...(key.someRules?.lacked ?? []), ...learned(false)]),
  };
  const role = own.find((fact) => fact.kind === 'role')?.role;
  const game = own.find((fact) => fact.kind === 'game')?.game;
  return {
    ...key,
    ...(key.role === UNKNOWN && role !== undefined && { role }),
    ...(key.game === UNKNOWN && game !== undefined && { game }),
    ...(key.rules === UNKNOWN && { someRules }),
  };
}

const subjectName = ({ resource, game, id }: Pick<Subject, 'resource' | 'game' | 'id'>): string =>
  `${resource}\n${game}\n${id}`;

/** The world with these facts; what the file declares stays. */
export function worldWith(world: DeclaredWorld, facts: readonly LearnedFact[]): DeclaredWorld {
  const tags = new Map(
    facts.flatMap((fact) => (fact.kind === 'tags' ? [[subjectName(fact), fact.tags]] : [])),
  );
  const invented = facts.flatMap((fact) =>
    fact.kind === 'absent'
      ? fact.ids.map((id) => ({ resource: fact.resource, id, isFormat: fact.evidence.length > 0 }))
      : [],
  );
  return declaredWorld({
    ...world,
    secretKeys: world.secretKeys.map((key) => keyWith(key, facts)),
    subjects: world.subjects.map((subject) =>
      subject.tags === UNKNOWN ? { ...subject, tags: tags.get(subjectName(subject)) ?? UNKNOWN } : subject,
    ),
    inventions: [...world.inventions, ...invented],
  });
}

/** What a run knows about its target: by its file, and by its first plain replies. */
export interface KnownFacts extends TargetFacts {
  /** The world as the file has it, without what was learned. */
  readonly declared: DeclaredWorld;
  readonly learned: readonly LearnedFact[];
}
