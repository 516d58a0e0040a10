/** From what is read of a target to something that a suite can be run against; the command line and the library share it. */
import type { AtOnce } from '../../run/send/pace.ts';
import type { TargetFile } from '../../world/target-file/target-file.ts';
import { declares } from '../../world/declared-world.ts';
import type { Dialect } from '../../spec/dialect/dialect.ts';
import type { Transport } from '../../http/exchange.ts';
import type { PlaceOf, SetupPolicy } from '../../run/suite/setup/setup-check.ts';
import type { RunOptions } from '../../run/suite/run-options.ts';
import { runHead } from '../../report/record/events.ts';
import type { Redaction } from '../../report/record/redact.ts';
import type { TargetFacts } from '../../cases/cast/target-facts.ts';
import type { LinkOptions } from '../../http/link.ts';
import { openTransport } from '../../http/pool/pool-transport.ts';
import { hiding, maskerOf } from '../../http/secrets/mask.ts';
import { secretFinderOf } from '../../http/secrets/secret-finder.ts';
import { secretStoreOf } from '../../http/secrets/secrets.ts';
import { curlOf } from '../../http/curl/curl.ts';

/** What files and words say about a backend, before anything is opened. */
export interface ReadTarget {
  readonly file: TargetFile;
  /** Undefined: the embedded simulator. */
  readonly url: URL | undefined;
  /** The embedded simulator answers all questions; a target only those that its file answers. */
  readonly dialect: Dialect;
}

interface ConnectOptions {
  /** Milliseconds that a request may take. */
  readonly timeoutMs?: number | undefined;
  /** The embedded simulator runs in a thread of its own, which takes a moment to start; left out: in this one. */
  readonly ownThread?: boolean;
  /** The file to which declarations can be added; undefined: there is none. */
  readonly worldFile?: string | undefined;
}

export interface OpenTarget {
  readonly facts: TargetFacts;
  readonly transport: Transport;
  readonly redaction: Redaction;
  /** The name of the target in reports. */
  readonly name: string;
  /** Where and how requests are sent, for commands that send one again. */
  readonly link: LinkOptions;
  /** The file that declares its world; undefined: a URL alone. */
  readonly worldFile: string | undefined;
  readonly warnings: readonly string[];
  /** The target is a simulator that was just started from the same file: its keys are unused, and there is nothing to check. */
  readonly fresh: boolean;
  readonly placeOf: PlaceOf;
  close(): Promise<void>;
}

/** Opens the target; without a URL, the embedded simulator is started. */
export async function connect(
  { file, url, dialect }: ReadTarget,
  { timeoutMs, worldFile, ownThread = false }: ConnectOptions,
): Promise<OpenTarget> {
  const starting =
    url === undefined
      ? import('../embedded/embedded.ts').then(({ startEmbedded }) => startEmbedded(file, ownThread))
      : undefined;
  // The simulator starts while secrets are made ready to be found.
  starting?.catch(() => {});
  const secretStore = secretStoreOf(file.secrets);
  const maskSecrets = maskerOf(secretStore);
  const secretIn = secretFinderOf(secretStore, (half) => declares(file.world, half));
  const embedded = await starting;
  const baseUrl = embedded?.url ?? url;
  if (baseUrl === undefined) throw new TypeError('a target without a URL');
  // The file of a world that is simulated here may be somebody else's: its proxy would be sent the keys.
  const http = embedded === undefined ? file.http : { headers: [] };
  const settings = timeoutMs === undefined ? http : { ...http, timeoutMs };
  const link = { baseUrl, secretStore, settings, variables: file.variables };
  const transport = openTransport(link);
  const hide = hiding(secretStoreOf(file.variables), baseUrl.origin);
  const mask = (text: string): string => hide(maskSecrets(text));
  const redaction: Redaction = {
    mask,
    secretIn,
    curl: (request) => hide(curlOf(request, link)),
    ...(file.variables.length > 0 && { hide }),
    secret: (name, alter) => hide(`<secret:${name}${alter === undefined ? '' : ` ${alter}`}>`),
  };
  return {
    facts: { world: file.world, extensions: file.extensions, provocations: file.provoke, dialect },
    transport,
    redaction,
    name:
      embedded === undefined
        ? hide(`${baseUrl.origin}${baseUrl.pathname.replace(/\/$/, '')}`)
        : 'the embedded simulator',
    link,
    worldFile,
    fresh: embedded !== undefined,
    placeOf: file.placeOf,
    warnings: file.warnings.map(hide),
    close: async () => {
      await transport.close();
      await embedded?.close();
    },
  };
}

/** What to do about a target file that does not fit the target. */
export function setupPolicy(
  { fresh }: Pick<OpenTarget, 'fresh'>,
  { ignoreSetup }: { readonly ignoreSetup?: boolean | undefined },
): SetupPolicy {
  if (fresh) return 'trust';
  return ignoreSetup === true ? 'ignore' : 'check';
}

/** The target's own choices win, and it keeps those of its secrets that the world lacks. */
export function inWorldOf(
  file: TargetFile,
  { world, secrets, variables, dialectAnswers, provoke, extensions, warnings, placeOf, run }: TargetFile,
): TargetFile {
  const known = new Set(secrets.map(({ name }) => name));
  return {
    ...file,
    world,
    placeOf,
    secrets: [...secrets, ...file.secrets.filter(({ name }) => !known.has(name))],
    variables: [...new Map([...file.variables, ...variables].map((each) => [each.name, each])).values()],
    dialectAnswers: [...dialectAnswers, ...file.dialectAnswers],
    provoke: new Map([...provoke, ...file.provoke]),
    run: file.run ?? run,
    extensions: file.extensions.length > 0 ? file.extensions : extensions,
    warnings: [...new Set([...warnings, ...file.warnings])],
  };
}

/** How requests are sent to a target; all times are in milliseconds. */
export interface RunWords {
  /** How many requests at once; left out: as many as the target bears. */
  readonly concurrency?: AtOnce | undefined;
  readonly rate?: number | undefined;
  readonly waitForStart?: number | undefined;
  readonly failFast?: boolean | undefined;
  readonly ignoreSetup?: boolean | undefined;
}

/** What a run gets of the target and of how it is reached. */
export function runAgainst(
  target: OpenTarget,
  { concurrency, rate, waitForStart, failFast = false, ignoreSetup }: RunWords,
): Omit<RunOptions, 'instances' | 'signal' | 'emit'> {
  const { facts, transport, redaction, name, fresh, warnings, worldFile, placeOf } = target;
  return {
    facts,
    transport,
    redaction,
    head: { ...runHead(name, warnings), ...(worldFile !== undefined && { worldFile }) },
    fresh,
    placeOf,
    concurrency,
    rate,
    waitForStartMs: waitForStart,
    failFast,
    setup: setupPolicy(target, { ignoreSetup }),
  };
}
