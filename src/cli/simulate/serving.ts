/** A simulator as the command line starts it, from the reading of its files to its end. */
import { ControlledSimulator } from '../../../simulator/control/controlled-simulator.ts';
import { CONTROL_PREFIX } from '../../../simulator/control/control-reply.ts';
import { targetFileAt } from '../../world/compiled/compiled-world.ts';
import type { TargetFile } from '../../world/target-file/target-file.ts';
import { GAME_WORLD, worldNamed } from '../../base/package-paths.ts';
import type { Io } from '../io/io.ts';
import {
  controlledOptions,
  dialectFiles,
  givenToken,
  replyFormatOf,
  setAnswers,
} from './controlled-options.ts';
import { type LogForm, openLog } from './request-log.ts';
import type { SimulateOptions } from '../options/command-register.ts';
import { servedFile } from './served-file.ts';
import { originsAllowed } from '../../../simulator/server/cors.ts';
import type { TlsPair } from '../../../simulator/server/server.ts';
import { TagproofError } from '../../base/errors.ts';
import { readBytes } from '../../world/yaml/source.ts';

/** How long requests under way may take when it ends. */
const DRAIN_MS = 500;

/** An address that only this machine reaches. */
export const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

/** What a world lacks, probably by mistake, and the consequence. */
function gapsOf({ world }: TargetFile): readonly string[] {
  if (world.subjects.length === 0)
    return [
      'this world has no player, character or group, so no id is ever found; declare some under world: gamePlayers, characterPlayers, groups',
    ];
  return [];
}

/** What other machines can reach if the simulator listens beyond loopback. */
function exposureOf({ host, control }: SimulateOptions): readonly string[] {
  if (LOOPBACK.test(host)) return [];
  const more = control ? ', call the control API with its token (--no-control leaves it out)' : '';
  return [
    `${host} is not a loopback address: everyone who can reach it can ask for everything in this world${more}`,
  ];
}

/** Left out: text at a terminal, as development servers do it. */
function logFormOf({ log, quiet, json }: SimulateOptions, { err }: Io): LogForm {
  if (log !== undefined) return log;
  return err.isTerminal && quiet !== true && json !== true ? 'text' : 'none';
}

/** Reads `--cert` and `--key`; undefined where TLS is not asked for. Rejects with a `file` error where they can't be used. */
async function tlsOf({ cert: certFile, key: keyFile }: SimulateOptions): Promise<TlsPair | undefined> {
  if (certFile === undefined || keyFile === undefined) return undefined;
  const { pemProblem, tlsProblem } = await import('../../world/target-file/http-settings.ts');
  const pair = { cert: readBytes(certFile), key: readBytes(keyFile) };
  for (const [name, path] of [
    ['cert', certFile],
    ['key', keyFile],
  ] as const) {
    const [problem, remedy = ''] = pemProblem(name, pair[name], path) ?? [];
    if (problem !== undefined) throw new TagproofError('file', `--${name} ${path}: ${problem}\n${remedy}`);
  }
  const texts = { cert: pair.cert.toString(), key: pair.key.toString() };
  const [problem, remedy = ''] = tlsProblem(texts) ?? [];
  if (problem === undefined) return texts;
  throw new TagproofError('file', `--cert ${certFile} --key ${keyFile}: ${problem}\n${remedy}`);
}

/** Reads the files and listens. Throws TagproofError for what is wrong with the command line, a file or the port. */
export async function startServing(options: SimulateOptions, io: Io) {
  // What is cheap to check comes before the world, which may be large.
  replyFormatOf(options.format);
  setAnswers(options);
  originsAllowed(options.corsOrigin, '--cors-origin');
  const world = worldNamed(options.world ?? GAME_WORLD);
  // What only some options need is loaded only for them.
  const watchWorld =
    options.watch === true ? (await import('./watch-world.ts')).watcherOf(world, options, io) : undefined;
  const file = servedFile(await targetFileAt(world, io.env));
  const files = dialectFiles(options);
  const dialect =
    files.length === 0
      ? []
      : files.flatMap((await import('../../world/target-file/read-target-file.ts')).readDialect);
  const report = (line: string): void => io.err.write(`${line}\n`);
  let failure = report;
  const controlled = controlledOptions(options, { file, dialect }, io, (line) => failure(line));
  const simulator = new ControlledSimulator({ ...controlled, tls: await tlsOf(options) });
  const state =
    options.state === undefined
      ? undefined
      : new (await import('./state-file.ts')).StateFile(options.state, simulator.world, report, io);
  const isRestored = state?.load() === true;
  const { url } = await simulator.start({ host: options.host, port: options.port });
  // Not before it listens: where the port is taken, another simulator may own the file.
  state?.follow();
  const log = openLog(logFormOf(options, io), simulator, io);
  if (log !== undefined) failure = log.failure;
  const watch = watchWorld?.(simulator, () => state?.restarted());
  const { token } = simulator;
  return {
    simulator,
    url,
    file,
    /** Where the control API is; undefined: it is not served. */
    controlUrl: token === undefined ? undefined : url + CONTROL_PREFIX,
    /** The token of the control API where it was generated. */
    generatedToken: givenToken(io) === undefined ? token : undefined,
    /** One line each. */
    warnings: [...file.warnings, ...gapsOf(file), ...exposureOf(options)],
    /** Whether the world was read from the file in which it is saved. */
    isRestored,
    /** Answers what is under way, leaves the port, and saves the world. Throws a `file` error where it can't be saved. */
    close: async (): Promise<void> => {
      watch?.close();
      await simulator.close(DRAIN_MS);
      log?.close();
      await state?.close();
    },
  };
}

/** A simulator that answers. */
export type Serving = Awaited<ReturnType<typeof startServing>>;
