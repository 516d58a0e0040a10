/** A simulator with everything around it: a world that changes, a journal, faults, a clock, and the control API. */
import type { Extension } from '../../src/contract/members.ts';
import { completeDialect, type Answer } from '../../src/dialect/dialect.ts';
import { RULEBOOK } from '../../src/rules/rulebook.ts';
import type { Rule } from '../../src/rules/ruling.ts';
import { FaultSet } from '../faults/fault-set.ts';
import { originsAllowed } from '../http/cors.ts';
import { Simulator, type Place } from '../http/server.ts';
import { Journal } from '../journal/journal.ts';
import type { Observe } from '../journal/observe.ts';
import { RunStatistics } from '../journal/tally.ts';
import type { Provocations } from '../pipeline/read/faults.ts';
import type { ReplyFormat } from '../pipeline/write/reply-formatting.ts';
import type { SimulatorLimits } from '../simulator-options.ts';
import { stateOf, type NamedSecret, type StoredWorld } from '../store.ts';
import { Clock } from '../world/clock.ts';
import { LiveWorld } from '../world/live-world.ts';
import { Snapshots } from '../world/snapshots.ts';
import { ControlDoor, type Pages } from './door.ts';
import { generateToken, Guard } from './guard.ts';
import type { Choices, Rig } from './rig.ts';
import { readFaultHeader } from './routes/fault-shapes.ts';
import { CONTROL_ROUTES } from './routes.ts';

export interface ControlOptions {
  /** Left out: one is generated. */
  readonly token?: string | undefined;
  /** Host names by which the control API may be called, beside `localhost` and addresses. */
  readonly hosts?: readonly string[];
  /** The files of the console. */
  readonly pages?: Pages | undefined;
  /** Whether a browser that asks for `/` is led to the console; left out: it is not. */
  readonly atRoot?: boolean | undefined;
  /** A body that does not come within this many milliseconds is given up. */
  readonly bodyTimeoutMs?: number;
}

export interface ControlledOptions {
  readonly world: StoredWorld;
  readonly secrets: readonly NamedSecret[];
  readonly answers?: readonly Answer[];
  readonly extensions?: readonly Extension[];
  readonly provoke?: Provocations;
  readonly format?: ReplyFormat;
  readonly limits?: Partial<SimulatorLimits>;
  /** The order in which the rules are asked. */
  readonly rules?: readonly Rule[];
  readonly log?: (line: string) => void;
  /** False: nothing is served below `/_tagproof`. */
  readonly control?: ControlOptions | false;
  /** Origins beside this machine's whose pages may read replies. */
  readonly corsOrigins?: readonly string[];
  /** Whether requests may ask for faults by a header. */
  readonly faultHeader?: boolean;
  /** How many requests the journal keeps. */
  readonly journalCapacity?: number;
}

/** Each request goes to the journal and the counts. */
function observers({ observe: note }: Journal, { observe: count }: RunStatistics): Observe {
  return (incoming, call, answer, delivery, fault) => {
    note(incoming, call, answer, delivery, fault);
    count(incoming, call, answer, delivery, fault);
  };
}

export class ControlledSimulator {
  readonly world: LiveWorld;
  readonly clock = new Clock();
  readonly journal: Journal;
  readonly statistics = new RunStatistics();
  readonly faults: FaultSet;
  readonly snapshots: Snapshots;
  /** The token of the control API; undefined: there is none. */
  readonly token: string | undefined;
  readonly rig: Rig;
  readonly #simulator: Simulator;
  readonly #start: Choices;
  #choices: Choices;
  #url = '';

  constructor(options: ControlledOptions) {
    const { world, secrets, answers = [], extensions = [], provoke = new Map(), control = {} } = options;
    const { rules = RULEBOOK, log = () => {} } = options;
    this.world = new LiveWorld(stateOf(world, secrets), this.clock);
    this.journal = new Journal({
      capacity: options.journalCapacity,
      read: (incoming) => this.#simulator.read(incoming),
    });
    this.faults = new FaultSet(this.world.store);
    this.snapshots = new Snapshots(this.world);
    this.#start = { answers, extensions, provoke };
    this.#choices = this.#start;
    if (options.faultHeader === true) this.faults.enableHeader(readFaultHeader);
    this.token = control === false ? undefined : (control.token ?? generateToken());
    this.rig = this.#makeRig(rules);
    this.#simulator = new Simulator(
      {
        store: this.world.store,
        dialect: completeDialect(answers),
        extensions,
        provoke,
        clock: this.clock.now,
        faults: this.faults,
        observe: observers(this.journal, this.statistics),
        log,
        ...(options.format !== undefined && { format: options.format }),
        ...(options.limits !== undefined && { limits: options.limits }),
        alter: (stages) => ({ ...stages, rules }),
      },
      {
        allowsOrigin: originsAllowed(options.corsOrigins),
        beside: control === false ? undefined : this.#door(control, log),
      },
    );
  }

  /** The base URL, without a slash at its end; empty before the start. */
  get url(): string {
    return this.#url;
  }

  /** Listens. TagproofError('port') where that is not possible. */
  async start(place: Place = {}): Promise<{ readonly url: string }> {
    const { url } = await this.#simulator.start(place);
    this.#url = url;
    return { url };
  }

  /** Ends all connections and stops to listen. */
  close(): Promise<void> {
    return this.#simulator.close();
  }

  #makeRig(rules: readonly Rule[]): Rig {
    return {
      world: this.world,
      snapshots: this.snapshots,
      journal: this.journal,
      statistics: this.statistics,
      faults: this.faults,
      rules: rules.map(({ id }) => id),
      answer: (incoming) => this.#simulator.answer(incoming),
      isServing: () => this.#simulator.isListening,
      choices: () => this.#choices,
      adopt: (changes) => this.#adopt({ ...this.#choices, ...changes }),
      resetChoices: () => this.#adopt(this.#start),
      url: () => this.#url,
    };
  }

  #adopt(choices: Choices): void {
    this.#choices = choices;
    const { answers, extensions, provoke } = choices;
    this.#simulator.adopt({ dialect: completeDialect(answers), extensions, provoke });
  }

  #door(
    { hosts = [], pages, atRoot, bodyTimeoutMs }: ControlOptions,
    log: (line: string) => void,
  ): ControlDoor {
    const guard = new Guard({ token: this.token ?? generateToken(), hosts });
    return new ControlDoor({
      rig: this.rig,
      routes: CONTROL_ROUTES,
      guard,
      pages,
      atRoot,
      log,
      bodyTimeoutMs,
    });
  }
}
