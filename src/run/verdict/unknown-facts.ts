/** Which unknown facts leave a reply open: those that may be behind it. */
import { allowedForRequest } from '../../judge/expect/allowed-for-request.ts';
import { check } from '../../judge/compare/check.ts';
import { breaksMust } from '../../judge/compare/finding.ts';
import type { Roles } from '../../judge/planned.ts';
import type { TargetFacts } from '../../suite/roles/target-facts.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import { holdsRule, UNKNOWN, type SecretKey, type Subject } from '../../world/world.ts';
import type { Sent } from './sent.ts';

/** An unknown fact, and the world in which it is as a plain request needs it. */
interface Unknown {
  readonly name: string;
  readonly resolved: (world: DeclaredWorld) => DeclaredWorld;
}

/** The world with a changed key. Its lookups don't depend on keys and are kept: indexing a large world again for each reply would be slow. */
const withKey = (world: DeclaredWorld, key: SecretKey, change: Partial<SecretKey>): DeclaredWorld => ({
  ...world,
  secretKeys: world.secretKeys.map((each) => (each.name === key.name ? { ...each, ...change } : each)),
});

function unknownOfKey(key: SecretKey, { endpoint, subject }: Roles): readonly Unknown[] {
  const holding = (rule: string): Unknown => ({
    name: `whether the key ${key.name} has the rule ${rule} (rules)`,
    resolved: (world) => {
      const now = world.secretKeys.find(({ name }) => name === key.name) ?? key;
      const held = new Set([...(now.someRules?.held ?? []), rule]);
      return withKey(world, key, { someRules: { held, lacked: now.someRules?.lacked ?? new Set() } });
    },
  });
  const rules = endpoint.variant === 'client' ? [endpoint.rule, endpoint.otherRule] : [endpoint.rule];
  return [
    ...(key.role === UNKNOWN
      ? [
          {
            name: `the role of the key ${key.name} (role)`,
            resolved: (world: DeclaredWorld) => withKey(world, key, { role: endpoint.role }),
          },
        ]
      : []),
    ...(key.game === UNKNOWN
      ? [
          {
            name: `which game the key ${key.name} carries (game)`,
            resolved: (world: DeclaredWorld) => withKey(world, key, { game: subject.game }),
          },
        ]
      : []),
    ...rules.filter((rule) => holdsRule(key, rule) === UNKNOWN).map(holding),
  ];
}

function withSubject(world: DeclaredWorld, about: Subject, change: Partial<Subject>): DeclaredWorld {
  const subject: DeclaredWorld['subject'] = (resource, game, id) => {
    const found = world.subject(resource, game, id);
    const isMeant = resource === about.resource && game === about.game && id === about.id;
    return isMeant && found.is === 'present' ? { ...found, value: { ...found.value, ...change } } : found;
  };
  return { ...world, subject };
}

function unknownOfSubject({ subject: { exists, id }, token, endpoint }: Roles): readonly Unknown[] {
  if (exists === undefined) return [];
  const holder = token?.holder;
  const mayBeOwn = endpoint.variant === 'client' && holder?.kind === 'player';
  return [
    ...(exists.tags === UNKNOWN
      ? [
          {
            name: `the tags of ${id} (tags)`,
            resolved: (world: DeclaredWorld) => withSubject(world, exists, { tags: [] }),
          },
        ]
      : []),
    ...(exists.owners === UNKNOWN && mayBeOwn
      ? [
          {
            name: `whose ${id} is (owner or members)`,
            resolved: (world: DeclaredWorld) => withSubject(world, exists, { owners: [holder.userId] }),
          },
        ]
      : []),
  ];
}

/** The names of the unknown facts that bear on a reply which the document allows as far as is known. */
export function unknownBehind(sent: Sent, facts: TargetFacts): readonly string[] {
  const { who, request } = sent.planned;
  const unknown = [...(who.key === undefined ? [] : unknownOfKey(who.key, who)), ...unknownOfSubject(who)];
  /** Whether the fact alone may be behind the reply: it is still allowed where all others are known. */
  const mayExplain = (fact: Unknown): boolean => {
    const others = unknown.filter((other) => other !== fact);
    const world = others.reduce((known, { resolved }) => resolved(known), facts.world);
    const allowed = allowedForRequest(request, { ...facts, world });
    return !breaksMust(check(allowed, sent.exchange, facts.dialect).findings);
  };
  const explaining = unknown.filter(mayExplain);
  // Where it takes several of them together, all are named.
  return (explaining.length > 0 ? explaining : unknown).map(({ name }) => name);
}
