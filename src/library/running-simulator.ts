/** A simulator that runs in this process, from its start to its close. */
import type { ControlledSimulator } from '../../simulator/control/controlled-simulator.ts';
import { CONTROL_PREFIX } from '../../simulator/control/control-reply.ts';
import type { FaultSet } from '../../simulator/faults/fault-set.ts';
import { faultSchema } from '../../simulator/faults/fault-shapes.ts';
import { entryDetails, type EntryDetails } from '../../simulator/journal/entry-view.ts';
import type { Entry } from '../../simulator/journal/journal.ts';
import type { TargetFile } from '../world/target-file/target-file.ts';
import { TagproofError } from '../base/errors.ts';
import { rememberedPer } from '../base/remembered.ts';
import { didYouMean } from '../base/text/nearest.ts';
import { fetchOf } from './in-process-fetch.ts';
import { check, type OptionsOf } from './options.ts';
import { SimulatedWorld } from './simulated-world.ts';

/** Where the control API is, and what it wants as `Authorization: Bearer TOKEN`. */
export interface ControlAccess {
  readonly url: string;
  readonly token: string;
}

const { next: times, ...EFFECT } = faultSchema.shape;
const FAULT = { ...EFFECT, times };
/** A fault as the control API takes it, `{ returnCode: 'OperationTimeout' }`; `times`: how many requests meet it, 1 where it is left out. */
export type FaultGiven = OptionsOf<typeof FAULT>;

/** Refusals and other faults that a test asks for: the next requests that fit meet them. */
export class SimulatedFaults {
  readonly #set: FaultSet;

  /** @internal */
  constructor(set: FaultSet) {
    this.#set = set;
  }

  /** The next requests that fit meet this; several faults are met in the order in which they were asked for. */
  next(given: FaultGiven): void {
    check('faults.next', FAULT, given);
    const { times: next = 1, ...rest } = given;
    this.#set.set({ seed: 0, ...rest, id: this.#set.newId(), next } as Parameters<FaultSet['set']>[0]);
  }

  /** How many requests are still to meet one. */
  get pending(): number {
    return this.#set.list().reduce((sum, { next = 0, made }) => sum + next - made, 0);
  }

  /** Takes back what no request has met yet. */
  clear(): void {
    this.#set.clear();
  }
}

/** Made by `startSimulator`. Simulators share nothing: any number of them can run side by side. */
export class RunningSimulator implements AsyncDisposable {
  /** Players, characters, groups and their tags, to be changed while it runs. */
  readonly world: SimulatedWorld;
  readonly faults: SimulatedFaults;
  /** As the global `fetch`, but that no socket is used and no redirect followed: any origin leads to this simulator, and so does a path alone. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** What it was started with. */
  readonly file: TargetFile;
  readonly #simulator: ControlledSimulator;
  /** Each request is shown by the world of the time when it was first looked at. */
  readonly #shown = rememberedPer((entry: Entry) => entryDetails(entry, this.#simulator));

  /** @internal */
  constructor(file: TargetFile, simulator: ControlledSimulator) {
    this.file = file;
    this.#simulator = simulator;
    this.world = new SimulatedWorld(simulator.world);
    this.faults = new SimulatedFaults(simulator.faults);
    this.fetch = fetchOf(simulator.inProcess);
  }

  /** The base URL, without a slash at its end; empty without a port. */
  get url(): string {
    return this.#simulator.url;
  }

  /** The control API; undefined unless it was asked for, and without a port. */
  get control(): ControlAccess | undefined {
    const { token, url } = this.#simulator;
    return token === undefined || url === ''
      ? undefined
      : { url: new URL(url).origin + CONTROL_PREFIX, token };
  }

  /** The last requests with the replies, as the journal of the control API shows them, the oldest first; at most `keepRequests`, fewer where they are long. */
  get requests(): readonly EntryDetails[] {
    return [...this.#simulator.journal.after(0)].map(this.#shown);
  }

  /** Forgets the requests so far. */
  clearRequests(): void {
    this.#simulator.journal.clear();
  }

  /** The value of a secret key or an auth token, by its name in the world. Throws TagproofError('usage') for another name. */
  secret(name: string): string {
    const { secrets } = this.file;
    const found = secrets.find((secret) => secret.name === name);
    if (found !== undefined) return found.value;
    const names = secrets.map((secret) => secret.name);
    const hint = didYouMean(name, names) ?? `there are: ${names.join(', ')}`;
    throw new TagproofError('usage', `this world has no key and no token called "${name}"\n${hint}`);
  }

  /** Ends all connections and stops listening. A second call does nothing. */
  close(): Promise<void> {
    return this.#simulator.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
