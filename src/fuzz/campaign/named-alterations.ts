/** Names the differences between a step and a valid request in words that fit every world: never an id, a game, a value or a secret's name. */
import { endpointOf } from '../../contract/endpoints.ts';
import { AUTH_TOKEN, CONTRACT_HEADERS, GAME_ID, SECRET_KEY } from '../../contract/headers.ts';
import { TAG_KEYS } from '../../contract/members.ts';
import { bodiesFuzzed } from '../../suite/format/alterations/body-alterations.ts';
import type { Send } from '../../suite/format/schema/send-schema.ts';
import { holdsRule, UNKNOWN } from '../../world/world.ts';
import type { FuzzInputs } from '../trials/fuzz-inputs.ts';
import type { Step } from '../trials/step.ts';

/** From this many elements on a list is long, and a place in it late: a backend may look at the first few only. */
const MANY = 8;

function oddWord(element: unknown): string | undefined {
  if (element === null) return 'a null';
  if (typeof element === 'string') return element === '' ? 'an empty key' : undefined;
  return 'an element of another type';
}

/** `no keys`, `a few keys`, `many keys`, `a null early`, `an empty key late`. */
export function listWords(list: readonly unknown[]): string {
  const words = list.map(oddWord);
  const odd = words.findIndex((word) => word !== undefined);
  if (odd !== -1) return `${words[odd]} ${odd < MANY ? 'early' : 'late'}`;
  return list.length === 0 ? 'no keys' : list.length < MANY ? 'a few keys' : 'many keys';
}

/** The parts whose pairs are worth keeping: who asks, and what is asked. Others are kept one by one. */
export type Side = 'caller' | 'subject' | 'other';

/** One difference: the part of the request, and how it is altered. */
export interface NamedAlteration {
  readonly part: string;
  /** `without the rule`, `altered`, `null`. */
  readonly how: string;
  readonly side: Side;
}

type Names = NamedAlteration[];

const caller = (part: string, how: string): NamedAlteration => ({ part, how, side: 'caller' });
const asked = (part: string, how: string): NamedAlteration => ({ part, how, side: 'subject' });
const other = (part: string, how: string): NamedAlteration => ({ part, how, side: 'other' });

function nameKey({ endpoint: id, given }: Step, { key: find }: FuzzInputs, names: Names): void {
  const { role, rule } = endpointOf(id);
  if (given.key === undefined) names.push(caller('key', 'none'));
  const key = find(given.key);
  if (key === undefined) return;
  if (key.role !== UNKNOWN && key.role !== role) names.push(caller('key', 'of the other role'));
  if (holdsRule(key, rule) === false) names.push(caller('key', 'without the rule'));
  if (key.game !== UNKNOWN && key.game !== null && key.game !== given.game)
    names.push(caller('key', 'of another game'));
}

function nameToken({ endpoint: id, given }: Step, inputs: FuzzInputs, names: Names): void {
  const { resource, variant } = endpointOf(id);
  const token = inputs.token(given.token);
  if (token === undefined) {
    if (variant === 'client') names.push(caller('token', 'none'));
    return;
  }
  const { holder } = token;
  if (token.expired) names.push(caller('token', 'expired'));
  if (holder.kind === 'dashboard') names.push(caller('token', 'of a dashboard'));
  else if (holder.game !== given.game) names.push(caller('token', 'of another game'));
  else {
    const subject = inputs.facts.world.subject(resource, given.game, given.id);
    const owners = subject.is === 'present' ? subject.value.owners : UNKNOWN;
    if (owners !== UNKNOWN && !owners.includes(holder.userId))
      names.push(caller('token', 'of another player'));
  }
}

function nameSubject({ endpoint: id, given }: Step, { facts: { world } }: FuzzInputs, names: Names): void {
  const found = world.subject(endpointOf(id).resource, given.game, given.id);
  if (found.is !== 'present') names.push(asked('subject', found.is));
  else if (found.value.tags !== UNKNOWN && found.value.tags.length === 0)
    names.push(asked('subject', 'without tags'));
}

const KNOWN_HEADERS = new Map(CONTRACT_HEADERS.map((name) => [name.toLowerCase(), name]));
const OF_CALLER: ReadonlySet<string> = new Set([SECRET_KEY, AUTH_TOKEN, GAME_ID]);

function header(name: string, how: string): NamedAlteration {
  const part = KNOWN_HEADERS.get(name.toLowerCase()) ?? 'another header';
  return OF_CALLER.has(part) ? caller(part, how) : other(part, how);
}

/** A reference by its name, any other text as what it is: altered. */
const textHow = (text: string): string => (text.startsWith('$') && !text.startsWith('$$') ? text : 'altered');

function nameHeaders({ headers }: Send, names: Names): void {
  if (headers === undefined) return;
  const { set, alter, without, repeat, lines } = headers;
  for (const name in set) if (alter?.[name] === undefined) names.push(header(name, textHow(set[name] ?? '')));
  for (const name in alter) names.push(header(name, 'altered'));
  for (const name of without ?? []) names.push(header(name, 'left out'));
  for (const name in repeat) names.push(header(name, 'repeated'));
  if (lines !== undefined) names.push(other('headers', 'written out'));
}

const ELEMENT = /\[\d+\]$/;

function member(
  name: string,
  how: string,
  step: Step,
  { facts: { extensions } }: FuzzInputs,
): NamedAlteration {
  const { idMember } = endpointOf(step.endpoint);
  if (name === '$id' || name === idMember) return asked('id', how);
  const whole = name.replace(ELEMENT, '');
  if (whole === TAG_KEYS) return asked(whole === name ? TAG_KEYS : `one of ${TAG_KEYS}`, how);
  const extension = extensions.find((each) => each.on === step.endpoint && each.member === name);
  return extension === undefined
    ? other('another member', how)
    : other(`extension ${extension.shape.type}`, how);
}

/** Describes a value: null, a list of tagKeys by its shape, or anything else as altered. */
function valueHow(name: string, value: unknown): string {
  if (value === null) return 'null';
  return name === TAG_KEYS && Array.isArray(value) ? listWords(value) : 'altered';
}

function nameMembers(step: Step, inputs: FuzzInputs, names: Names): void {
  const { set, alter, without } = step.send;
  const altered = new Set(Object.keys(alter ?? {}).map((name) => name.replace(ELEMENT, '')));
  for (const name in set)
    if (!altered.has(name)) names.push(member(name, valueHow(name, set[name]), step, inputs));
  for (const name in alter)
    names.push(member(name, alter[name] === 'as-null' ? 'null' : 'altered', step, inputs));
  for (const name of without ?? []) names.push(member(name, 'left out', step, inputs));
}

/** Other spellings of the same body count by their names: each must change nothing. */
const SAME_BODY: ReadonlySet<string> = new Set(bodiesFuzzed('as the same body'));

function nameOthers({ send, provoke }: Step, names: Names): void {
  const { body, text, base64, pad, method, path, target, wire, misplaced } = send;
  if (body !== undefined) names.push(asked('body', SAME_BODY.has(body) ? body : 'altered'));
  if (text !== undefined || base64 !== undefined) names.push(asked('body', 'altered'));
  if (pad !== undefined) names.push(other('body', 'padded'));
  if (method !== undefined) names.push(other('method', 'altered'));
  if (path !== undefined || target !== undefined) names.push(other('path', path ?? 'altered'));
  if (wire !== undefined) names.push(other('wire', wire));
  if (misplaced !== undefined) names.push(other('misplaced', 'altered'));
  if (provoke !== undefined) names.push(other('provoked', provoke));
}

/** Every difference of a step from a valid request, in the order of the parts. */
export function namedAlterations(step: Step, inputs: FuzzInputs): readonly NamedAlteration[] {
  const names: Names = [];
  nameKey(step, inputs, names);
  nameToken(step, inputs, names);
  nameSubject(step, inputs, names);
  nameHeaders(step.send, names);
  nameMembers(step, inputs, names);
  nameOthers(step, names);
  return names;
}
