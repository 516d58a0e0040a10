/** What would have come close to what the caller wanted, by the world as it is now. Values of secrets are never shown. */
import { ENDPOINTS, METHOD, RESOURCES, RESOURCE_FACTS } from '../../src/spec/endpoints.ts';
import { AUTH_TOKEN, GAME_ID, SECRET_KEY } from '../../src/spec/headers.ts';
import { TAG_KEYS } from '../../src/spec/members.ts';
import { misspeltMember } from '../../src/judge/rules/wrong-members.ts';
import { gameOf, subjectId } from '../../src/judge/rules/subject-of.ts';
import { distance, nearest } from '../../src/base/text/nearest.ts';
import { fewOf } from '../../src/base/text/quantities.ts';
import { UNKNOWN, type SecretKey } from '../../src/world/world.ts';
import { headerKey, headerValues } from '../../src/judge/rules/reading/header-values.ts';
import type { ReadCall } from '../answer/stages.ts';
import type { LiveWorld } from '../world/live-world.ts';
import type { Held } from '../world/world-state.ts';
import type { Entry } from './journal.ts';

/** The most ids that are searched for a similar one, and the most hints about one. */
const MAX_SEARCHED = 5000;
const MAX_HINTS = 5;
/** A value that differs from a secret by at most this many characters counts as a slip. */
const MAX_SLIPS = 2;

type Hint = (call: ReadCall, entry: Entry, world: LiveWorld) => readonly string[];

const valueOf = ({ incoming }: Entry, name: string): string =>
  headerValues(incoming.headers, headerKey(name)).last ?? '';

function first<T>(most: number, items: Iterable<T>): readonly T[] {
  const found: T[] = [];
  for (const item of items) if (found.push(item) >= most) break;
  return found;
}

const isSlip = (value: string, secret: string): boolean =>
  Math.abs(value.length - secret.length) <= MAX_SLIPS &&
  value !== secret &&
  distance(value.slice(0, 200), secret.slice(0, 200)) <= MAX_SLIPS;

/** What the unknown value of a header may have been meant to be. */
function meantSecret(entry: Entry, header: string, { keys, tokens }: LiveWorld['state']): readonly string[] {
  const value = valueOf(entry, header);
  const isKey = header === SECRET_KEY;
  const swapped = (isKey ? tokens : keys).withValue(value)?.item.name;
  if (swapped !== undefined)
    return [`this value is the ${isKey ? 'auth token' : 'secret key'} ${swapped}; it was sent as ${header}`];
  const like = first<Held<{ readonly name: string }>>(MAX_SEARCHED, (isKey ? keys : tokens).all())
    .filter((held) => isSlip(value, held.value))
    .map(({ item }) => item.name);
  if (like.length === 0) return [];
  return [`the value differs in a character or two from the ${isKey ? 'key' : 'token'} ${fewOf(like)}`];
}

/** The keys that would do in place of the one that was sent. */
function keysThat(fit: (key: SecretKey) => boolean, call: ReadCall, { state }: LiveWorld): readonly string[] {
  const game = call.key.is === 'known' ? call.key.value.game : undefined;
  return state.keys
    .of(undefined)
    .filter(({ item }) => (game === undefined || item.game === game) && fit(item))
    .map(({ item }) => item.name);
}

const keyName = ({ key }: ReadCall): string => (key.is === 'known' ? key.value.name : 'this key');

const role: Hint = (call, _, world) => {
  const names = keysThat((key) => key.role === call.endpoint.role, call, world);
  const others = names.length === 0 ? '' : `; keys of role ${call.endpoint.role} are ${fewOf(names)}`;
  return [`the key ${keyName(call)} is not of role ${call.endpoint.role}${others}`];
};

const permission: Hint = (call, _, world) => {
  const { rule, role: wanted } = call.endpoint;
  const names = keysThat(
    (key) => key.role === wanted && key.rules !== UNKNOWN && key.rules.has(rule),
    call,
    world,
  );
  const others = names.length === 0 ? '' : `; ${fewOf(names)} ${names.length === 1 ? 'has' : 'have'} it`;
  return [`the key ${keyName(call)} lacks the rule ${rule}${others}`];
};

const game: Hint = (call, _, world) => {
  const bound = call.key.is === 'known' ? call.key.value.game : null;
  if (typeof bound === 'string') return [`the key ${keyName(call)} carries the game ${bound}`];
  const sent = call.game.is === 'given' ? call.game.id : '';
  const meant = nearest(sent, world.gameIds);
  return meant === undefined
    ? [`the games are ${fewOf(world.gameIds)}`]
    : [`${GAME_ID}: did you mean ${meant}?`];
};

const token: Hint = (call, entry, world) => {
  if (call.token.is === 'unknown') return meantSecret(entry, AUTH_TOKEN, world.state);
  if (call.token.is !== 'known') return [];
  const { name, holder, expired } = call.token.value;
  if (expired) return [`the token ${name} has expired; issue another one`];
  return holder.kind === 'player' ? [`the token ${name} is of the game ${holder.game}`] : [];
};

const authorisation: Hint = (call, _, world) => {
  const id = subjectId(call) ?? '';
  const where = gameOf(call, world.store);
  const subject = where.is === 'present' ? world.subject(call.endpoint.resource, where.value, id) : undefined;
  const owners = subject === undefined || subject.owners === UNKNOWN ? [] : subject.owners;
  const whose = owners.length === 0 ? 'of no player' : `of ${fewOf(owners)}`;
  return [
    `${JSON.stringify(id)} is ${whose}; the key ${keyName(call)} lacks the rule ${call.endpoint.otherRule}`,
  ];
};

/** Where else the id is, and which id is similar. */
const subject: Hint = (call, _, world) => {
  const { resource } = call.endpoint;
  const id = subjectId(call);
  const where = gameOf(call, world.store);
  if (id === undefined || where.is !== 'present') return [];
  const hints: string[] = [];
  for (const other of world.gameIds)
    if (other !== where.value && world.subject(resource, other, id) !== undefined && hints.length < MAX_HINTS)
      hints.push(`${JSON.stringify(id)} exists in the game ${other}; this request is about ${where.value}`);
  for (const other of RESOURCES)
    if (other !== resource && world.subject(other, where.value, id) !== undefined)
      hints.push(`${JSON.stringify(id)} is a ${RESOURCE_FACTS[other].word} of this game`);
  const meant = nearest(id, first(MAX_SEARCHED, world.state.games.get(where.value)?.[resource].keys() ?? []));
  if (meant !== undefined) hints.push(`did you mean ${JSON.stringify(meant)}?`);
  return hints;
};

const HINTS = {
  'secret-key': (call, entry, world) =>
    call.key.is === 'unknown' ? meantSecret(entry, SECRET_KEY, world.state) : [],
  role,
  game,
  token,
  permission,
  authorisation,
  subject,
} as const satisfies Record<string, Hint>;

/** Members that the body lacks, where one that it has may be meant. It is said whatever the answer: a member can be missing unnoticed. */
function memberHints(call: ReadCall): readonly string[] {
  return [call.endpoint.idMember, TAG_KEYS].flatMap((member) => {
    const name = misspeltMember(call, member);
    return name === undefined ? [] : [`the body has ${JSON.stringify(name)}; did you mean ${member}?`];
  });
}

/** A path that no operation has. */
function pathHint({ incoming }: Entry): readonly string[] {
  const [path = '', query] = incoming.target.split('?');
  const meant = nearest(
    path,
    ENDPOINTS.map((endpoint) => endpoint.path),
  );
  if (meant === path && query !== undefined && incoming.method === METHOD)
    return ['leave the query out: what a backend answers to one is open (path.spelling)'];
  return meant === undefined || meant === path ? [] : [`did you mean the path ${meant}?`];
}

/** What is close to a request that was refused, or whose subject was not found, and members that are misspelt. */
export function nearMisses(entry: Entry, world: LiveWorld): readonly string[] {
  const { answer, call } = entry;
  if (call === undefined) return pathHint(entry);
  const members = memberHints(call);
  if (answer.kind === 'tags') return members;
  const check = answer.kind === 'not-found' ? 'subject' : answer.by;
  const hint: Hint | undefined =
    check !== undefined && Object.hasOwn(HINTS, check) ? HINTS[check as keyof typeof HINTS] : undefined;
  return hint === undefined ? members : [...members, ...hint(call, entry, world)];
}
