/** Runs of any size in which every case fails, to test bounds. */
import type { RunEvent } from '../record/events.ts';
import { ENDPOINT_IDS, type EndpointId } from '../../spec/endpoints.ts';
import { exchange, failed, run, TOO_SHORT } from './streams.ts';

const CLAUSES = [
  '7.3/string-min-length',
  '7.3/string-max-length',
  '2.1/length',
  '4.5.2/tags',
  '1/one-target',
];

/** This many failing cases, each with a reply and a curl line of the given length. */
export function allFailing(count: number, characters = 1500): readonly RunEvent[] {
  const long = 'x'.repeat(characters);
  const cases = Array.from({ length: count }, (_, index) => {
    const endpoint = ENDPOINT_IDS[index % ENDPOINT_IDS.length] as EndpointId;
    const clause = CLAUSES[index % CLAUSES.length] ?? '';
    return failed(`id/case-${index}@${endpoint}`, {
      case: { endpoint, endpoints: [endpoint], clauses: [clause], index },
      findings: [{ ...TOO_SHORT, clause }],
      exchanges: [exchange(`{"returnCode":-3,"debugMessage":"${long}${index}"}`, { curl: `curl ${long}` })],
    });
  });
  return run(cases);
}
