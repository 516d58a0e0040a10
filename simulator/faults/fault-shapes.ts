/** How faults are written, in schemas: in the control API, and in the header with which a request asks for one. */
import { z } from 'zod';
import { REFUSAL_CODES } from '../../src/spec/codes.ts';
import { endpointSchema, type Frozen } from '../shapes.ts';
import { MAX_DELAY_MS, type Breakage } from '../answer/stages.ts';

/** What happens to the reply, by the names that testers know. */
export const FAULT_KINDS = {
  CONNECTION_RESET_BY_PEER: 'The TCP connection is reset in place of a reply.',
  EMPTY_RESPONSE: 'The connection is closed without a byte.',
  MALFORMED_RESPONSE_CHUNK: 'A head of HTTP 200, then bytes that are not a chunk, then the end.',
  RANDOM_DATA_THEN_CLOSE: 'Random bytes, then the end.',
  TRUNCATED_JSON: 'The JSON text ends in its middle; the reply is complete HTTP.',
} as const satisfies Record<Breakage | 'TRUNCATED_JSON', string>;

type FaultKind = keyof typeof FAULT_KINDS;

const milliseconds = z.number().min(0).max(MAX_DELAY_MS);

const latencySchema = z
  .union([
    milliseconds,
    z.strictObject({ min: milliseconds, max: milliseconds }),
    z.strictObject({
      median: milliseconds,
      sigma: z.number().min(0).max(5),
      max: milliseconds.optional(),
    }),
  ])
  .describe(
    'Milliseconds that the reply is held back: a number, { min, max } for a uniform distribution, { median, sigma } for a log-normal one, which max may cap.',
  );

export const effectSchema = z.strictObject({
  returnCode: z
    .enum(REFUSAL_CODES)
    .optional()
    .describe('The reply is this refusal, by its name: InternalServerError, not -3.'),
  latency: latencySchema.optional(),
  kind: z
    .enum(Object.keys(FAULT_KINDS) as [FaultKind, ...FaultKind[]])
    .optional()
    .describe(
      Object.entries(FAULT_KINDS)
        .map(([name, text]) => `${name}: ${text}`)
        .join(' '),
    ),
  contentType: z
    .string()
    .regex(
      /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/,
      'must be of visible ASCII, such as text/html; charset=utf-8',
    )
    .max(200)
    .optional()
    .describe('The reply has this Content-Type.'),
  bytesPerSecond: z.number().min(1).max(1e9).optional().describe('How fast the body is sent.'),
});

/** What a fault does. Several of these may come together; a breakage leaves no room for a body. */
export type FaultEffect = Frozen<z.infer<typeof effectSchema>>;
/** Of a log-normal latency half of the draws are below the median; `sigma` is that of its logarithm. */
export type AddedLatency = Exclude<FaultEffect['latency'], undefined>;

export const faultSchema = effectSchema.extend({
  endpoint: z
    .union([endpointSchema, z.array(endpointSchema).min(1)])
    .optional()
    .describe('Left out: all nine.'),
  key: z.string().optional().describe('The name of a secret key. Left out: any.'),
  game: z.string().optional().describe('Left out: all games.'),
  share: z
    .number()
    .gt(0)
    .max(1)
    .optional()
    .describe('The part of the fitting calls in which it is made. Left out: all.'),
  next: z
    .int()
    .min(1)
    .max(1e9)
    .optional()
    .describe('How many requests get the fault; it is then deleted. Left out: all, until you delete it.'),
  seed: z
    .int()
    .min(0)
    .max(0xffffffff)
    .optional()
    .describe('The share and the latency are drawn from it; 1 unless given.'),
});

export type FaultInput = Frozen<z.infer<typeof faultSchema>>;

/** A fault, as it was written. */
export interface Fault extends FaultInput {
  readonly id: string;
  readonly seed: number;
}
