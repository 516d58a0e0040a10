/** What a reply shows about a backend's choices. */
import type { EndpointId } from '../../contract/endpoints.ts';
import { answerAt, type Answer } from '../../dialect/dialect.ts';
import type { When } from '../../dialect/questions.ts';
import type { Finding } from './finding.ts';

/** Options, each at the scope of its question. */
export type Evidence = readonly Answer[];

/**
 * The options on which every way of reading the reply rests: where several readings are right, only what they share is shown.
 * A reply that breaks a must shows nothing.
 */
export function learnable(
  readings: readonly (readonly When[])[],
  endpoint: EndpointId,
  findings: readonly Finding[],
): Evidence {
  const [first, ...others] = readings;
  if (first === undefined || findings.some(({ level }) => level === 'must')) return [];
  const shared = first.filter((each) => others.every((reading) => reading.includes(each)));
  return shared.map((each) => answerAt(each, endpoint));
}
