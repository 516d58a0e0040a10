/** What a caller did against the document, regardless of the answer. */
import { METHOD } from '../../../src/contract/endpoints.ts';
import {
  AUTH_TOKEN,
  CONTENT_TYPE,
  GAME_ID,
  HEADER_RULES,
  JSON_TYPE,
  SECRET_KEY,
} from '../../../src/contract/headers.ts';
import type { Entry } from '../journal.ts';
import { headerKey, headerValues } from '../../../src/rules/reading/header-values.ts';
import type { ReadCall } from '../../pipeline/stages.ts';

export interface BrokenDuty {
  readonly duty: DutyId;
  /** The section of the document. */
  readonly section: string;
  readonly text: string;
}

/** User agents and headers of the engines and browsers that games run in. */
const GAME_CLIENT = /Mozilla|UnityPlayer|GodotEngine|UnrealEngine|CFNetwork|okhttp|Dalvik/i;
const CLIENT_HEADERS = ['Origin', 'Sec-Fetch-Site', 'X-Unity-Version'];

const has = ({ incoming }: Entry, name: string): boolean =>
  headerValues(incoming.headers, headerKey(name)).count > 0;

const isGameClient = (entry: Entry): boolean =>
  CLIENT_HEADERS.some((name) => has(entry, name)) ||
  GAME_CLIENT.test(headerValues(entry.incoming.headers, headerKey('User-Agent')).first ?? '');

const sendsUnwantedToken = ({ endpoint, token }: ReadCall): boolean =>
  HEADER_RULES[AUTH_TOKEN][endpoint.variant] === 'not sent' && token.is !== 'missing';

interface Duty {
  readonly section: string;
  readonly text: string;
  readonly isBroken: (call: ReadCall, entry: Entry) => boolean;
}

const DUTIES = {
  'auth-token-not-sent': {
    section: '4.2',
    text: `${AUTH_TOKEN} was sent to a server or admin route: it belongs to the client variant alone`,
    isBroken: sendsUnwantedToken,
  },
  'content-type': {
    section: '4.2',
    text: `${CONTENT_TYPE} is not ${JSON_TYPE}`,
    isBroken: ({ contentType }) => contentType !== 'json',
  },
  'game-id': {
    section: '4.2',
    text: `${GAME_ID} is missing, and the secret key carries no game`,
    isBroken: ({ key, game }) => key.is === 'known' && key.value.game === null && game.is === 'missing',
  },
  'admin-key-in-client': {
    section: '5.2',
    text: `a ${SECRET_KEY} of role Admin came from a game client: players can read it there`,
    isBroken: ({ key }, entry) => key.is === 'known' && key.value.role === 'Admin' && isGameClient(entry),
  },
  method: {
    section: '1',
    text: `operations are called with ${METHOD}`,
    isBroken: (_, { incoming }) => incoming.method !== METHOD,
  },
  'repeated-header': {
    section: '4.2',
    text: 'a header of the document was sent more than once',
    isBroken: (_, { incoming }) =>
      [SECRET_KEY, AUTH_TOKEN, GAME_ID].some(
        (name) => headerValues(incoming.headers, headerKey(name)).count > 1,
      ),
  },
  'secret-in-target': {
    section: '4.2',
    text: `${SECRET_KEY} or ${AUTH_TOKEN} is in the URL, where logs keep it`,
    isBroken: (_, { incoming }) => {
      const query = incoming.target.split('?')[1]?.toLowerCase() ?? '';
      return [SECRET_KEY, AUTH_TOKEN].some((name) => query.includes(`${name.toLowerCase()}=`));
    },
  },
} as const satisfies Record<string, Duty>;

export type DutyId = keyof typeof DUTIES;
export const DUTY_IDS = Object.keys(DUTIES) as readonly DutyId[];

/** The duties that the caller of an operation broke. */
export function brokenDuties(entry: Entry): readonly BrokenDuty[] {
  const { call } = entry;
  if (call === undefined) return [];
  return DUTY_IDS.flatMap((duty) => {
    const { section, text, isBroken }: Duty = DUTIES[duty];
    return isBroken(call, entry) ? [{ duty, section, text }] : [];
  });
}
