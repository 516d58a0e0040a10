/** Which unknown facts leave a reply open: with one of them known, the reply would break a must. */
import { allowedForRequest } from '../judge/allowed-for-request.ts';
import { check } from '../judge/check.ts';
import { breaksMust } from '../judge/finding.ts';
import type { Cast } from '../suite/cast.ts';
import type { TargetFacts } from '../suite/target-facts.ts';
import { declaredWorld, type DeclaredWorld } from '../world/declared-world.ts';
import { holdsRule, UNKNOWN, type SecretKey, type Subject } from '../world/world.ts';
import type { Sent } from './send.ts';

/** An unknown fact, and the world in which it is as a plain request needs it. */
interface Unknown {
  readonly name: string;
  readonly resolved: (world: DeclaredWorld) => DeclaredWorld;
}

const withKey = (world: DeclaredWorld, key: SecretKey, change: Partial<SecretKey>): DeclaredWorld =>
  declaredWorld({
    ...world,
    secretKeys: world.secretKeys.map((each) => (each.name === key.name ? { ...each, ...change } : each)),
  });

function unknownOfKey(key: SecretKey, { endpoint, subject }: Cast): readonly Unknown[] {
  const holding = (rule: string): Unknown => ({
    name: `whether the key ${key.name} has the rule ${rule} (rules)`,
    resolved: (world) => {
      const held = new Set([...(key.someRules?.held ?? []), rule]);
      return withKey(world, key, { someRules: { held, lacked: key.someRules?.lacked ?? new Set() } });
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

const withSubject = (world: DeclaredWorld, subject: Subject, change: Partial<Subject>): DeclaredWorld =>
  declaredWorld({
    ...world,
    subjects: world.subjects.map((each) => (each === subject ? { ...each, ...change } : each)),
  });

function unknownOfSubject({ subject: { exists, id }, token, endpoint }: Cast): readonly Unknown[] {
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
  const { cast, request } = sent.planned;
  const unknown = [
    ...(cast.key === undefined ? [] : unknownOfKey(cast.key, cast)),
    ...unknownOfSubject(cast),
  ];
  const bears = ({ resolved }: Unknown): boolean => {
    const allowed = allowedForRequest(request, { ...facts, world: resolved(facts.world) });
    return breaksMust(check(allowed, sent.exchange, facts.dialect).findings);
  };
  const bearing = unknown.filter(bears);
  // Several unknown facts may each excuse the reply: then all of them leave it open.
  return (bearing.length > 0 ? bearing : unknown).map(({ name }) => name);
}
