/** Faults: set, listed, taken away. */
import { z } from 'zod';
import { MAX_FAULTS, type HeaderReading, type SetFault } from '../../faults/fault-set.ts';
import { ControlError, notFound, tooMany } from '../api/control-error.ts';
import { checkValue, readName } from '../api/read-value.ts';
import { type Rig, route, type ControlRoute } from '../api/route.ts';
import {
  effectSchema,
  FAULT_KINDS,
  faultSchema,
  faultShape,
  type Fault,
  type FaultEffect,
  type FaultInput,
} from '../../faults/fault-shapes.ts';

export type ShownFault = z.infer<typeof faultShape>;

const DEFAULT_SEED = 1;

/** Refuses an effect that is none, or that contradicts itself. */
function checkEffect({ returnCode, latency, kind, contentType, bytesPerSecond }: FaultEffect): void {
  if ([returnCode, latency, kind, contentType, bytesPerSecond].every((each) => each === undefined))
    throw new ControlError(
      'invalid',
      'a fault does something: returnCode, latency, kind, contentType or bytesPerSecond',
      'body',
    );
  if (typeof latency === 'object' && 'min' in latency && latency.min > latency.max)
    throw new ControlError('invalid', 'min is larger than max', 'latency.min');
}

/** A fault that a request describes. */
function faultFrom(id: string, input: FaultInput, { world: { state } }: Rig): Fault {
  const { key, game, seed = DEFAULT_SEED } = input;
  if (key !== undefined && !state.keys.has(key)) throw notFound('secret key', key, 'key');
  if (game !== undefined && !state.games.has(game)) throw notFound('game', game, 'game');
  checkEffect(input);
  return { ...input, id, game, seed };
}

/** One endpoint is shown without a list around it. */
const faultView = ({ endpoint, ...fault }: SetFault): unknown => ({
  ...fault,
  endpoint: typeof endpoint === 'object' && endpoint.length === 1 ? endpoint[0] : endpoint,
});

/** The header of a request that asks for a fault: a name of a kind or of a returnCode, or the effect as JSON. */
export function readFaultHeader(value: string): HeaderReading {
  try {
    const input = value.startsWith('{')
      ? (JSON.parse(value) as unknown)
      : { [Object.hasOwn(FAULT_KINDS, value) ? 'kind' : 'returnCode']: value };
    const effect = checkValue(input, effectSchema);
    checkEffect(effect);
    return { effect };
  } catch (error) {
    return {
      problem:
        error instanceof ControlError ? `${error.at}: ${error.message}` : 'not JSON, and no name of a fault',
    };
  }
}

function set(fault: Fault, { faults }: Rig): unknown {
  if (faults.size >= MAX_FAULTS && !faults.has(fault.id))
    throw tooMany(MAX_FAULTS, 'faults are set at a time; delete some', 'body');
  faults.set(fault);
  return faultView({ ...fault, made: 0 });
}

export const FAULT_ROUTES: readonly ControlRoute[] = [
  route('faults', 'GET /faults', {
    does: 'The faults, in the order in which they are tried: the first that fits a call is made.',
    reply: z.strictObject({ items: z.array(faultShape) }),
    handle: (_, { faults }) => ({ items: faults.list().map(faultView) }),
  }),
  route('faults', 'POST /faults', {
    does: 'Sets a fault behind the others.',
    body: faultSchema,
    status: 201,
    reply: faultShape,
    handle: ({ body }, rig) => set(faultFrom(rig.faults.newId(), body, rig), rig),
  }),
  route('faults', 'DELETE /faults', {
    does: 'Takes all faults away.',
    handle: (_, { faults }) => void faults.clear(),
  }),
  route('faults', 'PUT /faults/{id}', {
    does: 'Sets a fault under an id of your own. It replaces the one that has the id.',
    body: faultSchema,
    reply: faultShape,
    handle: (request, rig) => set(faultFrom(readName(request, 'id'), request.body, rig), rig),
  }),
  route('faults', 'DELETE /faults/{id}', {
    does: 'Takes a fault away.',
    handle: ({ params: { id = '' } }, { faults }) => {
      if (!faults.remove(id)) throw notFound('fault', id, 'path id');
    },
  }),
];
