/** A simulator with everything around it: a world that changes, a journal, faults, a clock, and the control API. */
import { completeDialect, type Answer } from '../../src/spec/dialect/dialect.ts';
import { RULEBOOK } from '../../src/judge/rules/rulebook.ts';
import type { Rule } from '../../src/judge/rules/ruling.ts';
import { FaultSet } from '../faults/fault-set.ts';
import { originsAllowed } from '../server/cors.ts';
import type { ListenAddress } from '../server/listen.ts';
import { Simulator, type Surroundings } from '../server/server.ts';
import { type InProcess, inProcessOf } from '../server/in-process.ts';
import { Journal, type Observe } from '../journal/journal.ts';
import type { Pipeline } from '../answer/pipeline.ts';
import type { SimulatorOptions } from '../server/simulator-options.ts';
import { stateOf, type NamedSecret, type StoredWorld } from '../world/store.ts';
import { Clock } from '../world/clock.ts';
import { LiveWorld } from '../world/live-world.ts';
import { controlServer, type Pages } from './control-server.ts';
import { generateToken, guardOf } from './guard.ts';
import type { BackendChoices, ServedRoute, SimulatorParts } from './route.ts';

interface ControlOptions {
  /** Left out: one is generated. */
  readonly token?: string | undefined;
  /** Host names by which the control API may be called, besides `localhost` and addresses. */
  readonly hosts?: readonly string[];
  /** The files of the console. */
  readonly pages?: Pages | undefined;
  /** A body that does not come within this many milliseconds is given up. */
  readonly bodyTimeoutMs?: number;
}

export interface ControlledOptions
  extends
    Pick<SimulatorOptions, 'extensions' | 'provoke' | 'format' | 'limits' | 'log' | 'basePath'>,
    Pick<Surroundings, 'tls'> {
  readonly world: StoredWorld;
  readonly secrets: readonly NamedSecret[];
  readonly answers?: readonly Answer[];
  /** The order in which the rules are asked. */
  readonly rules?: readonly Rule[];
  /** False: nothing is served below `/_tagproof`. */
  readonly control?: ControlOptions | false;
  /** Origins besides this machine's whose pages may read replies. */
  readonly corsOrigins?: readonly string[];
  /** Whether requests may ask for faults by a header. */
  readonly faultHeader?: boolean;
  /** How many requests the journal keeps. */
  readonly journalCapacity?: number;
  /** Milliseconds that never go back, instead of real time. */
  readonly clock?: () => number;
}

export class ControlledSimulator implements SimulatorParts {
  readonly world: LiveWorld;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly faults: FaultSet;
  /** Called with each request and what became of it: the journal, and who else watches. */
  readonly observers: Observe[];
  /** The token of the control API; undefined without a control API. */
  readonly token: string | undefined;
  readonly rules: readonly string[];
  choices: BackendChoices;
  /** The base URL, without a slash at its end; empty before the start. */
  url = '';
  readonly #simulator: Simulator;
  #start: BackendChoices;
  readonly #takesFaultHeader: boolean;

  constructor(options: ControlledOptions) {
    const { world, secrets, answers = [], rules = RULEBOOK, control = {}, tls, ...others } = options;
    const { corsOrigins, faultHeader, journalCapacity, clock, ...own } = others;
    const { extensions = [], provoke = new Map(), log = () => {} } = own;
    this.clock = new Clock(clock);
    this.world = new LiveWorld(() => stateOf(world, secrets), this.clock);
    this.journal = new Journal(journalCapacity);
    this.observers = [this.journal.observe];
    this.faults = new FaultSet(this.world.store);
    this.#start = { answers, extensions, provoke };
    this.choices = this.#start;
    this.#takesFaultHeader = faultHeader === true;
    this.rules = rules.map(({ id }) => id);
    const { token = generateToken(), hosts = [], ...serving } = control === false ? {} : control;
    this.token = control === false ? undefined : token;
    const guard = guardOf(token, hosts);
    this.#simulator = new Simulator(
      {
        ...own,
        store: this.world.store,
        dialect: completeDialect(answers),
        clock: this.clock.now,
        faults: this.faults,
        observe: (...seen) => {
          for (const observe of this.observers) observe(...seen);
        },
        alter: (stages) => ({ ...stages, rules }),
      },
      {
        tls,
        allowsOrigin: originsAllowed(corsOrigins),
        beside:
          control === false ? undefined : controlServer({ ...serving, routes: this.#routes, guard, log }),
      },
    );
  }

  readonly #routes = async (): Promise<readonly ServedRoute[]> =>
    (await import('./routes.ts')).CONTROL_ROUTES.map((route) => ({
      ...route,
      handle: (request) => route.handle(request, this),
    }));

  /** Answers a request as one from the network is answered. */
  readonly answer: Pipeline = (incoming) => this.#simulator.answer(incoming);

  /** Answers by these choices from the next request on; what is left out stays. */
  readonly adopt = (changes: Partial<BackendChoices>): void => {
    this.choices = { ...this.choices, ...changes };
    const { answers, extensions, provoke } = this.choices;
    this.#simulator.adopt({ dialect: completeDialect(answers), extensions, provoke });
  };

  readonly resetChoices = (): void => this.adopt(this.#start);

  /** Answers a request that comes by no socket. */
  get inProcess(): InProcess {
    return inProcessOf(this.#simulator.answer, this.#simulator.limits);
  }

  /** Listens. TagproofError('port') where that is not possible. */
  async start(place: ListenAddress = {}): Promise<{ readonly url: string }> {
    if (this.#takesFaultHeader) this.faults.enableHeader((await import('./fault-input.ts')).readFaultHeader);
    const { url } = await this.#simulator.start(place);
    this.url = url;
    return { url };
  }

  /** Replaces the world and the choices, in one step; from now on a reset goes back to the new ones. */
  restart({ world, secrets }: Pick<ControlledOptions, 'world' | 'secrets'>, choices: BackendChoices): void {
    this.world.restart(() => stateOf(world, secrets));
    this.#start = choices;
    this.adopt(choices);
  }

  /** Stops listening and ends all connections, those with a request under way after at most `drainMs` milliseconds. */
  close(drainMs = 0): Promise<void> {
    return this.#simulator.close(drainMs);
  }
}
