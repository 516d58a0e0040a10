/** From --target and --world to something that a suite can be run against. */
import { existsSync } from 'node:fs';
import { believed, settled } from '../dialect/dialect.ts';
import { TagproofError } from '../errors.ts';
import type { Transport } from '../exchange/exchange.ts';
import type { TargetFacts } from '../suite/plan-case.ts';
import { bareTarget, type TargetFile } from '../target/target-file.ts';
import { readBaseUrl } from '../target/target-url.ts';
import { readTargetFile } from '../target/read-target-file.ts';
import type { Sight } from '../run/see.ts';
import { curlOf } from '../wire/curl.ts';
import { maskerOf } from '../wire/mask.ts';
import { openTransport } from '../wire/open-transport.ts';
import { vaultOf, type Vault } from '../wire/secrets.ts';
import type { Io } from './io.ts';
import { DEFAULT_WORLD } from './package-root.ts';

export interface TargetOptions {
  readonly target?: string;
  readonly world?: string;
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
  /** The file that declares its world; undefined: a URL alone. */
  readonly worldFile: string | undefined;
  readonly baseUrl: URL;
  readonly vault: Vault;
  readonly warnings: readonly string[];
  readonly fresh: boolean;
  close(): Promise<void>;
}

/** The longest reply that is read, in bytes. */
const MOST_REPLY_BYTES = 32 * 1024 * 1024;

const looksLikeUrl = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(text);

function fromUrl(text: string): TargetFile {
  const reading = readBaseUrl(text);
  if (reading.ok) return bareTarget(reading.url);
  throw new TagproofError(
    'usage',
    `--target ${text}: ${reading.message}${reading.hint === undefined ? '' : `\n${reading.hint}`}`,
  );
}

function fromFile(text: string, env: Io['env']): TargetFile {
  if (!existsSync(text) && !/\.ya?ml$/.test(text)) {
    throw new TagproofError(
      'usage',
      `--target ${text}: there is no such file, and it is no URL\nname a target file, or a URL such as http://127.0.0.1:8080`,
    );
  }
  return readTargetFile(text, env);
}

/** A target in the world of another file: its own choices win, and of its secrets it keeps those that the world has not. */
function inWorldOf(
  file: TargetFile,
  { world, secrets, dialectAnswers, provoke, extensions, warnings }: TargetFile,
): TargetFile {
  const known = new Set(secrets.map(({ name }) => name));
  return {
    ...file,
    world,
    secrets: [...secrets, ...file.secrets.filter(({ name }) => !known.has(name))],
    dialectAnswers: [...dialectAnswers, ...file.dialectAnswers],
    provoke: new Map([...provoke, ...file.provoke]),
    extensions: file.extensions.length > 0 ? file.extensions : extensions,
    warnings: [...new Set([...warnings, ...file.warnings])],
  };
}

/** The target's file, its world replaced by that of --world. */
function targetFile({ target, world }: TargetOptions, env: Io['env']): TargetFile {
  if (target === undefined) return readTargetFile(world ?? DEFAULT_WORLD, env);
  const file = looksLikeUrl(target) ? fromUrl(target) : fromFile(target, env);
  if (world === undefined) return file;
  return inWorldOf(file, readTargetFile(world, env));
}

/** The file to add declarations to; the world of the package itself is none. */
function worldFileOf({ target, world }: TargetOptions): string | undefined {
  return world ?? (target === undefined || looksLikeUrl(target) ? undefined : target);
}

/** Opens the target; without one, the embedded simulator is started. */
export async function openTarget(options: TargetOptions, io: Io): Promise<OpenTarget> {
  const file = targetFile(options, io.env);
  if (options.target !== undefined && file.target === undefined) {
    throw new TagproofError(
      'usage',
      `--target ${options.target}: this file names no target\nadd target: URL to it, or give --target URL --world ${options.target}`,
    );
  }
  const embedded =
    file.target === undefined || options.target === undefined
      ? await import('./embedded.ts').then(({ startEmbedded }) => startEmbedded(file))
      : undefined;
  const baseUrl = embedded?.url ?? file.target;
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
  const dialect = embedded === undefined ? believed(file.dialectAnswers) : settled(file.dialectAnswers);
  return {
    facts: { world: file.world, extensions: file.extensions, provocations: file.provoke, dialect },
    transport,
    sight,
    name:
      embedded === undefined
        ? `${baseUrl.origin}${baseUrl.pathname.replace(/\/$/, '')}`
        : 'the embedded simulator',
    worldFile: worldFileOf(options),
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
