/** What would have come close to what the caller wanted, by the world as it is now. Values of secrets are never shown. */
import { ENDPOINTS, METHOD, RESOURCES, RESOURCE_FACTS } from '../../../src/spec/endpoints.ts';
import { AUTH_TOKEN, GAME_ID, SECRET_KEY } from '../../../src/spec/headers.ts';
import { TAG_KEYS } from '../../../src/spec/members.ts';
import { misspeltMember } from '../../../src/judge/rules/wrong-members.ts';
import { gameOf, subjectId } from '../../../src/judge/rules/subject-of.ts';
import { distance, nearest } from '../../../src/base/text/nearest.ts';
import { fewOf } from '../../../src/base/text/quantities.ts';
import { UNKNOWN, type SecretKey } from '../../../src/world/world.ts';
import { headerKey, headerValues } from '../../../src/judge/rules/reading/header-values.ts';
import type { ReadCall } from '../../answer/stages.ts';
import type { LiveWorld } from '../../world/live-world.ts';
import type { Entry } from '../journal.ts';

/** The most ids that are searched for a similar one, and the most hints about one. */
const MAX_SEARCHED = 5000;
const MAX_HINTS = 5;
/** A value that differs from a secret by at most this many characters counts as a slip. */
const MAX_SLIPS = 2;

type Hint = (call: ReadCall, entry: Entry, world: LiveWorld) => readonly string[];

const valueOf = ({ incoming }: Entry, name: string): string =>
  headerValues(incoming.headers, headerKey(name)).last ?? '';

const isSlip = (value: string, secret: string): boolean =>
  Math.abs(value.length - secret.length) <= MAX_SLIPS &&
  value !== secret &&
  distance(value.slice(0, 200), secret.slice(0, 200)) <= MAX_SLIPS;

function namesLike(
  value: string,
  held: Iterable<{ readonly value: string; readonly item: { readonly name: string } }>,
): readonly string[] {
  const found: string[] = [];
  let seen = 0;
  for (const each of held) {
    if ((seen += 1) > MAX_SEARCHED) break;
    if (isSlip(value, each.value)) found.push(each.item.name);
  }
  return found;
}

const keyUnknown: Hint = (_, entry, { state }) => {
  const value = valueOf(entry, SECRET_KEY);
  const token = state.tokens.withValue(value);
  if (token !== undefined)
    return [`this value is the auth token ${token.item.name}; it was sent as ${SECRET_KEY}`];
  const like = namesLike(value, state.keys.all());
  return like.length === 0
    ? []
    : [`the value differs in a character or two from that of the key ${fewOf(like)}`];
};

const tokenUnknown: Hint = (_, entry, { state }) => {
  const value = valueOf(entry, AUTH_TOKEN);
  const key = state.keys.withValue(value);
  if (key !== undefined)
    return [`this value is the secret key ${key.item.name}; it was sent as ${AUTH_TOKEN}`];
  const like = namesLike(value, state.tokens.all());
  return like.length === 0
    ? []
    : [`the value differs in a character or two from that of the token ${fewOf(like)}`];
};

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
  if (call.token.is === 'unknown') return tokenUnknown(call, entry, world);
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

function* someIds(ids: Iterable<string>): Generator<string> {
  let seen = 0;
  for (const id of ids) {
    if ((seen += 1) > MAX_SEARCHED) return;
    yield id;
  }
}

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
  const meant = nearest(id, someIds(world.state.games.get(where.value)?.[resource].keys() ?? []));
  if (meant !== undefined) hints.push(`did you mean ${JSON.stringify(meant)}?`);
  return hints;
};

const HINTS = {
  'secret-key': (call, entry, world) => (call.key.is === 'unknown' ? keyUnknown(call, entry, world) : []),
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
