/** A recorded exchange with a finding as a case of the suite: it sends the same request, and expects what was right for it. */
import { endpointOf, METHOD, RESOURCE_FACTS } from '../../spec/endpoints.ts';
import { clauseOf } from '../../spec/clauses.ts';
import { AUTH_TOKEN, SECRET_KEY } from '../../spec/headers.ts';
import type { Mask } from '../../http/secret.ts';
import { isSecretRef } from '../../http/header-value.ts';
import type { Request } from '../../http/request.ts';
import { check } from '../../judge/compare/check.ts';
import { readingsOf } from '../../judge/expect/readings.ts';
import { hasIdLength } from '../../judge/rules/id-faults.ts';
import { headerKey } from '../../judge/rules/reading/header-values.ts';
import { subjectId } from '../../judge/rules/subject-of.ts';
import { writtenExpectation, type CaseData } from '../../cases/format/saved-case.ts';
import {
  documentedLines,
  writtenBody,
  writtenGiven,
  writtenLines,
} from '../../cases/format/saved-request.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import type { Kept } from './kept-findings.ts';
import type { Ground } from './sent.ts';

export const RECORDED_SUITE_CHAPTER = 'Found in recordings';

/** The one declared subject of the id that a request sends. */
export function subjectIn(
  request: Request,
  world: DeclaredWorld,
): DeclaredWorld['subjects'][number] | undefined {
  const { resource } = endpointOf(request.endpoint);
  const [reading] = readingsOf(request, world);
  const id = reading === undefined ? undefined : subjectId(reading.call);
  if (id === undefined || !hasIdLength(id, RESOURCE_FACTS[resource])) return undefined;
  const [only, ...others] = world.games.flatMap((game) => {
    const found = world.subject(resource, game, id);
    return found.is === 'present' ? [found.value] : [];
  });
  return others.length === 0 ? only : undefined;
}

/** Why it can't be written as a case, or the case. */
export function caseOfRecorded(
  { origin, exchange, allowed, more }: Kept,
  { world, dialect, secrets }: Ground,
  mask: Mask,
): CaseData | string {
  if (allowed === undefined) return 'what is wrong is its request';
  const { request } = exchange;
  const { endpoint, method, path, wire } = request;
  const lines = documentedLines(request.headers);
  const secretOf = (header: string): string | undefined => {
    const value = lines.find(([name]) => headerKey(name) === headerKey(header))?.[1];
    return value !== undefined && isSecretRef(value) ? value.secret : undefined;
  };
  const foreign = lines.find(([, value]) => isSecretRef(value) && !secrets.isDeclared(value.secret));
  if (foreign !== undefined) return `its ${foreign[0]} is no key or token of the world`;
  const subject = subjectIn(request, world);
  const [first] = [...check(allowed, exchange, dialect).findings, ...more];
  const own = first === undefined ? undefined : clauseOf(first.clause)?.level;
  return {
    id: `recorded/${endpoint.toLowerCase().replace('.', '-')}`,
    title: mask(`${endpoint} answers the request of ${origin}`),
    clauses: [own === undefined || own === 'unobservable' ? allowed.clause : first?.clause],
    for: endpoint,
    because: 'a recorded reply was wrong; it expects what was right by the target file of that time',
    ...writtenGiven(endpoint, secretOf(SECRET_KEY), secretOf(AUTH_TOKEN), subject),
    send: {
      ...(method !== METHOD && { method }),
      ...(path !== endpointOf(endpoint).path && { target: mask(path) }),
      headers: writtenLines(lines, mask),
      ...writtenBody(request.body, mask),
      ...(wire !== undefined && { wire }),
    },
    expect: writtenExpectation(allowed, dialect, subject?.tags),
  };
}
