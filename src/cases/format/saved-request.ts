/** A request that was seen, as a case sends it again: exactly its documented headers and its body, without secrets. */
import { AUTH_TOKEN, CONTENT_TYPE, GAME_ID, SECRET_KEY } from '../../spec/headers.ts';
import { endpointOf, VARIANT_FACTS, type EndpointId } from '../../spec/endpoints.ts';
import { isSecretRef, type HeaderLine } from '../../http/header-value.ts';
import { decodeUtf8 } from '../../judge/rules/reading/body-readings.ts';
import { headerKey } from '../../judge/rules/reading/header-values.ts';
import type { CaseData } from './saved-case.ts';

const HEADERS = [CONTENT_TYPE, SECRET_KEY, AUTH_TOKEN, GAME_ID] as const;
const DOCUMENTED = new Set(HEADERS.map(headerKey));

export const documentedLines = (headers: readonly HeaderLine[]): readonly HeaderLine[] =>
  headers.filter(([name]) => DOCUMENTED.has(headerKey(name)));

/** These header lines and no other documented ones. */
export const writtenLines = (lines: readonly HeaderLine[], mask: (text: string) => string): CaseData =>
  lines.length === 0
    ? { without: HEADERS }
    : {
        lines: lines.map(([name, value]) =>
          isSecretRef(value) ? { name, ...value } : { name, value: mask(value) },
        ),
      };

export function writtenBody(body: Uint8Array = new Uint8Array(), mask: (text: string) => string): CaseData {
  const { text, valid } = decodeUtf8(body);
  // A dollar at its beginning would refer to something.
  return valid
    ? { text: mask(text).replace(/^\$/, '$$$$') }
    : { base64: Buffer.from(body).toString('base64') };
}

/** Who asks about whom, as far as the world knows: the names of key and token. */
export function writtenGiven(
  endpoint: EndpointId,
  key: string | undefined,
  token: string | undefined,
  subject: { readonly id: string; readonly game: string } | undefined,
): CaseData {
  const { sendsToken } = VARIANT_FACTS[endpointOf(endpoint).variant];
  const given = {
    ...(key !== undefined && { key: { name: key } }),
    ...(token !== undefined && sendsToken && { token: { name: token } }),
    ...(subject !== undefined && { subject: { id: subject.id, game: subject.game } }),
  };
  return Object.keys(given).length === 0 ? {} : { given };
}
