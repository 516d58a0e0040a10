/** From --target and --world to something that a suite can be run against. */
import type { Transport } from '../exchange/exchange.ts';
import type { TargetFacts } from '../suite/plan-case.ts';
import type { Sight } from '../run/see.ts';
import { curlOf } from '../wire/curl.ts';
import { maskerOf } from '../wire/mask.ts';
import { openTransport } from '../wire/open-transport.ts';
import { vaultOf, type Vault } from '../wire/secrets.ts';
import type { Io } from './io.ts';
import { readTarget, type TargetWords } from './read-target.ts';

export interface TargetOptions extends TargetWords {
  /** Milliseconds that a request may take. */
  readonly timeout: number;
  readonly concurrency: number;
}

export interface OpenTarget {
  readonly facts: TargetFacts;
  readonly transport: Transport;
  readonly sight: Sight;
  /** How reports call it. */
  readonly name: string;
  readonly baseUrl: URL;
  readonly vault: Vault;
  readonly warnings: readonly string[];
  readonly fresh: boolean;
  close(): Promise<void>;
}

/** The longest reply that is read, in bytes. */
const MOST_REPLY_BYTES = 32 * 1024 * 1024;

/** Opens the target; without one, the embedded simulator is started. */
export async function openTarget(options: TargetOptions, io: Io): Promise<OpenTarget> {
  const { file, url, dialect } = readTarget(options, io.env);
  const embedded =
    url === undefined
      ? await import('./embedded.ts').then(({ startEmbedded }) => startEmbedded(file))
      : undefined;
  const baseUrl = embedded?.url ?? url;
  if (baseUrl === undefined) throw new TypeError('a target without a URL');
  const vault = vaultOf(file.secrets);
  const mask = maskerOf(vault);
  const settings = {
    ...file.http,
    timeoutMs: options.timeout,
    connections: options.concurrency,
    maxReplyBytes: MOST_REPLY_BYTES,
  };
  const transport = openTransport({ baseUrl, vault, settings });
  const sight: Sight = {
    mask,
    curl: (request) => curlOf(request, baseUrl, vault),
    secret: (name, bend) => `<secret:${name}${bend === undefined ? '' : ` ${bend}`}>`,
  };
  return {
    facts: { world: file.world, extensions: file.extensions, provocations: file.provoke, dialect },
    transport,
    sight,
    name:
      embedded === undefined
        ? `${baseUrl.origin}${baseUrl.pathname.replace(/\/$/, '')}`
        : 'the embedded simulator',
    baseUrl,
    vault,
    fresh: embedded !== undefined,
    warnings: file.warnings,
    close: async () => {
      await transport.close();
      await embedded?.close();
    },
  };
}
