/** A target as the transports see it: base URL, the `http:` settings of its file and its secret store, checked and prepared once. */
import { createSecureContext, type SecureContext } from 'node:tls';
import { TagproofError } from '../base/errors.ts';
import type { HeaderLine } from './request.ts';
import type { Mask, Secret, SecretStore } from './secrets/secrets.ts';
import { maskerOf } from './secrets/mask.ts';

/** Texts or paths of PEM files. */
export interface PemFiles {
  /** Certificates that are trusted instead of the platform's own. */
  readonly ca?: string;
  /** The client certificate and its key. */
  readonly cert?: string;
  readonly key?: string;
}

/** How a target is reached beyond its base URL: the `http:` part of its file, PEM files as texts. */
export interface HttpSettings extends PemFiles {
  /** Sent with every request that has no header of that name, in the order of the file; those with variables refer to secrets. */
  readonly headers: readonly HeaderLine[];
  /** URL of the proxy that all requests go through. */
  readonly proxy?: string;
  /** The absolute paths of the PEM files, for commands that name them. */
  readonly files?: PemFiles;
  /** Milliseconds from sending a request to the end of its reply; left out: 5,000. */
  readonly timeoutMs?: number;
}

export interface LinkOptions {
  readonly baseUrl: URL;
  readonly secretStore: SecretStore;
  readonly settings: HttpSettings;
  /** Values of the environment that printed commands name. */
  readonly variables?: readonly Secret[];
}

export type Link = ReturnType<typeof linkOf>;

/** Prepares a target. What is wrong in the settings is an error here, before anything is sent. */
export function linkOf({ baseUrl, secretStore, settings }: LinkOptions) {
  const { protocol, hostname, port, origin } = baseUrl;
  const secure = protocol === 'https:';
  if (!secure && protocol !== 'http:') throw new TagproofError('file', `${protocol} is not http: or https:`);
  if (settings.proxy !== undefined && !URL.canParse(settings.proxy))
    throw new TagproofError('file', 'http.proxy is not a URL: write it as http://host:port');
  let masker: Mask | undefined;
  return {
    secretStore,
    settings,
    timeoutMs: settings.timeoutMs ?? 5000,
    /** Scheme, host and port, without a path. */
    origin,
    /** The path of the base URL; every request's path follows it. */
    prefix: prefixOf(baseUrl),
    /** An IPv6 address without its brackets. */
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port) || (secure ? 443 : 80),
    secure,
    tls: secure ? secureContext(settings) : undefined,
    /** Made when something is shown: it takes some milliseconds. */
    mask: (text: string): string => (masker ??= maskerOf(secretStore))(text),
  };
}

/** The path of a base URL without a slash at its end, to put before a request's path (4.1/base-url: it is kept). */
export function prefixOf(baseUrl: URL): string {
  return baseUrl.pathname.replace(/\/+$/, '');
}

/** One context for all connections: making one for each would read the certificates each time. */
function secureContext({ ca, cert, key }: PemFiles): SecureContext {
  try {
    return createSecureContext({ ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) });
  } catch {
    throw new TagproofError(
      'file',
      "http.ca, cert or key can't be read: it must be an unencrypted PEM file, and cert must fit key",
    );
  }
}
