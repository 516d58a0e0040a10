/** The faults that are set, in the order in which they were: the first that fits a request is made. */
import type { EndpointId } from '../../src/spec/endpoints.ts';
import type { World } from '../../src/world/world.ts';
import { gameOf } from '../../src/judge/rules/subject-of.ts';
import { faultRefusal } from '../answer/answer.ts';
import type { Incoming } from '../answer/incoming.ts';
import { headerKey, headerValues } from '../../src/judge/rules/reading/header-values.ts';
import type { ReadCall } from '../answer/stages.ts';
import { chosen, type ChosenFault, type FaultSwitch } from './fault.ts';
import type { Fault, FaultEffect } from './fault-shapes.ts';

const TWO_TO_32 = 4_294_967_296;

/** Numbers from 0 to below 1 that look random and come again with the same seed, by the generator mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / TWO_TO_32;
  };
}

/** A fault with what became of it. */
export interface SetFault extends Fault {
  readonly made: number;
}

/** How many faults can be set at a time. */
export const MAX_FAULTS = 10_000;
/** The header with which a request asks for a fault, where that is enabled. */
export const FAULT_HEADER = 'Tagproof-Fault';
const HEADER_KEY = headerKey(FAULT_HEADER);

/** What a header asks for, or what is wrong with it. */
export type HeaderReading = { readonly effect: FaultEffect } | { readonly problem: string };
type ReadHeader = (value: string) => HeaderReading;

interface Armed {
  readonly fault: Fault;
  readonly endpoints: ReadonlySet<EndpointId> | undefined;
  readonly random: () => number;
  made: number;
}

export class FaultSet implements FaultSwitch {
  choose: FaultSwitch['choose'];
  readonly #world: World;
  readonly #armed = new Map<string, Armed>();
  readonly #headerRandom = randomFrom(0);
  #readHeader: ReadHeader | undefined;
  #ids = 0;

  constructor(world: World) {
    this.#world = world;
  }

  get size(): number {
    return this.#armed.size;
  }

  /** An id that no fault has. */
  newId(): string {
    do this.#ids += 1;
    while (this.#armed.has(`fault-${this.#ids}`));
    return `fault-${this.#ids}`;
  }

  list(): readonly SetFault[] {
    return [...this.#armed.values()].map(({ fault, made }) => ({ ...fault, made }));
  }

  has(id: string): boolean {
    return this.#armed.has(id);
  }

  /** Sets a fault: it replaces the one with its id, or is added behind the others. */
  set(fault: Fault): void {
    const { id, endpoint } = fault;
    this.#armed.set(id, {
      fault,
      endpoints: endpoint === undefined ? undefined : new Set([endpoint].flat()),
      random: randomFrom(fault.seed),
      made: 0,
    });
    this.#switch();
  }

  remove(id: string): boolean {
    const found = this.#armed.delete(id);
    this.#switch();
    return found;
  }

  /** Removes all faults. Returns how many. */
  clear(): number {
    const { size } = this.#armed;
    this.#armed.clear();
    this.#switch();
    return size;
  }

  /** Lets requests ask for faults by a header. */
  enableHeader(read: ReadHeader): void {
    this.#readHeader = read;
    this.#switch();
  }

  #switch(): void {
    const isOn = this.#armed.size > 0 || this.#readHeader !== undefined;
    this.choose = isOn ? (call, incoming) => this.#chosen(call, incoming) : undefined;
  }

  /** Only calls of an operation meet faults, and those that provoke a refusal have theirs. */
  #chosen(call: ReadCall | undefined, incoming: Incoming): ChosenFault | undefined {
    if (call === undefined || call.provoked !== undefined) return undefined;
    const asked = this.#asked(incoming, call);
    if (asked !== undefined) return asked;
    const game = gameOf(call, this.#world);
    const gameId = game.is === 'present' ? game.value : undefined;
    for (const armed of this.#armed.values())
      if (this.#isDue(armed, call, gameId)) return this.#made(armed, call);
    return undefined;
  }

  #isDue(
    { fault: { key, game, share }, endpoints, random }: Armed,
    call: ReadCall,
    gameOfCall: string | undefined,
  ): boolean {
    if (endpoints !== undefined && !endpoints.has(call.endpoint.id)) return false;
    if (key !== undefined && (call.key.is !== 'known' || call.key.value.name !== key)) return false;
    if (game !== undefined && game !== gameOfCall) return false;
    return share === undefined || random() < share;
  }

  #made(armed: Armed, { endpoint }: ReadCall): ChosenFault {
    armed.made += 1;
    const { id, next } = armed.fault;
    if (next !== undefined && armed.made >= next) this.remove(id);
    return chosen(id, armed.fault, endpoint, armed.random);
  }

  #asked({ headers }: Incoming, { endpoint }: ReadCall): ChosenFault | undefined {
    if (this.#readHeader === undefined) return undefined;
    const { last } = headerValues(headers, HEADER_KEY);
    if (last === undefined) return undefined;
    const reading = this.#readHeader(last);
    if ('effect' in reading) return chosen('header', reading.effect, endpoint, this.#headerRandom);
    const answer = faultRefusal(
      'InvalidRequestParameters',
      `${FAULT_HEADER}: ${reading.problem}`,
      FAULT_HEADER,
    );
    return { id: 'header', effect: {}, delayMs: 0, answer };
  }
}
