/** Faults as requests describe them: to the control API, or in a header of their own. */
import { FAULT_HEADER, MAX_FAULTS, type HeaderReading, type SetFault } from '../faults/fault-set.ts';
import { effectSchema, FAULT_KINDS, type FaultEffect, type FaultInput } from '../faults/fault-shapes.ts';
import { ControlError, notFound, refusedFor } from './control-error.ts';
import { checkValue } from './read-value.ts';
import type { SimulatorParts } from './route.ts';

const DEFAULT_SEED = 1;

/** Refuses an effect that is none, or that contradicts itself. */
function checkEffect({ returnCode, latency, kind, contentType, bytesPerSecond }: FaultEffect): void {
  if ([returnCode, latency, kind, contentType, bytesPerSecond].every((each) => each === undefined))
    throw refusedFor(
      'invalid',
      'a fault does something: returnCode, latency, kind, contentType or bytesPerSecond',
      'body',
    );
  if (typeof latency === 'object' && 'min' in latency && latency.min > latency.max)
    throw refusedFor('invalid', 'min is larger than max', 'latency.min');
}

/** Sets a fault, in place of the one with its id. */
export function setFault(
  id: string,
  input: FaultInput,
  { faults, world: { state } }: SimulatorParts,
): SetFault {
  const { key, game, seed = DEFAULT_SEED } = input;
  if (key !== undefined && !state.keys.has(key)) throw notFound('secret key', key, 'key');
  if (game !== undefined && !state.games.has(game)) throw notFound('game', game, 'game');
  checkEffect(input);
  if (faults.size >= MAX_FAULTS && !faults.has(id))
    throw refusedFor('too-many', `at most ${MAX_FAULTS} faults are set at a time; delete some`, 'body');
  const fault = { ...input, id, seed };
  faults.set(fault);
  return { ...fault, made: 0 };
}

/** Reads the header by which a request asks for a fault: a name of a kind or of a returnCode, or the effect as JSON. */
export function readFaultHeader(value: string): HeaderReading {
  try {
    const input = value.startsWith('{')
      ? (JSON.parse(value) as unknown)
      : { [Object.hasOwn(FAULT_KINDS, value) ? 'kind' : 'returnCode']: value };
    const effect = checkValue(input, effectSchema);
    checkEffect(effect);
    return { effect };
  } catch (error) {
    const [{ at, message } = { at: FAULT_HEADER, message: 'not JSON, and no name of a fault' }] =
      error instanceof ControlError ? error.problems : [];
    return { problem: `${at}: ${message}` };
  }
}
