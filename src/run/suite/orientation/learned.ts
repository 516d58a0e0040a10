/** Facts that the orientation has seen, each with its evidence, and the world that knows them. */
import type { TagItem } from '../../../spec/envelope.ts';
import { ENDPOINTS, RESOURCE_FACTS, type Resource, type Role } from '../../../spec/endpoints.ts';
import { declaredWorld, type DeclaredWorld, IMPLICIT_GAME } from '../../../world/declared-world.ts';
import { UNKNOWN, type SecretKey, type Subject } from '../../../world/world.ts';
import type { Roles } from '../../../cases/planned.ts';
import type { TargetFacts } from '../../../cases/cast/target-facts.ts';

/** Where a fact was seen: the names of inquiries. */
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
  /** The file declares other tags. */
  readonly against?: readonly TagItem[];
  /** Requests that were answered with other tags: the replies disagree. Left out: none was. */
  readonly otherwise?: readonly string[];
}
/** Ids made up at random. */
export interface AbsentFact extends Seen {
  readonly kind: 'absent';
  readonly resource: Resource;
  readonly ids: readonly string[];
  /** The target answered that nothing has these ids; false: it only follows from their being random. */
  readonly isNotFound: boolean;
}

export type LearnedFact = RoleFact | GameFact | RuleFact | TagsFact | AbsentFact;

const gameWords = (game: string | null): string => {
  if (game === null) return 'carries no game';
  return game === IMPLICIT_GAME ? 'carries a game' : `carries the game ${game}`;
};

/** A fact in words: `key admin carries a game`. */
export function describeFact(fact: LearnedFact): string {
  switch (fact.kind) {
    case 'role':
      return `key ${fact.key} has the role ${fact.role}`;
    case 'game':
      return `key ${fact.key} ${gameWords(fact.game)}`;
    case 'rule':
      return `key ${fact.key} ${fact.held ? 'has' : 'lacks'} the rule ${fact.rule}`;
    case 'tags':
      return `${fact.resource} ${fact.id} has ${fact.tags.length === 1 ? '1 tag' : `${fact.tags.length} tags`}`;
    case 'absent':
      return `${fact.resource} ${fact.ids.join(', ')}: made up at random, so nothing has these ids`;
  }
}

/** `key admin carries a game, as seen in orientation/admin@group.server`. */
export function describeEvidence(fact: LearnedFact): string {
  const [first = 'no request', ...others] = fact.evidence;
  return `${describeFact(fact)} (${first}${others.length === 0 ? '' : ` and ${others.length} more`})`;
}

/** Whether a fact is about the key or the subject of a request. */
export function concerns(fact: LearnedFact, { key, subject, endpoint }: Roles): boolean {
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

/** The facts about one key in one line: `key admin: carries a game; may use group.server, group.admin`. */
function keyLine(key: string, facts: readonly LearnedFact[]): string {
  const own = facts.filter((fact) => 'key' in fact && fact.key === key);
  const rules = (held: boolean): readonly string[] =>
    own.flatMap((fact) =>
      fact.kind === 'rule' && fact.held === held
        ? (ENDPOINTS.find(({ rule }) => rule === fact.rule)?.id ?? fact.rule)
        : [],
    );
  const parts = [
    ...own.flatMap((fact) => (fact.kind === 'role' ? `has the role ${fact.role}` : [])),
    ...own.flatMap((fact) => (fact.kind === 'game' ? gameWords(fact.game) : [])),
    ...(rules(true).length > 0 ? [`may use ${rules(true).join(', ')}`] : []),
    ...(rules(false).length > 0 ? [`may not use ${rules(false).join(', ')}`] : []),
  ];
  return `key ${key}: ${parts.join('; ')}`;
}

/** How many subjects are named in a summary. */
const MAX_SUBJECTS = 5;

/** What was learned, in a few lines. */
export function summariseFacts(facts: readonly LearnedFact[]): readonly string[] {
  const keys = new Set(facts.flatMap((fact) => ('key' in fact ? fact.key : [])));
  const tagged = facts.filter((fact) => fact.kind === 'tags');
  const made = facts.flatMap((fact) => (fact.kind === 'absent' ? RESOURCE_FACTS[fact.resource].word : []));
  const rest = tagged.length - MAX_SUBJECTS;
  return [
    ...[...keys].map((key) => keyLine(key, facts)),
    ...tagged.slice(0, MAX_SUBJECTS).map(describeFact),
    ...(rest > 0 ? [`the tags of ${rest} more`] : []),
    ...(made.length > 0 ? [`made-up ids that nothing has: of a ${made.join(', a ')}`] : []),
  ];
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

function subjectWith(subject: Subject, facts: readonly LearnedFact[]): Subject {
  const found = facts.find(
    (fact) =>
      fact.kind === 'tags' &&
      fact.resource === subject.resource &&
      fact.game === subject.game &&
      fact.id === subject.id,
  );
  return found?.kind === 'tags' ? { ...subject, tags: found.tags } : subject;
}

/** The world with these facts; what the file declares stays, but for tags that every reading contradicts. */
export function worldWith(world: DeclaredWorld, facts: readonly LearnedFact[]): DeclaredWorld {
  const invented = facts.flatMap((fact) =>
    fact.kind === 'absent' ? fact.ids.map((id) => ({ resource: fact.resource, id })) : [],
  );
  return declaredWorld({
    ...world,
    secretKeys: world.secretKeys.map((key) => keyWith(key, facts)),
    subjects: world.subjects.map((subject) => subjectWith(subject, facts)),
    inventions: [...world.inventions, ...invented],
  });
}

/** What a run knows about its target: by its file, and by the orientation. */

export interface KnownFacts extends TargetFacts {
  /** The world as the file has it, without what was learned. */
  readonly declared: DeclaredWorld;
  readonly learned: readonly LearnedFact[];
}
