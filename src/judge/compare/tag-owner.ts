/** Tags that came in the wrong place: whose they are, so that mixed-up ids, kinds or games are easy to spot, and tags in a refusal. */
import { rememberedPer } from '../../base/remembered.ts';
import { grouped } from '../../base/text/grouping.ts';
import type { TagItem } from '../../spec/envelope.ts';
import { RESOURCE_FACTS } from '../../spec/endpoints.ts';
import type { Exchange } from '../../http/exchange.ts';
import { tagLeaks } from '../reply/leaks.ts';
import { bodyText } from '../reply/reply-body.ts';
import { isRightOk, type Judgement } from './check.ts';
import { tagsAsText } from './match-tags.ts';
import type { Finding, FindingKind } from '../finding.ts';
import { IMPLICIT_GAME, type DeclaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN, type Subject } from '../../world/world.ts';

/** Findings about tags that should not have come. */
const OF_TAGS: ReadonlySet<FindingKind> = new Set(['wrong-tags', 'wrong-outcome', 'data-beside']);
const isOfTags = ({ kind, clause }: Finding): boolean => OF_TAGS.has(kind) && clause !== '4.4/invalid/only';
/** The most subjects that are named. */
const MAX_OWNERS = 3;

/** Which subject a request asks about. */
type SubjectName = Pick<Subject, 'resource' | 'id' | 'game'>;

/** The same with what is known of it; undefined: nothing has this id. */
type Asked = SubjectName & { readonly exists: Subject | undefined };

/** The subjects of a world by their tags. Subjects without tags form one group, which is never looked up. */
const ownersIn = rememberedPer(({ subjects }: DeclaredWorld) =>
  grouped(subjects, ({ tags }) => (tags === UNKNOWN || tags.length === 0 ? '' : tagsAsText(tags))),
);

function describeSubject({ resource, id, game }: Subject): string {
  const where = game === IMPLICIT_GAME ? '' : ` in the game ${game}`;
  return `the ${RESOURCE_FACTS[resource].word} ${id}${where}`;
}

/** The other subjects that have exactly these tags, in words; undefined: none has, or there are too many to name. */
export function tagOwner(
  tags: readonly TagItem[],
  subject: SubjectName,
  world: DeclaredWorld,
): string | undefined {
  const owners = ownersIn(world).get(tagsAsText(tags)) ?? [];
  const isAsked = ({ resource, id, game }: Subject): boolean =>
    resource === subject.resource && id === subject.id && game === subject.game;
  if (owners.length === 0 || owners.length > MAX_OWNERS || owners.some(isAsked)) return undefined;
  return owners.map(describeSubject).join(', or of ');
}

/** The judgement of a request about this subject, with what can be said about the tags that came: whose they are, and which a refusal shows. */
export function withTagFacts(
  judgement: Judgement,
  exchange: Exchange,
  asked: Asked,
  world: DeclaredWorld,
): Judgement {
  const { findings, envelope } = judgement;
  if (isRightOk(judgement)) return judgement;
  const tags = envelope?.payload.tags ?? [];
  const owner = tags.length > 0 && findings.some(isOfTags) ? tagOwner(tags, asked, world) : undefined;
  const named = findings.map((found) =>
    owner !== undefined && isOfTags(found)
      ? { ...found, actual: `${found.actual}; these are the tags of ${owner}` }
      : found,
  );
  return { ...judgement, findings: [...named, ...tagsInRefusal(judgement, exchange, asked, world)] };
}

/** Tags of the subject anywhere in a refusal but in its payload, which 4.4/parameters/only is about. */
export function tagsInRefusal(
  { envelope }: Judgement,
  { outcome, request }: Exchange,
  { exists }: Pick<Asked, 'exists'>,
  { games }: DeclaredWorld,
): readonly Finding[] {
  if (envelope === undefined || envelope.returnCode === 'Ok' || envelope.payload.tags.length > 0) return [];
  if (outcome.kind !== 'reply' || exists === undefined || exists.tags === UNKNOWN) return [];
  return tagLeaks(bodyText(outcome.body), exists.tags, games, request);
}
