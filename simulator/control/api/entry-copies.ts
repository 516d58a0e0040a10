/** A request of the journal to take along: as a line for a shell, and as a suite file with one case that sends the same and expects what the simulator answered. */
import { safeYaml } from '../../../src/text/safe-yaml.ts';
import { RETURN_CODES } from '../../../src/contract/codes.ts';
import {
  ENDPOINT_IDS,
  endpointOf,
  METHOD,
  RESOURCE_FACTS,
  VARIANT_FACTS,
  type EndpointId,
} from '../../../src/contract/endpoints.ts';
import { isSecretRef, type HeaderLine } from '../../../src/http/header-value.ts';
import { hasIdLength } from '../../../src/rules/id-faults.ts';
import type { CaseData } from '../../../src/suite/format/saved-case.ts';
import {
  documentedLines,
  writtenBody,
  writtenGiven,
  writtenLines,
} from '../../../src/suite/format/saved-request.ts';
import { plural } from '../../../src/text/quantities.ts';
import { nearest } from '../../../src/text/nearest.ts';
import { gameOfEntry, subjectOfEntry } from '../../journal/entry-view.ts';
import { redactorOf, secretOf, type Redact, redactedHeaders, SECRETS } from '../../journal/explain/redact.ts';
import type { Entry } from '../../journal/journal.ts';
import type { BackendAnswer } from '../../pipeline/answer.ts';
import { headerKey, headerPairs } from '../../../src/rules/reading/header-values.ts';
import type { ReadCall } from '../../pipeline/stages.ts';
import type { LiveWorld } from '../../world/live-world.ts';
import type { WorldState } from '../../world/world-state.ts';
import { secretStoreOf } from '../../../src/transport/secrets/secrets.ts';
import { curlOf } from '../../../src/transport/shell/curl.ts';

/** What curl itself sends, or what belongs to one connection. */
const OF_THE_CLIENT =
  /^(?:host|content-length|connection|transfer-encoding|expect|user-agent|accept(?:-encoding|-language)?)$/i;
/** Stands for a secret that the world does not know. */
const UNKNOWN_SECRET = { name: '', value: 'unknown', envName: 'UNKNOWN_SECRET', public: false };

/** The header lines, their secrets by name. */
function linesOf({ incoming: { headers } }: Entry, state: WorldState, redact: Redact): readonly HeaderLine[] {
  const shown = redactedHeaders(headers, state, redact);
  return headerPairs(headers).map(([name, value], at): HeaderLine => {
    if (!SECRETS.has(headerKey(name)) || value === '') return shown[at] ?? [name, ''];
    const held = state.keys.withValue(value) ?? state.tokens.withValue(value);
    return [name, { secret: held?.item.name ?? UNKNOWN_SECRET.name }];
  });
}

/** The line, against the simulator at `url`. It holds values of secrets only where they are public. */
export function curlOfEntry(entry: Entry, url: string, state: WorldState): string {
  const { method, target: path, body } = entry.incoming;
  const redact = redactorOf(state);
  const headers = linesOf(entry, state, redact).filter(([name]) => !OF_THE_CLIENT.test(name));
  const secrets = [...state.keys.all(), ...state.tokens.all()].map(secretOf);
  const line = curlOf(
    { endpoint: endpointOfEntry(entry), method, path, headers, body },
    {
      baseUrl: new URL(new URL(url).origin),
      secretStore: secretStoreOf([UNKNOWN_SECRET, ...secrets]),
      settings: { headers: [], timeoutMs: 0, connections: 1 },
    },
  );
  return redact(line);
}

/** More tags than that are left to the world. */
const MAX_TAGS = 50;
function expectationOf(answer: BackendAnswer): {
  readonly clauses: readonly string[];
  readonly expect: CaseData;
} {
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

/** Whether the headers are those of the valid request of the case. */
function isPlain(entry: Entry, call: ReadCall): boolean {
  const { key, token, game, endpoint, contentType } = call;
  const names = documentedLines(headerPairs(entry.incoming.headers)).map(([name]) => headerKey(name));
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

/** The endpoint of the request, or the one whose case can send it elsewhere. */
function endpointOfEntry({ call, incoming }: Entry): EndpointId {
  const [path = ''] = incoming.target.split('?');
  return call?.endpoint.id ?? (nearest(path, ENDPOINT_IDS) as EndpointId | undefined) ?? 'gamePlayer.admin';
}

function givenOf(entry: Entry, endpoint: EndpointId, world: LiveWorld): CaseData {
  const { call } = entry;
  const id = subjectOfEntry(entry);
  const game = gameOfEntry(entry, world);
  // Any other id is in the body alone.
  const isId = id !== null && hasIdLength(id, RESOURCE_FACTS[endpointOf(endpoint).resource]);
  const isThere = isId && game !== null && world.state.games.has(game);
  return writtenGiven(
    endpoint,
    call && knownName(call.key),
    call && knownName(call.token),
    isThere ? { id, game } : undefined,
  );
}

function sendOf(entry: Entry, { state }: LiveWorld, redact: Redact): CaseData {
  const { call, incoming } = entry;
  const lines = documentedLines(linesOf(entry, state, redact)).map(([name, value]): HeaderLine =>
    isSecretRef(value) && value.secret === UNKNOWN_SECRET.name
      ? [name, 'a-value-that-nothing-has']
      : [name, value],
  );
  return {
    ...(incoming.method !== METHOD && { method: incoming.method }),
    ...(call === undefined && { target: redact(incoming.target) }),
    ...(!(call !== undefined && isPlain(entry, call)) && { headers: writtenLines(lines, redact) }),
    ...writtenBody(incoming.body, redact),
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

const wordsFor = (answer: BackendAnswer): string => {
  if (answer.kind === 'http') return `HTTP ${answer.status}`;
  if (answer.kind === 'refused') return `${answer.code} (${RETURN_CODES[answer.code]})`;
  return answer.kind === 'not-found' ? 'not found' : plural(answer.tags.length, 'tag');
};

/** The YAML of the suite file, and what the reader should know before using it. It holds no values of secrets that are not public. */
export function suiteOfEntry(entry: Entry, world: LiveWorld) {
  const redact = redactorOf(world.state);
  const endpoint = endpointOfEntry(entry);
  const { clauses, expect } = expectationOf(entry.answer);
  const one = {
    id: `console/request-${entry.id}`,
    title: `${endpoint} answers this request: ${wordsFor(entry.answer)}`,
    clauses,
    for: endpoint,
    ...givenOf(entry, endpoint, world),
    send: sendOf(entry, world, redact),
    expect,
  };
  const file = { chapter: 'From the console', about: 'requests that the simulator was sent', cases: [one] };
  return { suite: safeYaml(file), notes: notesOf(entry) };
}
