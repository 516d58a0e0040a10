/** Turns the orientation's replies into facts: only what a plain reply proves, no guesses. */
import { RESOURCES, type Resource } from '../../../spec/endpoints.ts';
import type { TagItem } from '../../../spec/envelope.ts';
import { differingTags } from '../../../judge/compare/match-tags.ts';
import { IMPLICIT_GAME, type DeclaredWorld } from '../../../world/declared-world.ts';
import { holdsRule, UNKNOWN, type SecretKey, type Subject } from '../../../world/world.ts';
import { asAskedSubject } from '../../../cases/cast/subject-role.ts';
import { aboutSubject, isOk, isOwn, refusalOf, inquiriesWithKey, type Inquiry } from './inquiry.ts';
import type { LearnedFact, RoleFact } from './learned.ts';
import type { Orientation } from './orient.ts';

const namesOf = (inquiries: readonly Inquiry[]): readonly string[] => [
  ...new Set(inquiries.map(({ name }) => name)),
];

/** §5.2: the operation runs only where the role of the key fits the variant. */
function roleOf({ name, role }: SecretKey, inquiries: readonly Inquiry[]): readonly RoleFact[] {
  const ran = inquiries.filter(isOk);
  const [first] = ran;
  if (role !== UNKNOWN || first === undefined) return [];
  const seen = first.asked.endpoint.role;
  // Answered in both roles, the key has neither for sure.
  if (ran.some(({ asked }) => asked.endpoint.role !== seen)) return [];
  return [{ kind: 'role', key: name, role: seen, evidence: namesOf(ran) }];
}

/** Whether the key is refused for another game than this one, where there is one: a backend may also ignore Game-Id. */
function isBoundTo(game: string, inquiries: readonly Inquiry[], { games }: DeclaredWorld): boolean {
  const isOther = ({ asked: { gameId = game } }: Inquiry): boolean => gameId !== game;
  return games.length < 2 || inquiries.some((each) => isOther(each) && refusalOf(each) !== undefined);
}

/** §4.2: without Game-Id the operation runs only where the key carries a game. */
function gameOf(
  { name, game }: SecretKey,
  inquiries: readonly Inquiry[],
  world: DeclaredWorld,
): readonly LearnedFact[] {
  if (game !== UNKNOWN) return [];
  const without = inquiries.filter((each) => each.asked.gameId === undefined);
  const ran = without.filter(isOk);
  const found = ran.filter(({ answered }) => answered.kind === 'tags');
  const [carried] = [...found, ...ran];
  if (carried !== undefined) {
    const games = new Set(found.map(({ asked }) => asked.subject.game));
    const carries = games.size === 1 ? [...games][0] : undefined;
    const known = carries ?? (carried.asked.subject.game === IMPLICIT_GAME ? IMPLICIT_GAME : undefined);
    return known === undefined || !isBoundTo(known, inquiries, world)
      ? []
      : [{ kind: 'game', key: name, game: known, evidence: namesOf(found.length > 0 ? found : ran) }];
  }
  const named = inquiries.filter((each) => each.asked.gameId !== undefined && isOk(each));
  if (named.length === 0 || without.length === 0) return [];
  return [{ kind: 'game', key: name, game: null, evidence: namesOf([...without, ...named]) }];
}

/** Whether a refusal as OperationNotAllow is about the endpoint's own rule: of a client, about its own player. */
const isAboutOwnRule = (inquiry: Inquiry): boolean =>
  inquiry.asked.endpoint.variant !== 'client' || isOwn(inquiry);

/**
 * §5.4: a rule that is missing gives OperationNotAllow, and nothing else about a plain request to an endpoint of the key's
 * role does. A key of unknown or other role may be refused for its role (role.mismatch).
 */
function rulesOf(
  key: SecretKey,
  role: SecretKey['role'],
  inquiries: readonly Inquiry[],
): readonly LearnedFact[] {
  if (key.rules !== UNKNOWN) return [];
  const rules = [...new Set(inquiries.map(({ asked }) => asked.endpoint.rule))];
  return rules.flatMap((rule): readonly LearnedFact[] => {
    if (holdsRule(key, rule) !== UNKNOWN) return [];
    const own = inquiries.filter(({ asked }) => asked.endpoint.rule === rule);
    const held = own.filter(isOk);
    if (held.length > 0) return [{ kind: 'rule', key: key.name, rule, held: true, evidence: namesOf(held) }];
    const lacked = own.filter(
      (each) =>
        refusalOf(each) === 'OperationNotAllow' && isAboutOwnRule(each) && each.asked.endpoint.role === role,
    );
    return lacked.length === 0
      ? []
      : [{ kind: 'rule', key: key.name, rule, held: false, evidence: namesOf(lacked) }];
  });
}

/** Whether the file declares these tags for the same id in another game or of another resource: a backend may mix these up. */
function areOfNamesake(
  tags: readonly TagItem[],
  { resource, game, id }: Subject,
  world: DeclaredWorld,
): boolean {
  const isNamesake = (kind: Resource, inGame: string): boolean => {
    if (kind === resource && inGame === game) return false;
    const found = world.subject(kind, inGame, id);
    return found.is === 'present' && found.value.tags !== UNKNOWN && !differingTags(found.value.tags, tags);
  };
  return tags.length > 0 && world.games.some((each) => RESOURCES.some((kind) => isNamesake(kind, each)));
}

/**
 * Tags that came whole, of requests without tagKeys: the first reading counts, any other must repeat it. Where tagKeys is
 * required, what came for the declared keys is compared with the declared tags. Those of a namesake don't show that the file
 * is out of date.
 */
function tagsOf(
  subject: Subject,
  inquiries: readonly Inquiry[],
  world: DeclaredWorld,
): readonly LearnedFact[] {
  const readable = aboutSubject(inquiries, asAskedSubject(subject)).filter(
    (each) => each.asked.origin === 'declared' && each.answered.kind === 'tags',
  );
  const plain = readable.filter(({ asked }) => asked.tagKeys === undefined);
  const readings = plain.length > 0 || subject.tags === UNKNOWN ? plain : readable;
  const sound = readings.filter((each) => each.answered.kind === 'tags' && each.answered.sound);
  const [first] = sound;
  if (first?.answered.kind !== 'tags') return [];
  const { tags } = first.answered;
  const alike = sound.filter(
    (each) => each.answered.kind === 'tags' && !differingTags(tags, each.answered.tags),
  );
  const { resource, game, id } = subject;
  const others = readings.filter(
    ({ answered }) => answered.kind === 'tags' && differingTags(tags, answered.tags),
  );
  const otherwise = others.length === 0 ? {} : { otherwise: namesOf(others) };
  const fact = { kind: 'tags', resource, game, id, tags, evidence: namesOf(alike), ...otherwise } as const;
  if (subject.tags === UNKNOWN) return [fact];
  const isAgainst =
    sound.length === readings.length &&
    alike.length === sound.length &&
    differingTags(subject.tags, tags) &&
    !areOfNamesake(tags, subject, world);
  return isAgainst ? [{ ...fact, against: subject.tags }] : [];
}

/**
 * Made-up ids: those that are not found; else all of them, as three ids don't exist by chance. Where no id of the kind is
 * known, a refusal may be about a format that none of them has.
 */
function inventedOf(
  resource: Resource,
  { inquiries, inventions }: Orientation,
  world: DeclaredWorld,
): readonly LearnedFact[] {
  const ids = inventions.get(resource) ?? [];
  const tried = inquiries.filter(
    ({ asked: { subject, origin } }) =>
      origin === 'invented' && subject.resource === resource && ids.includes(subject.id),
  );
  const isMissing = (id: string): boolean =>
    tried.some(({ asked, answered }) => asked.subject.id === id && answered.kind === 'not-found');
  const missing = ids.filter(isMissing);
  const known = world.subjects.some((subject) => subject.resource === resource);
  const mayBeFormat = !known && tried.some((each) => refusalOf(each) === 'InvalidRequestParameters');
  if (missing.length > 0) {
    const answers = tried.filter(({ asked }) => missing.includes(asked.subject.id));
    return [{ kind: 'absent', resource, ids: missing, isNotFound: true, evidence: namesOf(answers) }];
  }
  return mayBeFormat || ids.length === 0
    ? []
    : [{ kind: 'absent', resource, ids, isNotFound: false, evidence: namesOf(tried) }];
}

/** Every fact that the orientation proves. */
export function factsFrom(world: DeclaredWorld, orientation: Orientation): readonly LearnedFact[] {
  const { inquiries } = orientation;
  return [
    ...world.secretKeys.flatMap((key) => {
      const own = inquiriesWithKey(inquiries, key.name);
      const learned = roleOf(key, own);
      const role = learned[0]?.role ?? key.role;
      return [...learned, ...gameOf(key, own, world), ...rulesOf(key, role, own)];
    }),
    ...world.subjects.flatMap((subject) => tagsOf(subject, inquiries, world)),
    ...RESOURCES.flatMap((resource) => inventedOf(resource, orientation, world)),
  ];
}
