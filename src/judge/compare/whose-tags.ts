/** Naming the declared subjects whose tags came in place of the right ones: so that mixed-up ids, kinds or games are easy to spot. */
import type { TagItem } from '../../contract/envelope.ts';
import { RESOURCE_FACTS } from '../../contract/endpoints.ts';
import type { Judgement } from './check.ts';
import type { Finding, FindingKind } from './finding.ts';
import { IMPLICIT_GAME, type DeclaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN, type Subject } from '../../world/world.ts';

/** Findings about tags that should not have come. */
const OF_TAGS: ReadonlySet<FindingKind> = new Set(['wrong-tags', 'wrong-outcome', 'data-beside']);
/** The most subjects that are named. */
const FEW = 3;

/** Which subject a request asks about. */
type SubjectName = Pick<Subject, 'resource' | 'id' | 'game'>;

/** Tags as a multiset: the same text whatever their order. */
function identityOf(tags: readonly TagItem[]): string {
  return JSON.stringify(tags.map(({ key, value }) => JSON.stringify([key, value])).toSorted());
}

type Owners = ReadonlyMap<string, readonly Subject[]>;

/** The subjects of a world by their tags; subjects without tags are left out. */
function ownersIn({ subjects }: DeclaredWorld): Owners {
  const owners = new Map<string, Subject[]>();
  for (const subject of subjects) {
    if (subject.tags === UNKNOWN || subject.tags.length === 0) continue;
    const identity = identityOf(subject.tags);
    const known = owners.get(identity);
    if (known === undefined) owners.set(identity, [subject]);
    else known.push(subject);
  }
  return owners;
}

const index = new WeakMap<DeclaredWorld, Owners>();

function ownersOf(world: DeclaredWorld): Owners {
  const owners = index.get(world) ?? ownersIn(world);
  index.set(world, owners);
  return owners;
}

function describe({ resource, id, game }: Subject): string {
  const where = game === IMPLICIT_GAME ? '' : ` in the game ${game}`;
  return `the ${RESOURCE_FACTS[resource].word} ${id}${where}`;
}

/** The other subjects that have exactly these tags, in words; undefined: none has, or there are too many to name. */
export function whoseTags(
  tags: readonly TagItem[],
  subject: SubjectName,
  world: DeclaredWorld,
): string | undefined {
  const owners = ownersOf(world).get(identityOf(tags)) ?? [];
  const isAsked = ({ resource, id, game }: Subject): boolean =>
    resource === subject.resource && id === subject.id && game === subject.game;
  if (owners.length === 0 || owners.length > FEW || owners.some(isAsked)) return undefined;
  return owners.map(describe).join(', or of ');
}

/** The judgement, its findings about tags with the name of the subject that has them. */
export function namingOwner(judgement: Judgement, asked: SubjectName, world: DeclaredWorld): Judgement {
  const { findings, envelope } = judgement;
  const tags = envelope?.payload.tags ?? [];
  if (tags.length === 0 || !findings.some(({ kind }) => OF_TAGS.has(kind))) return judgement;
  const owner = whoseTags(tags, asked, world);
  if (owner === undefined) return judgement;
  const named = (found: Finding): Finding =>
    OF_TAGS.has(found.kind) ? { ...found, actual: `${found.actual}; these are the tags of ${owner}` } : found;
  return { ...judgement, findings: findings.map(named) };
}
