/** A recorded exchange with a finding as a case of the suite: it sends the same request, without its secrets, and expects what was right for it. */
import { endpointOf, METHOD, VARIANT_FACTS } from '../../spec/endpoints.ts';
import { clauseOf } from '../../spec/clauses.ts';
import { AUTH_TOKEN, CONTRACT_HEADERS, SECRET_KEY } from '../../spec/headers.ts';
import type { Mask } from '../../http/secret.ts';
import { isSecretRef } from '../../http/header-value.ts';
import { decodeUtf8 } from '../../judge/rules/reading/body-readings.ts';
import { headerKey } from '../../judge/rules/reading/header-values.ts';
import { writtenExpectation, type CaseData } from '../../cases/format/saved-case.ts';
import { subjectIn, type JudgedSide } from './judge-exchange.ts';
import type { TrafficFacts } from './sent.ts';

export const RECORDED_SUITE_CHAPTER = 'Found in recordings';
const DOCUMENTED = new Set(CONTRACT_HEADERS.map(headerKey));

function writtenBody(body: Uint8Array | undefined, mask: Mask): CaseData {
  const { text, valid } = decodeUtf8(body ?? new Uint8Array());
  // A dollar at its beginning would refer to something.
  return valid
    ? { text: mask(text).replace(/^\$/, '$$$$') }
    : { base64: Buffer.from(body ?? '').toString('base64') };
}

/** Why it can't be written as a case, or the case. */
export function caseOfRecorded(
  { origin, exchange: { request }, allowed, findings: [first] }: JudgedSide,
  { world, dialect, secrets }: TrafficFacts,
  mask: Mask,
): CaseData | string {
  const { endpoint, method, path, wire } = request;
  const lines = request.headers.filter(([name]) => DOCUMENTED.has(headerKey(name)));
  const foreign = lines.find(([, value]) => isSecretRef(value) && !secrets.declared.has(value.secret));
  if (foreign !== undefined) return `its ${foreign[0]} is no key or token of the world`;
  const named = (header: string): { readonly name: string } | undefined => {
    const value = lines.find(([name]) => headerKey(name) === headerKey(header))?.[1];
    return value !== undefined && isSecretRef(value) ? { name: value.secret } : undefined;
  };
  const { sendsToken } = VARIANT_FACTS[endpointOf(endpoint).variant];
  const [key, token] = [named(SECRET_KEY), sendsToken ? named(AUTH_TOKEN) : undefined];
  const subject = subjectIn(request, world);
  const given = {
    ...(key && { key }),
    ...(token && { token }),
    ...(subject && { subject: { id: subject.id, game: subject.game } }),
  };
  const own = first === undefined ? undefined : clauseOf(first.clause)?.level;
  return {
    id: `recorded/${endpoint.toLowerCase().replace('.', '-')}`,
    title: mask(`${endpoint} answers the request of ${origin}`),
    clauses: [own === undefined || own === 'unobservable' ? allowed.clause : first?.clause],
    for: endpoint,
    because: 'a recorded reply was wrong; it expects what was right by the target file of that time',
    ...(Object.keys(given).length > 0 && { given }),
    send: {
      ...(method !== METHOD && { method }),
      ...(path !== endpointOf(endpoint).path && { target: mask(path) }),
      headers:
        lines.length === 0
          ? { without: CONTRACT_HEADERS }
          : {
              lines: lines.map(([name, value]) => ({
                name,
                ...(isSecretRef(value) ? value : { value: mask(value) }),
              })),
            },
      ...writtenBody(request.body, mask),
      ...(wire !== undefined && { wire }),
    },
    expect: writtenExpectation(allowed, dialect, subject?.tags),
  };
}
