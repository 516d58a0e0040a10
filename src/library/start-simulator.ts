/** Starting a simulator from code: a complete backend for one test, or for many. */
import { ControlledSimulator, type ControlOptions } from '../../simulator/control/controlled-simulator.ts';
import type { SimulatorLimits } from '../../simulator/server/simulator-options.ts';
import { readDialect, readTargetFile } from '../world/target-file/read-target-file.ts';
import type { TargetFile } from '../world/target-file/target-file.ts';
import { TagproofError } from '../base/errors.ts';
import { DEFAULT_WORLD } from '../base/package-paths.ts';
import {
  type DialectDeclaration,
  type Environment,
  PROCESS_ENVIRONMENT,
  readDeclaration,
  type TargetDeclaration,
  type WorldDeclaration,
} from './declaration.ts';
import {
  checkOptions,
  COUNT,
  DIALECT,
  FLAG_OR_OBJECT,
  FUNCTION,
  type Kind,
  OBJECT,
  ORIGINS,
  PORT,
  READ_LATER,
  TEXT,
  VARIABLES,
  WORLD,
} from './options.ts';
import { RECORDED_BODY_BYTES } from './recorded-request.ts';
import { RunningSimulator } from './running-simulator.ts';

/** How many requests are kept unless another number is given. */
const KEPT_REQUESTS = 1000;
/** The memory for them, on average: only what is used of it is really taken. */
const BYTES_PER_REQUEST = 8192;

/** What a simulator is made of. */
export interface SimulatedOptions {
  /**
   * The path of a world file, or what `world:` of one says; a world in code is complete unless it says otherwise.
   * Left out: the world that comes with tagproof, fixtures/world.yaml.
   */
  readonly world?: string | WorldDeclaration | undefined;
  /** The path of a target file whose `dialect:` it speaks, or options by question: `{ 'codes.returnCode': 'name' }`. */
  readonly dialect?: string | DialectDeclaration | undefined;
  /** Headers that provoke refusals, for a world in code; a world file brings its own. */
  readonly provoke?: TargetDeclaration['provoke'];
  /** Request members beyond the document, for a world in code; a world file brings its own. */
  readonly extensions?: TargetDeclaration['extensions'];
  /** A path prefix of all operations, for instance `/base`. */
  readonly basePath?: string | undefined;
  /** How many requests `requests` keeps; 1,000 where it is left out. */
  readonly keepRequests?: number | undefined;
  readonly limits?: Partial<SimulatorLimits> | undefined;
  /** Milliseconds that never go back; for tests of limits. */
  readonly clock?: (() => number) | undefined;
  /** Called with a line for each thing that went wrong inside. */
  readonly log?: ((line: string) => void) | undefined;
  /** Variables for `${env:NAME}` in files; those of the process where it is left out. */
  readonly env?: Environment | undefined;
}

export interface StartOptions extends SimulatedOptions {
  /** The address to listen on; 127.0.0.1 where it is left out. Everyone who reaches another one can ask for everything. */
  readonly host?: string | undefined;
  /** The port; 0 or left out: any free one. */
  readonly port?: number | undefined;
  /** Serves the control API below `/_tagproof`, for clients in other processes; `token`: left out, one is generated. */
  readonly control?: boolean | { readonly token?: string | undefined } | undefined;
  /** Origins besides this machine's whose pages may read replies, as `--cors-origin` takes them: `['https://*.game.example']`. */
  readonly corsOrigins?: readonly string[] | undefined;
}

/** What each option of a simulator may be. */
export const SIMULATED_KINDS = {
  world: WORLD,
  dialect: DIALECT,
  provoke: READ_LATER,
  extensions: READ_LATER,
  basePath: TEXT,
  keepRequests: COUNT,
  limits: OBJECT,
  clock: FUNCTION,
  log: FUNCTION,
  env: VARIABLES,
} as const satisfies Record<keyof SimulatedOptions, Kind>;

const START_KINDS = {
  ...SIMULATED_KINDS,
  host: TEXT,
  port: PORT,
  control: FLAG_OR_OBJECT,
  corsOrigins: ORIGINS,
} as const satisfies Record<keyof StartOptions, Kind>;

function worldFileOf({
  world,
  provoke,
  extensions,
  env = PROCESS_ENVIRONMENT,
}: SimulatedOptions): TargetFile {
  if (typeof world === 'object')
    return readDeclaration({ provoke, extensions, world: { complete: true, ...world } }, env);
  if (provoke !== undefined || extensions !== undefined)
    throw new TagproofError(
      'usage',
      'provoke and extensions go with a world in code: a world file has its own\nmove them into the file, or pass the world as an object',
    );
  return readTargetFile(world ?? DEFAULT_WORLD, env);
}

function fileOf(options: SimulatedOptions): TargetFile {
  const file = worldFileOf(options);
  const { dialect } = options;
  if (dialect === undefined) return file;
  const answers =
    typeof dialect === 'string'
      ? readDialect(dialect)
      : readDeclaration({ dialect: { ...dialect } }, {}).dialectAnswers;
  return { ...file, dialectAnswers: [...file.dialectAnswers, ...answers] };
}

/** Leaves out what is undefined: the defaults of the simulator apply then. */
const given = <T extends object>(options: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;

/** @internal A simulator that does not listen yet. Throws TagproofError('file') for a faulty world, with every fault. */
export function makeSimulator(
  options: SimulatedOptions,
  control: ControlOptions | false = false,
  corsOrigins: readonly string[] = [],
): RunningSimulator {
  const { limits, clock, log, basePath, keepRequests = KEPT_REQUESTS } = options;
  const file = fileOf(options);
  const simulator = new ControlledSimulator({
    world: file.world,
    secrets: file.secrets,
    answers: file.dialectAnswers,
    extensions: file.extensions,
    provoke: file.provoke,
    control,
    corsOrigins,
    ...given({ limits, clock, log, basePath }),
    journalCapacity: keepRequests,
    journalRoom: { bodyBytes: RECORDED_BODY_BYTES, bytesPerRequest: BYTES_PER_REQUEST },
  });
  return new RunningSimulator(file, simulator);
}

/**
 * Starts a simulator: `await using sim = await startSimulator()`, or call `close` in the end. Throws TagproofError:
 * `usage` for an option that it does not take, `file` for a faulty world with every fault, `port` where it can't listen.
 */
export async function startSimulator(options: StartOptions = {}): Promise<RunningSimulator> {
  checkOptions('startSimulator', options, START_KINDS);
  const { host = '127.0.0.1', port = 0, control = false, corsOrigins } = options;
  const simulator = makeSimulator(options, control === true ? {} : control, corsOrigins);
  await simulator.listen(host, port);
  return simulator;
}
