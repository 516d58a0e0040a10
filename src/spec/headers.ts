/** The request headers of the document and who sends them (§4.2). */
import type { Variant } from './endpoints.ts';

export const AUTH_TOKEN = 'Auth-Token';
export const SECRET_KEY = 'Secret-Key';
export const GAME_ID = 'Game-Id';
export const CONTENT_TYPE = 'Content-Type';
/** The one value that §4.2 gives for Content-Type. */
export const JSON_TYPE = 'application/json';

export type ContractHeader = typeof AUTH_TOKEN | typeof SECRET_KEY | typeof GAME_ID | typeof CONTENT_TYPE;
type HeaderRule = 'required' | 'optional' | 'not sent';

/** The table of §4.2. */
export const HEADER_RULES = {
  [AUTH_TOKEN]: { client: 'required', server: 'not sent', admin: 'not sent' },
  [SECRET_KEY]: { client: 'required', server: 'required', admin: 'required' },
  [GAME_ID]: { client: 'optional', server: 'optional', admin: 'optional' },
  [CONTENT_TYPE]: { client: 'required', server: 'required', admin: 'required' },
} as const satisfies Record<ContractHeader, Record<Variant, HeaderRule>>;

export const CONTRACT_HEADERS = [
  AUTH_TOKEN,
  SECRET_KEY,
  GAME_ID,
  CONTENT_TYPE,
] as const satisfies readonly ContractHeader[];
