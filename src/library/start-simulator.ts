/** Starting a simulator from code: a complete backend for one test, or for many. */
import { z } from 'zod';
import { ControlledSimulator } from '../../simulator/control/controlled-simulator.ts';
import type { SimulatorLimits } from '../../simulator/server/simulator-options.ts';
import { readDialect, readTargetFile } from '../world/target-file/read-target-file.ts';
import type { TargetFile } from '../world/target-file/target-file.ts';
import { TagproofError } from '../base/errors.ts';
import { GAME_WORLD, worldNamed } from '../base/package-paths.ts';
import {
  type DialectDeclaration,
  ENVIRONMENT,
  PROCESS_ENVIRONMENT,
  readDeclaration,
  type TargetDeclaration,
  type WorldDeclaration,
} from './declaration.ts';
import { check, COUNT, functionOf, objectOf, type OptionsOf, TEXT, TEXTS } from './options.ts';
import { RunningSimulator } from './running-simulator.ts';

/** How many requests are kept unless another number is given. */
const KEPT_REQUESTS = 1000;

const START_OPTIONS = {
  /**
   * The path of a world file, or what `world:` of one says; a world in code is complete unless it says otherwise.
   * Left out: fixtures/game.yaml, a game with a dozen players, characters and groups. `conformance`: the world of the suite.
   */
  world: z
    .union(
      [z.string(), objectOf<WorldDeclaration>()],
      'expected the path of a world file, or what its world: says',
    )
    .optional(),
  /** The path of a target file whose `dialect:` it speaks, or options by question: `{ 'codes.returnCode': 'name' }`. */
  dialect: z.union([z.string(), objectOf<DialectDeclaration>()]).optional(),
  /** Headers that provoke refusals, for a world in code; a world file brings its own. */
  provoke: z.custom<TargetDeclaration['provoke']>().optional(),
  /** Request members beyond the document, for a world in code; a world file brings its own. */
  extensions: z.custom<TargetDeclaration['extensions']>().optional(),
  /** A path prefix of all operations, for instance `/base`. */
  basePath: TEXT,
  /** How many requests `requests` keeps; 1,000 where it is left out. */
  keepRequests: COUNT,
  limits: objectOf<Partial<SimulatorLimits>>().optional(),
  /** Milliseconds that never go back; for tests of limits. */
  clock: functionOf<() => number>(),
  /** Called with a line for each thing that went wrong inside. */
  log: functionOf<(line: string) => void>(),
  /** Variables for `${env:NAME}` in files; those of the process where it is left out. */
  env: ENVIRONMENT,
  /** The address to listen on; 127.0.0.1 where it is left out. Everyone who reaches another one can ask for everything. */
  host: TEXT,
  /** The port; 0 or left out: any free one; `'none'`: it does not listen, and only `fetch` leads to it. */
  port: z.union([z.int().min(0).max(65_535), z.literal('none')]).optional(),
  /** Serves the control API below `/_tagproof`, for clients in other processes; `token`: left out, one is generated. */
  control: z.union([z.boolean(), z.strictObject({ token: TEXT })]).optional(),
  /** Origins besides this machine's whose pages may read replies, as `--cors-origin` takes them: `['https://*.game.example']`. */
  corsOrigins: TEXTS,
};
export type StartOptions = OptionsOf<typeof START_OPTIONS>;

function worldFileOf({ world, provoke, extensions, env = PROCESS_ENVIRONMENT }: StartOptions): TargetFile {
  if (typeof world === 'object')
    return readDeclaration({ provoke, extensions, world: { complete: true, ...world } }, env);
  if (provoke !== undefined || extensions !== undefined)
    throw new TagproofError(
      'usage',
      'provoke and extensions go with a world in code: a world file has its own\nmove them into the file, or pass the world as an object',
    );
  return readTargetFile(worldNamed(world ?? GAME_WORLD), env);
}

function answersOf(dialect: StartOptions['dialect']): TargetFile['dialectAnswers'] {
  if (typeof dialect === 'string') return readDialect(dialect);
  return dialect === undefined ? [] : readDeclaration({ dialect: { ...dialect } }, {}).dialectAnswers;
}

/** Leaves out what is undefined: the defaults of the simulator apply then. */
const given = <T extends object>(options: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;

/**
 * Starts a simulator: `await using sim = await startSimulator()`, or call `close` in the end. Throws TagproofError:
 * `usage` for an option that it does not take, `file` for a faulty world with every fault, `port` where it can't listen.
 */
export async function startSimulator(options: StartOptions = {}): Promise<RunningSimulator> {
  check('startSimulator', START_OPTIONS, options);
  const { limits, clock, log, basePath, keepRequests = KEPT_REQUESTS, corsOrigins = [] } = options;
  const { host = '127.0.0.1', port = 0, control = false } = options;
  const file = worldFileOf(options);
  const dialectAnswers = [...file.dialectAnswers, ...answersOf(options.dialect)];
  const simulator = new ControlledSimulator({
    world: file.world,
    secrets: file.secrets,
    answers: dialectAnswers,
    extensions: file.extensions,
    provoke: file.provoke,
    control: control === true ? {} : control,
    corsOrigins,
    ...given({ limits, clock, log, basePath }),
    journalCapacity: keepRequests,
  });
  if (port !== 'none') await simulator.start({ host, port });
  return new RunningSimulator({ ...file, dialectAnswers }, simulator);
}
