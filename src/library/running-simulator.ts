/** A simulator that runs in this process, from its start to its close. */
import type { ControlledSimulator } from '../../simulator/control/controlled-simulator.ts';
import { CONTROL_PREFIX } from '../../simulator/control/api/control-target.ts';
import type { InProcess } from '../../simulator/server/in-process.ts';
import type { TargetFile } from '../world/target-file/target-file.ts';
import { TagproofError } from '../base/errors.ts';
import { didYouMean } from '../base/text/nearest.ts';
import { recordedRequest, type RecordedRequest } from './recorded-request.ts';
import { SimulatedFaults } from './simulated-faults.ts';
import { SimulatedWorld } from './simulated-world.ts';

/** Where the control API is, and what it wants as `Authorization: Bearer TOKEN`. */
export interface ControlAccess {
  readonly url: string;
  readonly token: string;
}

/** Made by `startSimulator`. Simulators share nothing: any number of them can run side by side. */
export class RunningSimulator implements AsyncDisposable {
  /** Players, characters, groups and their tags, to be changed while it runs. */
  readonly world: SimulatedWorld;
  /** Refusals on purpose. */
  readonly faults: SimulatedFaults;
  /** What it was started with. */
  readonly file: TargetFile;
  readonly #simulator: ControlledSimulator;
  /** The requests before were forgotten by `clearRequests`. */
  #clearedAt = 0;

  /** @internal */
  constructor(file: TargetFile, simulator: ControlledSimulator) {
    this.file = file;
    this.#simulator = simulator;
    this.world = new SimulatedWorld(simulator.world);
    this.faults = new SimulatedFaults(simulator.faults);
  }

  /** The base URL, without a slash at its end. */
  get url(): string {
    return this.#simulator.url;
  }

  /** The control API; undefined unless it was asked for. */
  get control(): ControlAccess | undefined {
    const { token, url } = this.#simulator;
    return token === undefined ? undefined : { url: new URL(url).origin + CONTROL_PREFIX, token };
  }

  /** The last requests that were answered, the oldest first; at most `keepRequests` of them, fewer where they are long. */
  get requests(): readonly RecordedRequest[] {
    return [...this.#simulator.journal.after(0)].map(recordedRequest);
  }

  /** How many requests are no longer among `requests`. */
  get droppedRequests(): number {
    return Math.max(0, this.#simulator.journal.dropped - this.#clearedAt);
  }

  /** Forgets the requests so far. */
  clearRequests(): void {
    const { journal } = this.#simulator;
    journal.clear();
    this.#clearedAt = journal.total;
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

  /** @internal Answers a request that comes by no socket; for `simulatorFetch`. */
  get inProcess(): InProcess {
    return this.#simulator.inProcess;
  }

  /** The most bytes of a body that are read. */
  get bodyBytes(): number {
    return this.#simulator.bodyBytes;
  }

  /** @internal Listens; called once, by `startSimulator`. */
  async listen(host: string, port: number): Promise<void> {
    await this.#simulator.start({ host, port });
  }

  /** Ends all connections and stops listening. A second call does nothing. */
  close(): Promise<void> {
    return this.#simulator.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
