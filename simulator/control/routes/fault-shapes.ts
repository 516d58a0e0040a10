/** How faults are written: in the control API, and in the header with which a request asks for one. */
import { z } from 'zod';
import { RETURN_CODES, type RefusalCode } from '../../../src/contract/codes.ts';
import type { Breakage } from '../../pipeline/stages.ts';
import type { FaultEffect } from '../../faults/fault.ts';
import type { SetFault, HeaderReading } from '../../faults/fault-set.ts';
import { MOST_LATENCY_MS, type Latency } from '../../faults/latency.ts';
import { checkValue } from '../api/read-value.ts';
import { ControlError } from '../api/control-error.ts';
import { endpointSchema } from '../../journal/journal-shapes.ts';

const REFUSALS = Object.keys(RETURN_CODES).filter((code): code is RefusalCode => code !== 'Ok');

/** What happens to the reply, by the names that testers know. */
const KINDS = {
  CONNECTION_RESET_BY_PEER: 'The TCP connection is reset in place of a reply.',
  EMPTY_RESPONSE: 'The connection is closed without a byte.',
  MALFORMED_RESPONSE_CHUNK: 'A head of HTTP 200, then bytes that are not a chunk, then the end.',
  RANDOM_DATA_THEN_CLOSE: 'Random bytes, then the end.',
  TRUNCATED_JSON: 'The JSON text ends in its middle; the reply is complete HTTP.',
} as const satisfies Record<Breakage | 'TRUNCATED_JSON', string>;

const milliseconds = z.number().min(0).max(MOST_LATENCY_MS);

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
    .enum(REFUSALS as [RefusalCode, ...RefusalCode[]])
    .optional()
    .describe('The reply is this refusal.'),
  latency: latencySchema.optional(),
  kind: z
    .enum(Object.keys(KINDS) as [keyof typeof KINDS, ...(keyof typeof KINDS)[]])
    .optional()
    .describe(
      Object.entries(KINDS)
        .map(([name, text]) => `${name}: ${text}`)
        .join(' '),
    ),
  contentType: z
    .string()
    .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/)
    .max(200)
    .optional()
    .describe('The reply has this Content-Type.'),
  bytesPerSecond: z.number().min(1).max(1e9).optional().describe('How fast the body is sent.'),
});

type EffectInput = z.infer<typeof effectSchema>;

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
    .describe('It is made this many times, then it is deleted. Left out: until you delete it.'),
  seed: z
    .int()
    .min(0)
    .max(0xffffffff)
    .optional()
    .describe('The share and the latency are drawn from it; 1 unless given.'),
});

export type FaultInput = z.infer<typeof faultSchema>;

export const faultShape = faultSchema.extend({
  id: z.string(),
  made: z.int().describe('How often it was made.'),
});

function latencyOf(input: EffectInput['latency']): Latency | undefined {
  if (input === undefined) return undefined;
  if (typeof input === 'number') return { kind: 'fixed', ms: input };
  if ('min' in input) return { kind: 'uniform', ...input };
  return { kind: 'log-normal', ...input };
}

/** What a fault does, from how it is written; ControlError('invalid') where it does nothing or contradicts itself. */
export function effectOf(input: EffectInput): FaultEffect {
  const { returnCode, latency, kind, contentType, bytesPerSecond } = input;
  if (
    Object.values({ returnCode, latency, kind, contentType, bytesPerSecond }).every(
      (each) => each === undefined,
    )
  )
    throw new ControlError(
      'invalid',
      'a fault does something: returnCode, latency, kind, contentType or bytesPerSecond',
      'body',
    );
  if (typeof latency === 'object' && 'min' in latency && latency.min > latency.max)
    throw new ControlError('invalid', 'min is larger than max', 'latency.min');
  return {
    returnCode,
    latency: latencyOf(latency),
    breakage: kind === 'TRUNCATED_JSON' ? undefined : kind,
    truncateJson: kind === 'TRUNCATED_JSON' ? true : undefined,
    contentType,
    bytesPerSecond,
  };
}

function showLatency(latency: Latency | undefined): unknown {
  if (latency === undefined || latency.kind === 'fixed') return latency?.ms;
  const { kind: _, ...numbers } = latency;
  return numbers;
}

const defined = (record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

/** A fault as it is written. */
export function faultView({ id, match, effect, share, seed, next, made }: SetFault): unknown {
  const { endpoints, key, game } = match;
  const { returnCode, latency, breakage, truncateJson, contentType, bytesPerSecond } = effect;
  return defined({
    id,
    endpoint: endpoints?.length === 1 ? endpoints[0] : endpoints,
    key,
    game,
    returnCode,
    latency: showLatency(latency),
    kind: truncateJson === true ? 'TRUNCATED_JSON' : breakage,
    contentType,
    bytesPerSecond,
    share,
    next,
    seed,
    made,
  });
}

/** The header of a request that asks for a fault: a name of a kind or of a returnCode, or the effect as JSON. */
export function readFaultHeader(value: string): HeaderReading {
  try {
    const input = value.startsWith('{')
      ? (JSON.parse(value) as unknown)
      : { [Object.hasOwn(KINDS, value) ? 'kind' : 'returnCode']: value };
    return { effect: effectOf(checkValue(input, effectSchema)) };
  } catch (error) {
    return {
      problem:
        error instanceof ControlError ? `${error.at}: ${error.message}` : 'not JSON, and no name of a fault',
    };
  }
}
