/** Turns plain replies into facts: only what a reply proves, no guesses. */
import { RESOURCES, type Resource } from '../../../spec/endpoints.ts';
import { IMPLICIT_GAME, type DeclaredWorld } from '../../../world/declared-world.ts';
import { holdsRule, UNKNOWN, type SecretKey, type Subject } from '../../../world/world.ts';
import type { AbsentFact, GameFact, LearnedFact, RoleFact, RuleFact, TagsFact } from './facts.ts';
import { isOk, asksOwn, tryName, refusedWith, type Tries } from './plain-try.ts';

const tryNames = (tries: Tries): readonly string[] => [
  ...new Set(tries.map(({ request }) => tryName(request))),
];

/** §5.2: the operation runs only where the role of the key fits the variant. Answered in both roles, it has neither for sure. */
function roleOf({ name, role }: SecretKey, ran: Tries): readonly RoleFact[] {
  const [seen, other] = new Set(ran.map(({ request }) => request.endpoint.role));
  if (role !== UNKNOWN || seen === undefined || other !== undefined) return [];
  return [{ kind: 'role', key: name, role: seen, evidence: tryNames(ran) }];
}

/** §4.2: without Game-Id the operation runs only where the key carries a game: of several, that of the subject which it finds. */
function learnGame({ name, game }: SecretKey, tries: Tries, { games }: DeclaredWorld): readonly GameFact[] {
  if (game !== UNKNOWN) return [];
  const without = tries.filter(({ request }) => request.gameId === undefined);
  const ran = without.filter(isOk);
  const named = tries.filter((each) => !without.includes(each));
  if (ran.length === 0)
    return without.length > 0 && named.some(isOk)
      ? [{ kind: 'game', key: name, game: null, evidence: tryNames([...without, ...named.filter(isOk)]) }]
      : [];
  const found = ran.filter(({ reply }) => reply.kind === 'tags');
  const seen = found.length > 0 ? found : ran;
  const [carried, other] = new Set(seen.map(({ request }) => request.subject.game));
  // Nothing that is not found shows a game by its id. A backend may also ignore Game-Id.
  const isShown = carried === IMPLICIT_GAME || found.length > 0;
  const refusals = named.filter((each) => refusedWith(each) !== undefined);
  const isBound = games.length < 2 || refusals.some(({ request }) => request.gameId !== carried);
  if (carried === undefined || other !== undefined || !isShown || !isBound) return [];
  return [{ kind: 'game', key: name, game: carried, evidence: tryNames(seen) }];
}

/**
 * §5.4: a rule that is missing gives OperationNotAllow, and nothing else about a plain request to an endpoint of the key's
 * role does: of a client, about its own player. A key of unknown or other role may be refused for its role (role.mismatch).
 */
function learnRules(key: SecretKey, role: SecretKey['role'], tries: Tries): readonly RuleFact[] {
  if (key.rules !== UNKNOWN) return [];
  const rules = [...new Set(tries.map(({ request }) => request.endpoint.rule))];
  return rules.flatMap((rule) => {
    const own = tries.filter(({ request }) => request.endpoint.rule === rule);
    const held = own.filter(isOk);
    const lacked = own.filter(
      (each) =>
        refusedWith(each) === 'OperationNotAllow' &&
        each.request.endpoint.role === role &&
        (each.request.endpoint.variant !== 'client' || asksOwn(each)),
    );
    const shown = held.length > 0 ? held : lacked;
    if (holdsRule(key, rule) !== UNKNOWN || shown.length === 0) return [];
    return [{ kind: 'rule', key: key.name, rule, held: held.length > 0, evidence: tryNames(shown) }];
  });
}

/** Tags that came whole, without tagKeys, of the right game for sure: the first reading counts, the cases show whether others repeat it. */
function learnTags(declared: Subject, tries: Tries, { games }: DeclaredWorld): readonly TagsFact[] {
  const { resource, game, id, tags } = declared;
  if (tags !== UNKNOWN) return [];
  const read = tries.find(
    ({ request: { subject, tagKeys, gameId, key }, reply }) =>
      subject.exists === declared &&
      (games.length < 2 || gameId === game || key.game === game) &&
      tagKeys === undefined &&
      reply.kind === 'tags' &&
      reply.sound,
  );
  if (read?.reply.kind !== 'tags') return [];
  return [{ kind: 'tags', resource, game, id, tags: read.reply.tags, evidence: tryNames([read]) }];
}

/** Made-up ids: nothing has them. Where no id of the kind is known, a refusal may be about a format that none of them has. */
function absentOf(resource: Resource, ids: readonly string[], tries: Tries): readonly AbsentFact[] {
  const tried = tries.filter(
    ({ request: { subject } }) => subject.resource === resource && ids.includes(subject.id),
  );
  const missing = tried.filter(({ reply }) => reply.kind === 'not-found');
  if (missing.length === 0 && tried.some((each) => refusedWith(each) === 'InvalidRequestParameters'))
    return [];
  return [{ kind: 'absent', resource, ids, evidence: tryNames(missing) }];
}

/** Every fact that plain replies prove, and the made-up ids. */
export function factsFrom(
  world: DeclaredWorld,
  tries: Tries,
  madeUp: ReadonlyMap<Resource, readonly string[]>,
): readonly LearnedFact[] {
  return [
    ...world.secretKeys.flatMap((key) => {
      const own = tries.filter(({ request }) => request.key.name === key.name);
      const learned = roleOf(key, own.filter(isOk));
      const role = learned[0]?.role ?? key.role;
      return [...learned, ...learnGame(key, own, world), ...learnRules(key, role, own)];
    }),
    ...world.subjects.flatMap((subject) => learnTags(subject, tries, world)),
    ...RESOURCES.flatMap((resource) => absentOf(resource, madeUp.get(resource) ?? [], tries)),
  ];
}
