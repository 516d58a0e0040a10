/** Faults: set, listed, taken away. */
import { z } from 'zod';
import { FAULT_HEADER, MAX_FAULTS, type HeaderReading, type SetFault } from '../../faults/fault-set.ts';
import { ControlError, inGame, notFound, tooMany } from '../api/control-error.ts';
import { checkValue, readName } from '../api/read-value.ts';
import { type Rig, alsoForOneGame, route, type ControlRequest, type ControlRoute } from '../api/route.ts';
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

function gameOf(input: FaultInput, scope: string | undefined, { world }: Rig): string | undefined {
  const { game } = inGame(input, scope);
  if (input.game !== undefined && !world.state.games.has(input.game))
    throw notFound('game', input.game, 'game');
  return game;
}

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
function faultFrom(id: string, input: FaultInput, scope: string | undefined, rig: Rig): Fault {
  const { key, seed = DEFAULT_SEED } = input;
  if (key !== undefined && !rig.world.state.keys.has(key)) throw notFound('secret key', key, 'key');
  const game = gameOf(input, scope, rig);
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

/** The fault of a path; within a game only one of that game. */
function found({ params, game }: ControlRequest, { faults }: Rig): string {
  const { id = '' } = params;
  const fault = faults.get(id);
  if (fault === undefined || (game !== undefined && fault.game !== game))
    throw notFound('fault', id, 'path id');
  return id;
}

function set(fault: Fault, { faults }: Rig): unknown {
  if (faults.size >= MAX_FAULTS && faults.get(fault.id) === undefined)
    throw tooMany(MAX_FAULTS, 'faults are set at a time; delete some', 'body');
  faults.set(fault);
  return faultView({ ...fault, made: 0 });
}

const headerShape = z.strictObject({ enabled: z.boolean() });

export const FAULT_ROUTES: readonly ControlRoute[] = [
  ...[
    route('faults', 'GET /faults', {
      does: 'The faults, in the order in which they are tried: the first that fits a call is made.',
      reply: z.strictObject({ items: z.array(faultShape) }),
      handle: ({ game }, { faults }) => ({ items: faults.list(game).map(faultView) }),
    }),
    route('faults', 'POST /faults', {
      does: 'Sets a fault behind the others.',
      body: faultSchema,
      status: 201,
      reply: faultShape,
      handle: ({ body, game }, rig) => set(faultFrom(rig.faults.newId(), body, game, rig), rig),
    }),
    route('faults', 'DELETE /faults', {
      does: 'Takes all faults away.',
      handle: ({ game }, { faults }) => void faults.clear(game),
    }),
    route('faults', 'GET /faults/{id}', {
      does: 'A fault, with how often it was made.',
      reply: faultShape,
      handle: (request, rig) => {
        const fault = rig.faults.get(found(request, rig));
        return fault && faultView(fault);
      },
    }),
    route('faults', 'PUT /faults/{id}', {
      does: 'Sets a fault under an id of your own. It replaces the one that has the id.',
      body: faultSchema,
      reply: faultShape,
      handle: (request, rig) => {
        const { body, game } = request;
        const id = readName(request, 'id');
        const before = rig.faults.get(id);
        if (before !== undefined && game !== undefined && before.game !== game)
          throw new ControlError('conflict', 'a fault outside of this game has this id', 'path id');
        return set(faultFrom(id, body, game, rig), rig);
      },
    }),
    route('faults', 'DELETE /faults/{id}', {
      does: 'Takes a fault away.',
      handle: (request, rig) => void rig.faults.remove(found(request, rig)),
    }),
  ].flatMap(alsoForOneGame),
  route('faults', 'GET /fault-header', {
    does: `Whether requests may ask for a fault by the header ${FAULT_HEADER}.`,
    reply: headerShape,
    handle: (_, { faults }) => ({ enabled: faults.headerEnabled }),
  }),
  route('faults', 'PUT /fault-header', {
    does: `Lets requests ask for a fault by the header ${FAULT_HEADER}: a kind, a returnCode, or a fault's effect as JSON.`,
    body: headerShape,
    reply: headerShape,
    handle: ({ body: { enabled } }, { faults }) => {
      faults.enableHeader(enabled ? readFaultHeader : undefined);
      return { enabled };
    },
  }),
];
