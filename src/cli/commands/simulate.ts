/** `tagproof simulate`: the simulator on a port, until it is interrupted; a banner for people, one line for scripts, or nothing is printed. */
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import type { SimulateOptions } from '../options/command-register.ts';
import { type Serving, startServing } from '../simulate/serving.ts';
import type { ShownSecret } from '../simulate/banner/sample-call.ts';
import { banner } from '../simulate/banner/banner.ts';
import type { TargetFile } from '../../world/target-file/target-file.ts';
import { completeDialect } from '../../spec/dialect/dialect.ts';
import { UNKNOWN, type SecretKey } from '../../world/world.ts';
import { VERSION } from '../../base/version.ts';
import { asciiJson } from '../../base/text/visible.ts';

// What a script reads of a simulator that has started: one line of JSON. It holds values of secrets only where they are public.

/** A value, or null and the variable that holds it. */
interface ReadyValue {
  readonly value: string | null;
  readonly env: string;
}

const orNull = <T>(value: T | typeof UNKNOWN): T | null => (value === UNKNOWN ? null : value);

/** The line, with its line break. A token that the user gave is not printed. */
function readyLine(serving: Serving, pid: number): string {
  const { url, controlUrl, generatedToken } = serving;
  const { world, secrets } = serving.file;
  const byName = new Map(secrets.map((secret) => [secret.name, secret]));
  const shown = (name: string): ReadyValue => {
    const secret = byName.get(name);
    return { value: secret?.public === true ? secret.value : null, env: secret?.envName ?? '' };
  };
  const keyOf = (key: SecretKey): object => ({
    ...shown(key.name),
    role: orNull(key.role),
    game: orNull(key.game),
  });
  const line = {
    url,
    controlUrl: controlUrl ?? null,
    console: consoleUrl(serving) ?? null,
    token: generatedToken ?? null,
    games: world.games,
    keys: Object.fromEntries(world.secretKeys.map((key) => [key.name, keyOf(key)])),
    tokens: Object.fromEntries(
      world.authTokens.map(({ name, holder, expired }) => [
        name,
        { ...shown(name), player: holder.kind === 'player' ? holder.userId : null, expired },
      ]),
    ),
    pid,
    version: VERSION,
  };
  return `${asciiJson(JSON.stringify(line))}\n`;
}

/** The secrets, with whether their variables are there for the lines to try. */
const shownSecrets = ({ secrets }: TargetFile, { env }: Io): readonly ShownSecret[] =>
  secrets.map((secret) => ({ ...secret, isSet: secret.public || env[secret.envName] === secret.value }));

/** Where the console is; its token is shown there once, and only if it was generated. */
const consoleUrl = ({ controlUrl, generatedToken }: Serving): string | undefined =>
  controlUrl === undefined
    ? undefined
    : `${controlUrl}/${generatedToken === undefined ? '' : `#token=${generatedToken}`}`;

function notesOf({ isRestored }: Serving, { state }: SimulateOptions): readonly string[] {
  if (state === undefined) return [];
  return [
    isRestored
      ? `The world comes from ${state}, where its changes are saved; the lists below show the world file, to which a reset goes back`
      : `Changes of the world are saved in ${state}`,
  ];
}

function bannerOf(serving: Serving, options: SimulateOptions, io: Io): string {
  const { url, file, simulator } = serving;
  const { answers, provoke } = simulator.choices;
  return banner({
    url,
    world: file.world,
    secrets: shownSecrets(file, io),
    provoke,
    dialect: completeDialect(answers),
    consoleUrl: consoleUrl(serving),
    notes: notesOf(serving, options),
  });
}

/** Prints what to know about a simulator; its warnings go to standard error. */
export function announce(serving: Serving, options: SimulateOptions, io: Io): void {
  if (options.quiet === true) return;
  io.warn(serving.warnings);
  io.out.write(options.json === true ? readyLine(serving, io.pid) : bannerOf(serving, options, io));
}

/** Serves until the user interrupts. */
export async function simulateCommand(options: SimulateOptions, io: Io): Promise<Exit> {
  const interrupted = new Promise<void>((resolve) => io.onInterrupt(() => resolve()));
  const serving = await startServing(options, io);
  announce(serving, options, io);
  await interrupted;
  await serving.close();
  return EXIT.ok;
}
