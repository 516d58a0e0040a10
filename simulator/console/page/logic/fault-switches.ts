/** The faults that the console has a switch for, and faults in words. */
import type { ShownFault } from '../../../control/routes/fault-routes.ts';
import { RETURN_CODES } from '../../../../src/spec/codes.ts';

export interface FaultSwitch {
  readonly id: string;
  readonly title: string;
  readonly says: string;
  readonly effect: object;
}

export const KINDS = {
  CONNECTION_RESET_BY_PEER: 'the TCP connection is reset',
  EMPTY_RESPONSE: 'the connection is closed without a byte',
  MALFORMED_RESPONSE_CHUNK: 'bytes that are not a chunk',
  RANDOM_DATA_THEN_CLOSE: 'random bytes in place of HTTP',
  TRUNCATED_JSON: 'the JSON text ends in its middle',
} as const;

export const REFUSALS = Object.entries(RETURN_CODES).filter(([name]) => name !== 'Ok');

const SLOW_MS = 2000;
const SLOW_BYTES = 50;

export const SWITCHES: readonly FaultSwitch[] = [
  ...REFUSALS.map(([name, code]) => ({
    id: name,
    title: name,
    says: `returnCode ${code}`,
    effect: { returnCode: name },
  })),
  { id: 'late', title: 'late', says: 'each reply after 2 seconds', effect: { latency: SLOW_MS } },
  { id: 'slow', title: 'slow body', says: '50 bytes a second', effect: { bytesPerSecond: SLOW_BYTES } },
  { id: 'html', title: 'text/html', says: 'another Content-Type', effect: { contentType: 'text/html' } },
  ...Object.entries(KINDS).map(([name, says]) => ({ id: name, title: name, says, effect: { kind: name } })),
];

const PERCENT = 100;

const words = (list: readonly (string | undefined)[]): string =>
  list.filter((each) => each !== undefined).join(', ');

/** What a fault does and which requests it meets. */
export function summaryOfFault(fault: ShownFault): string {
  const { endpoint, key, game, returnCode, latency, kind, contentType, bytesPerSecond, share, next } = fault;
  const effects = [
    returnCode,
    kind,
    latency === undefined ? undefined : `latency ${JSON.stringify(latency)} ms`,
    contentType === undefined ? undefined : `Content-Type ${contentType}`,
    bytesPerSecond === undefined ? undefined : `${bytesPerSecond} bytes a second`,
  ];
  const whom = [
    endpoint === undefined ? 'all endpoints' : [endpoint].flat().join(', '),
    key === undefined ? undefined : `key ${key}`,
    game === undefined ? undefined : `game ${game}`,
    share === undefined ? undefined : `${Math.round(share * PERCENT)} % of requests`,
    next === undefined ? undefined : `the next ${next}`,
  ];
  return `${words(effects)} for ${words(whom)}`;
}
