/** Starting a simulator from code: a complete backend for one test, or for many. */
import type { SimulatorLimits } from '../../simulator/simulator-options.ts';
import { readDialect, readTargetFile } from '../config/target-file/read-target-file.ts';
import type { TargetFile } from '../config/target-file/target-file.ts';
import { TagproofError } from '../errors.ts';
import { DEFAULT_WORLD } from '../package-paths.ts';
import {
  type DialectDeclaration,
  type Environment,
  PROCESS_ENVIRONMENT,
  readDeclaration,
  type TargetDeclaration,
  type WorldDeclaration,
} from './declaration.ts';
import { KEPT_REQUESTS, RunningSimulator } from './running-simulator.ts';

export interface StartOptions {
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
  /** The address to listen on; 127.0.0.1 where it is left out. Everyone who reaches another one can ask for everything. */
  readonly host?: string | undefined;
  /** The port; 0 or left out: any free one. */
  readonly port?: number | undefined;
  /** A path prefix of all operations, for instance `/base`. */
  readonly basePath?: string | undefined;
  /** How many requests `requests` keeps; 1,000 where it is left out. */
  readonly keepRequests?: number | undefined;
  readonly limits?: Partial<SimulatorLimits> | undefined;
  /** Serves the control API below `/_tagproof`, for clients in other processes; `token`: left out, one is generated. */
  readonly control?: boolean | { readonly token?: string | undefined } | undefined;
  /** Milliseconds that never go back; for tests of limits. */
  readonly clock?: (() => number) | undefined;
  /** Called with a line for each thing that went wrong inside. */
  readonly log?: ((line: string) => void) | undefined;
  /** Variables for `${env:NAME}` in files; those of the process where it is left out. */
  readonly env?: Environment | undefined;
}

function worldFileOf({ world, provoke, extensions, env = PROCESS_ENVIRONMENT }: StartOptions): TargetFile {
  if (typeof world === 'object')
    return readDeclaration({ provoke, extensions, world: { complete: true, ...world } }, env);
  if (provoke !== undefined || extensions !== undefined)
    throw new TagproofError(
      'usage',
      'provoke and extensions go with a world in code: a world file has its own\nmove them into the file, or pass the world as an object',
    );
  return readTargetFile(world ?? DEFAULT_WORLD, env);
}

function fileOf(options: StartOptions): TargetFile {
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

/**
 * Starts a simulator: `await using sim = await startSimulator()`, or call `close` in the end. Throws TagproofError:
 * `file` for a faulty world with every fault, `port` where it can't listen.
 */
export async function startSimulator(options: StartOptions = {}): Promise<RunningSimulator> {
  const { host = '127.0.0.1', port = 0, keepRequests = KEPT_REQUESTS } = options;
  const { limits, clock, log, basePath, control = false } = options;
  const file = fileOf(options);
  const simulator = new RunningSimulator({
    file,
    keepRequests,
    options: {
      answers: file.dialectAnswers,
      extensions: file.extensions,
      provoke: file.provoke,
      control: control === true ? {} : control,
      ...given({ limits, clock, log, basePath }),
    },
  });
  await simulator.listen(host, port);
  return simulator;
}
