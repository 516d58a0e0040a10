/** A request of the journal to take along: as a line for a shell, and as a suite file with one case that sends the same and expects what the simulator answered. */
import { safeYaml } from '../../../src/text/safe-yaml.ts';
import { RETURN_CODES } from '../../../src/contract/codes.ts';
import {
  ENDPOINT_IDS,
  METHOD,
  RESOURCE_FACTS,
  VARIANT_FACTS,
  type EndpointId,
} from '../../../src/contract/endpoints.ts';
import { AUTH_TOKEN, CONTENT_TYPE, GAME_ID, SECRET_KEY } from '../../../src/contract/headers.ts';
import { hasIdLength } from '../../../src/rules/id-faults.ts';
import { nearest } from '../../../src/text/nearest.ts';
import { gameOfEntry, subjectOfEntry } from '../../journal/entry-view.ts';
import { redactorOf, type Redact, redactedHeaders } from '../../journal/explain/redact.ts';
import type { Entry } from '../../journal/journal.ts';
import type { Answer } from '../../pipeline/answer.ts';
import { headerKey, headerPairs } from '../../../src/rules/reading/header-values.ts';
import type { ReadCall } from '../../pipeline/stages.ts';
import type { LiveWorld } from '../../world/live-world.ts';
import type { WorldState } from '../../world/world-state.ts';
import { shellPrintf, shellWord } from '../../../src/transport/shell/shell-quote.ts';

/** What curl itself sends, or what belongs to one connection. */
const OF_THE_CLIENT = new Set([
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'expect',
  'accept',
  'accept-encoding',
  'accept-language',
  'user-agent',
]);
const SECRETS = new Set([SECRET_KEY, AUTH_TOKEN].map(headerKey));
/** Stands for a secret that the world does not know. */
const UNKNOWN_SECRET = '$UNKNOWN_SECRET';

const encoder = new TextEncoder();
const word = (text: string): string => shellWord(encoder.encode(text));

/** A header as an argument; a variable in place of a secret that may not be shown. */
function headerArgument(name: string, value: string): string {
  const isVariable = SECRETS.has(headerKey(name)) && (value.startsWith('$') || value.startsWith('***'));
  if (!isVariable) return value === '' ? word(`${name};`) : word(`${name}: ${value}`);
  return `"${name}: ${value.startsWith('***') ? UNKNOWN_SECRET : value}"`;
}

const isOdd = (target: string): boolean => /[[\]{}]|\/\.\.?(?:\/|$)/.test(target);

/** The line, against the simulator at `url`. It holds values of secrets only where they are public. */
export function curlOfEntry({ incoming }: Entry, url: string, state: WorldState): string {
  const { method, target, headers, body = new Uint8Array() } = incoming;
  const redact = redactorOf(state);
  const sent = redactedHeaders(headers, state, redact).filter(
    ([name]) => !OF_THE_CLIENT.has(headerKey(name)),
  );
  const origin = new URL(url).origin;
  const hasType = sent.some(([name]) => headerKey(name) === 'content-type');
  const isPiped = body.includes(0);
  const text = redact(new TextDecoder().decode(body));
  const isText = encoder.encode(text).length === body.length;
  const parts = [
    'curl -sS',
    ...(isOdd(target) ? ['-g --path-as-is'] : []),
    ...(method === METHOD && body.length > 0 ? [] : [`-X ${word(method)}`]),
    word(origin + redact(target)),
    ...sent.map(([name, value]) => `-H ${headerArgument(name, value)}`),
    // Without one curl sends that of a form.
    ...(hasType || body.length === 0 ? [] : ["-H 'Content-Type:'"]),
    ...(body.length === 0
      ? []
      : isPiped
        ? ['--data-binary @-']
        : [`--data-raw ${isText ? word(text) : shellWord(body)}`]),
  ];
  return (isPiped ? `${shellPrintf(body)} | ` : '') + parts.join(' ');
}

type Json = Readonly<Record<string, unknown>>;

export interface SuiteCopy {
  /** The YAML of a suite file. */
  readonly suite: string;
  /** What the reader should know before using it. */
  readonly notes: readonly string[];
}

/** More tags than that are left to the world. */
const MAX_TAGS = 50;
const DOCUMENTED = new Set([CONTENT_TYPE, SECRET_KEY, AUTH_TOKEN, GAME_ID].map(headerKey));

function expectationOf(answer: Answer): { readonly clauses: readonly string[]; readonly expect: Json } {
  switch (answer.kind) {
    case 'tags':
      return {
        clauses: ['4.5.2/tags'],
        expect: { reply: 'tags', ...(answer.tags.length <= MAX_TAGS && { tags: answer.tags }) },
      };
    case 'not-found':
      return { clauses: ['7.4.2/not-found'], expect: { reply: 'not-found' } };
    case 'http':
      return { clauses: ['7.1/condition'], expect: { reply: 'http', status: [answer.status] } };
    case 'refused': {
      if (answer.code !== 'InvalidRequestParameters')
        return { clauses: ['7.1/condition'], expect: { reply: 'refused', code: answer.code } };
      const members = answer.members.flatMap(({ member, element, type }) =>
        type === 'any' ? [] : [{ code: element === undefined ? member : `${member}[${element}]`, type }],
      );
      return {
        clauses: ['7.1/invalid-request-parameters'],
        expect: { reply: 'invalid', members: members.length === 0 ? 'shape' : members },
      };
    }
  }
}

const knownName = (presented: ReadCall['key'] | ReadCall['token']): string | undefined =>
  presented.is === 'known' ? presented.value.name : undefined;

const documented = ({ incoming }: Entry): readonly (readonly [string, string])[] =>
  headerPairs(incoming.headers).filter(([name]) => DOCUMENTED.has(headerKey(name)));

/** Whether the headers are those of the valid request of the case. */
function isPlain(entry: Entry, call: ReadCall): boolean {
  const { key, token, game, endpoint, contentType } = call;
  const names = documented(entry).map(([name]) => headerKey(name));
  const isOnce = new Set(names).size === names.length;
  const { sendsToken } = VARIANT_FACTS[endpoint.variant];
  const isBound = key.is === 'known' && typeof key.value.game === 'string';
  return (
    isOnce &&
    contentType === 'json' &&
    key.is === 'known' &&
    (sendsToken ? token.is === 'known' : token.is === 'missing') &&
    (isBound ? game.is === 'missing' : game.is === 'given')
  );
}

/** A header line of the case: secrets by their names. */
function lineOf([name, value]: readonly [string, string], state: WorldState, redact: Redact): Json {
  const key = headerKey(name);
  const isSecret = SECRETS.has(key);
  const secret = isSecret
    ? (state.keys.withValue(value) ?? state.tokens.withValue(value))?.item.name
    : undefined;
  if (secret !== undefined) return { name, secret };
  return { name, value: isSecret && value !== '' ? 'a-value-that-nothing-has' : redact(value) };
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function bodyOf(body: Uint8Array, redact: Redact): Json {
  try {
    return { text: redact(decoder.decode(body)).replace(/^\$/, '$$$$') };
  } catch {
    return { base64: Buffer.from(body).toString('base64') };
  }
}

/** The endpoint of the request, or the one whose case can send it elsewhere. */
function endpointOfEntry({ call, incoming }: Entry): EndpointId {
  const [path = ''] = incoming.target.split('?');
  return call?.endpoint.id ?? (nearest(path, ENDPOINT_IDS) as EndpointId | undefined) ?? 'gamePlayer.admin';
}

function givenOf(entry: Entry, world: LiveWorld): Json {
  const { call } = entry;
  const id = subjectOfEntry(entry);
  const game = gameOfEntry(entry, world);
  const key = call && knownName(call.key);
  const token = call && VARIANT_FACTS[call.endpoint.variant].sendsToken ? knownName(call.token) : undefined;
  const isThere = game !== null && world.state.games.has(game);
  // Any other id is in the body alone.
  const isId = id !== null && call !== undefined && hasIdLength(id, RESOURCE_FACTS[call.endpoint.resource]);
  return {
    ...(key !== undefined && { key: { name: key } }),
    ...(token !== undefined && { token: { name: token } }),
    ...(isId && isThere && { subject: { id, game } }),
  };
}

function sendOf(entry: Entry, world: LiveWorld, redact: Redact): Json {
  const { call, incoming } = entry;
  const lines = documented(entry).map((line) => lineOf(line, world.state, redact));
  return {
    ...(incoming.method !== METHOD && { method: incoming.method }),
    ...(call === undefined && { target: redact(incoming.target) }),
    ...(!(call !== undefined && isPlain(entry, call)) &&
      (lines.length > 0
        ? { headers: { lines } }
        : { headers: { without: [CONTENT_TYPE, SECRET_KEY, AUTH_TOKEN, GAME_ID] } })),
    ...bodyOf(incoming.body ?? new Uint8Array(), redact),
  };
}

function notesOf(entry: Entry): readonly string[] {
  const { fault, incoming, requestBytes, answer, call } = entry;
  const isUnknown = call?.key.is === 'unknown' || call?.token.is === 'unknown';
  return [
    ...(fault === undefined ? [] : ['A fault made this reply; a backend without it answers otherwise.']),
    ...((incoming.body?.length ?? 0) < requestBytes
      ? ['The journal keeps only the beginning of this body.']
      : []),
    ...(isUnknown ? ['The world does not know the secret that was sent; the case sends a made-up one.'] : []),
    ...(answer.kind === 'tags' && answer.tags.length > MAX_TAGS
      ? ['The tags are many; the case takes them from the world.']
      : []),
  ];
}

const wordsFor = (answer: Answer): string => {
  if (answer.kind === 'http') return `HTTP ${answer.status}`;
  if (answer.kind === 'refused') return `${answer.code} (${RETURN_CODES[answer.code]})`;
  return answer.kind === 'not-found' ? 'not found' : `${answer.tags.length} tags`;
};

/** The suite file. It holds no values of secrets that are not public. */
export function suiteOfEntry(entry: Entry, world: LiveWorld): SuiteCopy {
  const redact = redactorOf(world.state);
  const endpoint = endpointOfEntry(entry);
  const { clauses, expect } = expectationOf(entry.answer);
  const given = givenOf(entry, world);
  const send = sendOf(entry, world, redact);
  const one = {
    id: `console/request-${entry.id}`,
    title: `${endpoint} answers this request: ${wordsFor(entry.answer)}`,
    clauses,
    for: endpoint,
    ...(Object.keys(given).length > 0 && { given }),
    send,
    expect,
  };
  const file = { chapter: 'From the console', about: 'requests that the simulator was sent', cases: [one] };
  return { suite: safeYaml(file), notes: notesOf(entry) };
}
