/** Equal findings about the equal requests of a step, as in a burst: the first one is reported, and how many there are. */
import { FINDING_KINDS, type Finding } from '../../judge/compare/finding.ts';
import type { Sent } from '../sending/sent.ts';

type Found = readonly [found: Finding, exchange: number];

export interface WithoutRepeats {
  readonly findings: readonly Found[];
  /** How many replies share a finding, a line for each that several share. */
  readonly notes: readonly string[];
}

/** The same for the equal requests of a step. */
function requestKey({ step, planned }: Sent): string {
  const { body, ...head } = planned.request;
  return JSON.stringify([step, head, body === undefined ? null : Buffer.from(body).toString('base64')]);
}

const noteOf = ({ kind, clause }: Finding, count: number): string =>
  `${FINDING_KINDS[kind]} (${clause}): the same in ${count} replies to the same request`;

export function withoutRepeats(all: readonly Found[], sent: readonly Sent[]): WithoutRepeats {
  if (all.length < 2) return { findings: all, notes: [] };
  const requests = sent.map(requestKey);
  const groups = new Map<string, { readonly first: Found; readonly count: number }>();
  for (const each of all) {
    const [found, exchange] = each;
    const key = JSON.stringify([found, requests[exchange]]);
    const known = groups.get(key);
    groups.set(key, { first: known?.first ?? each, count: (known?.count ?? 0) + 1 });
  }
  const kept = [...groups.values()];
  return {
    findings: kept.map(({ first }) => first),
    notes: kept.filter(({ count }) => count > 1).map(({ first: [found], count }) => noteOf(found, count)),
  };
}
