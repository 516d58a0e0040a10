/** From --target and --world to something that a suite can be run against. */
import type { Transport } from '../http/exchange.ts';
import type { TargetFacts } from '../suite/plan/plan-case.ts';
import type { PlaceOf, SetupPolicy } from '../run/orientation/orientation.ts';
import type { Redaction } from '../run/sending/redact.ts';
import { curlOf } from '../transport/shell/curl.ts';
import { maskerOf } from '../transport/secrets/mask.ts';
import type { LinkOptions } from '../transport/link.ts';
import { openTransport } from '../transport/open-transport.ts';
import { secretFinderOf } from '../transport/secrets/secret-finder.ts';
import { secretStoreOf } from '../transport/secrets/secrets.ts';
import type { Io } from './io.ts';
import { readTargetToReach, type ReadTarget, type TargetWords, worldFileOf } from './read-target.ts';

export interface TargetOptions extends TargetWords {
  /** Milliseconds that a request may take. */
  readonly timeout: number;
  readonly concurrency: number;
  /** Milliseconds to wait until the target answers at all. */
  readonly waitForStart?: number;
}

export interface OpenTarget {
  readonly facts: TargetFacts;
  readonly transport: Transport;
  readonly redaction: Redaction;
  /** How reports call it. */
  readonly name: string;
  /** Where and how requests are sent, for commands that send one again. */
  readonly link: LinkOptions;
  /** The file that declares its world; undefined: a URL alone. */
  readonly worldFile: string | undefined;
  readonly warnings: readonly string[];
  readonly fresh: boolean;
  /** The world is served by a simulator made from the same file: there is nothing to check. */
  readonly trusted: boolean;
  readonly placeOf: PlaceOf;
  close(): Promise<void>;
}

/** The longest reply that is read, in bytes. */
const MOST_REPLY_BYTES = 32 * 1024 * 1024;

/** Opens the target, `read` where that is done already; without one, the embedded simulator is started. */
export async function openTarget(
  options: TargetOptions,
  io: Io,
  read: ReadTarget = readTargetToReach(options, io.env),
): Promise<OpenTarget> {
  const { file, url, dialect } = read;
  const embedded =
    url === undefined
      ? await import('../embedded.ts').then(({ startEmbedded }) => startEmbedded(file))
      : undefined;
  const baseUrl = embedded?.url ?? url;
  if (baseUrl === undefined) throw new TypeError('a target without a URL');
  const secretStore = secretStoreOf(file.secrets);
  const mask = maskerOf(secretStore);
  const settings = {
    ...file.http,
    timeoutMs: options.timeout,
    connections: options.concurrency,
    maxReplyBytes: MOST_REPLY_BYTES,
  };
  const link = { baseUrl, secretStore, settings };
  const transport = openTransport(link);
  const redaction: Redaction = {
    mask,
    secretIn: secretFinderOf(secretStore),
    curl: (request) => curlOf(request, link),
    secret: (name, alter) => `<secret:${name}${alter === undefined ? '' : ` ${alter}`}>`,
  };
  return {
    facts: { world: file.world, extensions: file.extensions, provocations: file.provoke, dialect },
    transport,
    redaction,
    name:
      embedded === undefined
        ? `${baseUrl.origin}${baseUrl.pathname.replace(/\/$/, '')}`
        : 'the embedded simulator',
    link,
    worldFile: worldFileOf(options),
    fresh: embedded !== undefined,
    trusted: embedded !== undefined,
    placeOf: file.placeOf,
    warnings: file.warnings,
    close: async () => {
      await transport.close();
      await embedded?.close();
    },
  };
}

/** What a command does about a target file that does not fit the target. */
export function setupPolicy(
  { trusted }: Pick<OpenTarget, 'trusted'>,
  { ignoreSetup }: { readonly ignoreSetup?: boolean },
): SetupPolicy {
  if (trusted) return 'trust';
  return ignoreSetup === true ? 'ignore' : 'check';
}
