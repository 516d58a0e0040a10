/** Merges parts of cases: a step with its case, of which it names only what differs, and parts that hold together. */
import type { Given } from './schema/given-schema.ts';
import type { Send } from './schema/send-schema.ts';

function withoutParts<T extends object>(from: T, names: readonly (keyof T)[]): T {
  const kept = { ...from };
  for (const name of names) delete kept[name];
  return kept;
}

/** A step that describes the role itself overrides the name that the case gives. */
function mergedRole<R extends object>(
  base: R | undefined,
  step: R | undefined,
  by: keyof R,
  beside: readonly (keyof R)[] = [],
): R {
  if (step === undefined) return base ?? ({} as R);
  const named = new Set<PropertyKey>([by, ...beside]);
  const otherwise = Object.keys(step).some((name) => !named.has(name));
  return { ...(otherwise ? withoutParts(base ?? ({} as R), [by]) : base), ...step } as R;
}

export function mergedGiven(base: Given = {}, step: Given = {}): Given {
  return {
    ...base,
    ...step,
    key: mergedRole(base.key, step.key, 'name'),
    token: mergedRole(base.token, step.token, 'name'),
    subject: mergedRole(base.subject, step.subject, 'id', ['game']),
  };
}

/** Ways to say the same thing: a step that says it in one way replaces the case's, whichever way that uses. */
const WAYS: readonly (readonly (keyof Send)[])[] = [
  ['body', 'text', 'base64'],
  ['path', 'target'],
];

export function mergedSend(base: Send = {}, step: Send = {}): Send {
  if (Object.keys(step).length === 0) return base;
  const replaced = WAYS.filter((ways) => ways.some((way) => step[way] !== undefined)).flat();
  return { ...withoutParts(base, replaced), ...step };
}

const isTree = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges both, level by level; lists are joined. */
export function joinedParts<T>(one: T, other: T): T {
  if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other] as T;
  if (!isTree(one) || !isTree(other)) return other ?? one;
  const both = { ...one, ...other } as Record<string, unknown>;
  for (const name of Object.keys(one)) if (name in other) both[name] = joinedParts(one[name], other[name]);
  return both as T;
}
