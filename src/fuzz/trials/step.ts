/** One generated request as what differs from a valid one, in the words of the case format: the form that is shrunk, described and saved. */
import type { RefusalCode } from '../../spec/codes.ts';
import type { EndpointId } from '../../spec/endpoints.ts';
import { TAG_KEYS } from '../../spec/members.ts';
import type { Send } from '../../cases/format/schema/send-schema.ts';

/** The caller and the subject, by names and ids of the world. */
export interface StepGiven {
  /** A secret key's name; undefined where the world has none. */
  readonly key: string | undefined;
  readonly token: string | undefined;
  /** The subject's game and id; the subject may not exist. */
  readonly game: string;
  readonly id: string;
}

export interface Step {
  readonly endpoint: EndpointId;
  readonly given: StepGiven;
  readonly send: Send;
  /** A failure that the target file says how to provoke. */
  readonly provoke?: RefusalCode;
}

const join = (first: unknown, second: unknown): unknown =>
  Array.isArray(first) && Array.isArray(second)
    ? [...new Set([...first, ...second])]
    : { ...(first as object), ...(second as object) };

/** The lists and mappings of these names that both have, joined. */
function joined<T extends object>(first: T, second: T, names: readonly (keyof T)[]): Partial<T> {
  const shared = names.filter((name) => first[name] !== undefined && second[name] !== undefined);
  return Object.fromEntries(shared.map((name) => [name, join(first[name], second[name])])) as Partial<T>;
}

/** What is given to names, and the names that are left out. */
interface Naming {
  readonly set?: object | undefined;
  readonly alter?: object | undefined;
  readonly repeat?: object | undefined;
  readonly without?: readonly string[] | undefined;
}

const isFilled = (own: unknown): boolean => typeof own !== 'object' || Object.keys(own ?? {}).length > 0;

/** The first without the names of which the second says the contrary; `both`: names that may be left out and given. */
function yielding<T extends Naming>(first: T, second: Naming, both: object = {}): T {
  const given = { ...second.set, ...second.alter, ...second.repeat };
  const stays = (name: string, isOther: boolean): boolean => !isOther || Object.hasOwn(both, name);
  const kept = Object.entries(first).map(([part, own]) => {
    if (part === 'without')
      return [
        part,
        (own as readonly string[]).filter((name) => stays(name, Object.hasOwn(given, name))),
      ] as const;
    if (!['set', 'alter', 'repeat'].includes(part)) return [part, own] as const;
    const names = Object.entries(own as object);
    const left = names.filter(([name]) => stays(name, second.without?.includes(name) === true));
    return [part, Object.fromEntries(left)] as const;
  });
  return Object.fromEntries(kept.filter(([, own]) => isFilled(own))) as T;
}

type Headers = NonNullable<Send['headers']>;

function mergedHeaders(before: Headers, second: Headers): Headers {
  // A header that is left out and set comes behind all others.
  const first = yielding(before, second, { ...before.set, ...second.set });
  return { ...first, ...second, ...joined(first, second, ['set', 'alter', 'repeat', 'without']) };
}

/** Two sets of alterations as one; where both speak of the same part the second wins. */
export function merged(before: Send, second: Send): Send {
  const first = yielding(before, second);
  return {
    ...first,
    ...second,
    ...joined(first, second, ['set', 'alter', 'without']),
    ...(first.headers !== undefined &&
      second.headers !== undefined && { headers: mergedHeaders(first.headers, second.headers) }),
  };
}

/** One alteration of the valid request: of what is sent, of the caller or of the subject. */
export interface StepAlteration {
  readonly given?: Partial<StepGiven>;
  readonly send?: Send;
}

/** The step with one more alteration. */
export function alterStep(step: Step, { given, send }: StepAlteration): Step {
  return {
    ...step,
    given: given === undefined ? step.given : { ...step.given, ...given },
    send: send === undefined ? step.send : merged(step.send, send),
  };
}

/** A text that stands for itself in a case, where a dollar begins a reference. */
export function literal(text: string): string {
  return text.startsWith('$') ? `$${text}` : text;
}

/** The tagKeys that a step names. */
export function keysNamed({ send: { set } }: Step): readonly string[] {
  const keys = set?.[TAG_KEYS];
  return Array.isArray(keys) ? keys.filter((key): key is string => typeof key === 'string') : [];
}

/** The step with these tagKeys. */
export const naming = (step: Step, keys: readonly string[]): Step =>
  alterStep(step, { send: { set: { [TAG_KEYS]: keys } } });
