/** What a client owes by the document, whatever the answer: the one register of it, for the simulator and for recordings. */
import { parsedJson } from '../../base/text/parsed-json.ts';
import { decodeUtf8 } from '../../base/text/bytes.ts';
import { METHOD, RESOURCE_FACTS, VARIANT_FACTS } from '../../spec/endpoints.ts';
import {
  AUTH_TOKEN,
  CONTENT_TYPE,
  GAME_ID,
  HEADER_RULES,
  JSON_TYPE,
  SECRET_KEY,
  type ContractHeader,
} from '../../spec/headers.ts';
import { TAG_KEYS } from '../../spec/members.ts';
import type { Call } from './call.ts';
import { headerKey, headerValues, type HeaderLines, type HeaderValues } from './reading/header-values.ts';
import { aimOf, PATH_FORM } from './reading/path-aim.ts';
import { wrongId, wrongTagKeys } from './wrong-members.ts';
import { UNKNOWN } from '../../world/world.ts';

/** A request as it was sent. Of a secret any text may stand for the value. */
interface SentRequest {
  readonly method: string;
  /** The request target: path and query, or absolute-form. */
  readonly target: string;
  readonly headers: HeaderLines;
  readonly body: Uint8Array | undefined;
}

/** Whether a request breaks a duty. `call` is undefined where no operation was reached: then only some can be judged. */
type IsBroken = (sent: SentRequest, call: Call | undefined) => boolean;

export interface Duty {
  readonly id: DutyId;
  /** The section of the document. */
  readonly section: string;
  /** What is wrong, of those with several cases in this request, and what to do. */
  readonly wrong: string;
  readonly todo: string;
  /** Both in a line. */
  readonly text: string;
  readonly isBroken: IsBroken;
  /** The header whose absence breaks it: where a recording has lost its headers, nothing is known of this duty. */
  readonly absent?: ContractHeader;
  /** It is about what the body holds. */
  readonly ofBody?: true;
  /** Guessed from what programs say of themselves, and not in the document: it is a note, and fails nothing. */
  readonly guess?: true;
}

const sentValues = ({ headers }: SentRequest, name: ContractHeader): HeaderValues =>
  headerValues(headers, headerKey(name));

/** Whether a header is missing or empty. How a repeated one counts is open, so it is not missing. */
const lacksHeader = (
  sent: SentRequest,
  name: ContractHeader,
  presented: Call['key' | 'token' | 'game'],
): boolean => presented.is === 'empty' || (presented.is === 'missing' && sentValues(sent, name).count === 0);

/** Parameters are open, and so is the case (§4.2). */
const isJsonType = ({ first = '' }: HeaderValues): boolean =>
  (first.split(';', 1)[0] ?? '').trim().toLowerCase() === JSON_TYPE;

/** Whether a body is a JSON object by the grammar: what a backend refuses beyond that (names that repeat, depth) is open. */
function isJsonObject(body: Uint8Array = NO_BYTES): boolean {
  const { text, valid } = decodeUtf8(body);
  const value = valid ? parsedJson(text) : undefined;
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
const NO_BYTES = new Uint8Array();

/** User agents and headers of the engines and browsers that games run in; servers and admin pages may have them, too. */
const GAME_CLIENT = /Mozilla|UnityPlayer|GodotEngine|UnrealEngine|CFNetwork|okhttp|Dalvik/i;
const CLIENT_HEADERS = ['Origin', 'Sec-Fetch-Site', 'X-Unity-Version'].map(headerKey);

const isGameClient = ({ headers }: SentRequest): boolean =>
  CLIENT_HEADERS.some((key) => headerValues(headers, key).count > 0) ||
  GAME_CLIENT.test(headerValues(headers, headerKey('User-Agent')).first ?? '');

const SECRET_HEADERS = [SECRET_KEY, AUTH_TOKEN] as const;
const SECRET_NAMES: ReadonlySet<string> = new Set(
  SECRET_HEADERS.map((name) => headerKey(name).replace('-', '')),
);
/** Shorter values may be in a URL by chance. */
const LEAST_SECRET = 12;

/** Whether a query names a secret, or the target holds the value that a header has. */
function hasSecretInTarget(sent: SentRequest): boolean {
  const { target } = sent;
  const query = target.slice(target.indexOf('?') + 1);
  if (query === target) return false;
  const names = query.split('&').flatMap((part) => (/=./.test(part) ? [part.split('=', 1)[0] ?? ''] : []));
  if (names.some((name) => SECRET_NAMES.has(name.toLowerCase().replaceAll(/[^a-z]/g, '')))) return true;
  return SECRET_HEADERS.some((name) => {
    const { first = '' } = sentValues(sent, name);
    return first.length >= LEAST_SECRET && query.includes(first);
  });
}

const isOurs = ({ target }: SentRequest, call: Call | undefined): boolean =>
  call !== undefined || aimOf(target).is !== 'elsewhere';

const PRESENTING = [SECRET_KEY, AUTH_TOKEN, GAME_ID] as const;

const idLengths = Object.values(RESOURCE_FACTS)
  .map(({ idMember, idLength }) => `${idMember} of ${idLength}`)
  .join(', ');

const SEND_KEYS = 'send an array of strings, or leave it out';

type DutyRow = Omit<Duty, 'id' | 'text'> & {
  /** In which of several ways a request is wrong, and what to do: in few texts, as they are kept. */
  readonly says?: (call: Call) => readonly [wrong: string | undefined, todo: string];
};

/** A duty of a request that reached an operation. */
const inCall =
  (isBroken: (call: Call, sent: SentRequest) => boolean): IsBroken =>
  (sent, call) =>
    call !== undefined && isBroken(call, sent);

/** Browsers send OPTIONS by themselves. */
const ownMethod = ({ method }: SentRequest): boolean => method === METHOD || method === 'OPTIONS';

const DUTIES = {
  method: {
    section: '1',
    wrong: `another method than ${METHOD}`,
    todo: `operations are called with ${METHOD}`,
    isBroken: (sent, call) => !ownMethod(sent) && (call !== undefined || aimOf(sent.target).is === 'exact'),
  },
  path: {
    section: '4.1',
    wrong: 'no operation has this path',
    todo: `send ${METHOD} to ${PATH_FORM}, spelt exactly so`,
    isBroken: ({ method, target }, call) =>
      call === undefined && method !== 'OPTIONS' && aimOf(target).is === 'misspelt',
  },
  'content-type': {
    section: '4.2',
    wrong: `${CONTENT_TYPE} is not ${JSON_TYPE}`,
    todo: 'send it with every request',
    isBroken: inCall(
      ({ contentType }, sent) =>
        (contentType === 'other' || contentType === 'missing') && !isJsonType(sentValues(sent, CONTENT_TYPE)),
    ),
    absent: CONTENT_TYPE,
  },
  'secret-key': {
    section: '4.2',
    wrong: `${SECRET_KEY} is missing or empty`,
    todo: 'every request carries one',
    isBroken: inCall(({ key }, sent) => lacksHeader(sent, SECRET_KEY, key)),
    absent: SECRET_KEY,
  },
  'secret-key-role': {
    section: '5.2',
    wrong: `the role of the ${SECRET_KEY} does not fit the route`,
    todo: `${VARIANT_FACTS.client.role} for client, ${VARIANT_FACTS.server.role} for server and admin`,
    isBroken: inCall(
      ({ key, endpoint }) =>
        key.is === 'known' && key.value.role !== UNKNOWN && key.value.role !== endpoint.role,
    ),
  },
  'auth-token': {
    section: '4.2',
    wrong: `${AUTH_TOKEN} is missing or empty on a client route`,
    todo: 'send the token of the login',
    isBroken: inCall(
      ({ token, endpoint }, sent) =>
        HEADER_RULES[AUTH_TOKEN][endpoint.variant] === 'required' && lacksHeader(sent, AUTH_TOKEN, token),
    ),
    absent: AUTH_TOKEN,
  },
  'auth-token-not-sent': {
    section: '4.2',
    wrong: `${AUTH_TOKEN} was sent to a server or admin route`,
    todo: 'it belongs to the client variant alone',
    isBroken: inCall(
      ({ token, endpoint }) =>
        HEADER_RULES[AUTH_TOKEN][endpoint.variant] === 'not sent' && token.is !== 'missing',
    ),
  },
  'game-id': {
    section: '4.2',
    wrong: `${GAME_ID} is missing, and the secret key carries no game`,
    todo: 'send the id of the game',
    isBroken: inCall(
      ({ key, game }, sent) =>
        key.is === 'known' && key.value.game === null && lacksHeader(sent, GAME_ID, game),
    ),
    absent: GAME_ID,
  },
  body: {
    section: '1',
    wrong: 'the body is not a JSON object',
    todo: 'send one with the id in it',
    isBroken: inCall(
      ({ body, bytes }, sent) => (body.is !== 'object' || bytes === 0) && !isJsonObject(sent.body),
    ),
    ofBody: true,
  },
  id: {
    section: '4.3',
    wrong: 'the id is missing, or not a string of its length',
    todo: `send it (${idLengths} characters)`,
    says: (call) => {
      const { idMember, resource } = call.endpoint;
      const { idLength } = RESOURCE_FACTS[resource];
      return [wrongId(call), `send ${idMember}, a string of ${idLength} characters`];
    },
    isBroken: inCall((call) => call.body.is === 'object' && call.bytes > 0 && wrongId(call) !== undefined),
    ofBody: true,
  },
  'tag-keys': {
    section: '4.3',
    wrong: `${TAG_KEYS} is not an array of strings`,
    todo: SEND_KEYS,
    says: (call) => [wrongTagKeys(call), SEND_KEYS],
    isBroken: inCall((call) => wrongTagKeys(call) !== undefined),
    ofBody: true,
  },
  'repeated-header': {
    section: '4.2',
    wrong: `${PRESENTING.join(', ')}: one was sent more than once, and which counts is open`,
    todo: 'send each once',
    isBroken: (sent, call) =>
      PRESENTING.some((name) => sentValues(sent, name).count > 1) && isOurs(sent, call),
  },
  'secret-in-target': {
    section: '4.2',
    wrong: `${SECRET_KEY} or ${AUTH_TOKEN} is in the URL, where logs keep it`,
    todo: 'they are headers',
    isBroken: (sent, call) => hasSecretInTarget(sent) && isOurs(sent, call),
  },
  'admin-key-in-client': {
    section: '5.2',
    wrong: `a ${SECRET_KEY} of role Admin may have come from a game client, a guess by its User-Agent, Origin or the like`,
    todo: 'keep it on servers, as players can read it there',
    isBroken: inCall(
      ({ key }, sent) =>
        key.is === 'known' && key.value.role === VARIANT_FACTS.admin.role && isGameClient(sent),
    ),
    guess: true,
  },
} as const satisfies Record<string, DutyRow>;

export type DutyId = keyof typeof DUTIES;
export const DUTY_IDS = Object.keys(DUTIES) as readonly DutyId[];
/** The clause of a duty, as findings in recorded requests name it: `4.2/client/secret-key`. */
export const dutyClause = ({ id, section }: Pick<Duty, 'id' | 'section'>): string =>
  `${section}/client/${id}`;

/** The duty of such a clause; undefined: it is none. */
export const dutyOf = (clause: string): Duty | undefined =>
  ALL_DUTIES.find((duty) => dutyClause(duty) === clause);

type KnownDuty = Duty & DutyRow;

const ALL_DUTIES: readonly KnownDuty[] = DUTY_IDS.map((id) => {
  const row: DutyRow = DUTIES[id];
  return { id, text: `${row.wrong}: ${row.todo}`, ...row };
});
/** The clauses of all duties. */
export const DUTY_CLAUSES: readonly string[] = ALL_DUTIES.map(dutyClause);
const NO_DUTIES: readonly Duty[] = [];

/** Duties in the words of one of several cases, so that equal ones are the same. */
const SAID = new Map<string, Duty>();

function dutyInWords(duty: KnownDuty, call: Call | undefined): Duty {
  if (duty.says === undefined || call === undefined) return duty;
  const [wrong = duty.wrong, todo] = duty.says(call);
  const text = `${wrong}: ${todo}`;
  const said = SAID.get(text) ?? { ...duty, wrong, todo, text };
  SAID.set(text, said);
  return said;
}

/** The duties that a request breaks. Every request of the simulator asks, so nothing is made for one that is right. */
export function brokenDuties(sent: SentRequest, call: Call | undefined): readonly Duty[] {
  let broken: Duty[] | undefined;
  for (const duty of ALL_DUTIES) if (duty.isBroken(sent, call)) (broken ??= []).push(dutyInWords(duty, call));
  return broken ?? NO_DUTIES;
}
