/** A simulator that runs in this process, from its start to its close. */
import { Simulator } from '../../simulator/http/server.ts';
import type { SimulatorOptions } from '../../simulator/simulator-options.ts';
import type { TargetFile } from '../config/target-file/target-file.ts';
import { TagproofError } from '../errors.ts';
import { nearest } from '../text/nearest.ts';
import { RequestLog, type RecordedRequest } from './request-log.ts';
import { SimulatedFaults } from './simulated-faults.ts';
import { SimulatedWorld } from './simulated-world.ts';

/** How many requests are kept unless another number is given. */
export const KEPT_REQUESTS = 1000;

export interface SimulatorParts {
  readonly file: TargetFile;
  readonly options: Omit<SimulatorOptions, 'store' | 'alter'>;
  readonly keepRequests: number;
}

/** Made by `startSimulator`. Simulators share nothing: any number of them can run side by side. */
export class RunningSimulator implements AsyncDisposable {
  /** Players, characters, groups and their tags, to be changed while it runs. */
  readonly world: SimulatedWorld;
  /** Refusals on purpose. */
  readonly faults = new SimulatedFaults();
  /** What it was started with. */
  readonly file: TargetFile;
  readonly #simulator: Simulator;
  readonly #log: RequestLog;
  #url = '';

  constructor({ file, options, keepRequests }: SimulatorParts) {
    this.file = file;
    this.world = new SimulatedWorld(file);
    this.#log = new RequestLog(keepRequests);
    this.#simulator = new Simulator({
      ...options,
      store: this.world.store,
      // The log reads within the faults, so that it knows what was asked for where one is made.
      alter: (stages) => this.faults.over(this.#log.over(stages)),
    });
  }

  /** The base URL, without a slash at its end. */
  get url(): string {
    return this.#url;
  }

  /** The last requests that were answered, the oldest first; at most `keepRequests` of them. */
  get requests(): readonly RecordedRequest[] {
    return this.#log.kept;
  }

  /** How many requests are no longer among `requests`. */
  get droppedRequests(): number {
    return this.#log.dropped;
  }

  /** Forgets the requests so far. */
  clearRequests(): void {
    this.#log.clear();
  }

  /** The value of a secret key or an auth token, by its name in the world. Throws TagproofError('usage') for another name. */
  secret(name: string): string {
    const { secrets } = this.file;
    const found = secrets.find((secret) => secret.name === name);
    if (found !== undefined) return found.value;
    const names = secrets.map((secret) => secret.name);
    const meant = nearest(name, names);
    const hint = meant === undefined ? `there are: ${names.join(', ')}` : `did you mean "${meant}"?`;
    throw new TagproofError('usage', `this world has no key and no token called "${name}"\n${hint}`);
  }

  /** Listens; called once, by `startSimulator`. */
  async listen(host: string, port: number): Promise<void> {
    const { url } = await this.#simulator.start({ host, port });
    this.#url = url;
  }

  /** Ends all connections and stops to listen. A second call does nothing. */
  close(): Promise<void> {
    return this.#simulator.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
