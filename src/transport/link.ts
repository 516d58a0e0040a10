/** A target as the transports see it: base URL, the `http:` settings of its file and its secret store, checked and prepared once. */
import { createSecureContext, type SecureContext } from 'node:tls';
import { TagproofError } from '../errors.ts';
import type { Secret } from '../http/secret.ts';
import { ReplyTimeout } from './reply-timeout.ts';
import type { SecretStore } from './secrets/secrets.ts';
import type { Where } from './why.ts';
import type { HeaderLine } from '../http/header-value.ts';

export interface LinkOptions {
  readonly baseUrl: URL;
  readonly secretStore: SecretStore;
  readonly settings: HttpSettings;
  /** Values of the environment that printed commands name. */
  readonly variables?: readonly Secret[];
}

export interface Link {
  readonly secretStore: SecretStore;
  readonly settings: HttpSettings;
  /** Scheme, host and port, without a path. */
  readonly origin: string;
  /** The path of the base URL without a slash at its end; every request's path follows it. */
  readonly prefix: string;
  /** Name or address to connect to, an IPv6 address without its brackets. */
  readonly host: string;
  readonly port: number;
  /** Undefined where the target speaks plain HTTP. */
  readonly tls: SecureContext | undefined;
  /** How long its requests may take. */
  readonly replyTimeout: ReplyTimeout;
}

/** Prepares a target. What is wrong in the settings is an error here, before anything is sent. */
export function linkOf({ baseUrl, secretStore, settings }: LinkOptions): Link {
  const { host, port, secure } = endOf(baseUrl);
  if (!secure && baseUrl.protocol !== 'http:')
    throw new TagproofError('file', `${baseUrl.protocol} is not http: or https:`);
  if (settings.proxy !== undefined && !URL.canParse(settings.proxy)) {
    throw new TagproofError('file', 'http.proxy is not a URL: write it as http://host:port');
  }
  return {
    secretStore,
    settings,
    origin: baseUrl.origin,
    prefix: prefixOf(baseUrl),
    host,
    port,
    tls: secure ? secureContext(settings) : undefined,
    replyTimeout: new ReplyTimeout(settings.timeoutMs),
  };
}

/** Where a base URL leads, an IPv6 address without its brackets. */
export function endOf({ protocol, hostname, port }: URL): Where {
  const secure = protocol === 'https:';
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) || (secure ? 443 : 80), secure };
}

/** The path of a base URL, to put before a request's path (4.1/base-url: it is kept). */
export function prefixOf(baseUrl: URL): string {
  return baseUrl.pathname.replace(/\/+$/, '');
}

/** One context for all connections: making one for each would read the certificates each time. */
function secureContext({ ca, cert, key }: HttpSettings): SecureContext {
  for (const [name, pem] of Object.entries({ ca, cert, key })) {
    if (pem !== undefined && !pem.includes('-----BEGIN ')) throw notPem(name);
  }
  try {
    return createSecureContext({ ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) });
  } catch {
    throw notPem('ca, cert or key');
  }
}

function notPem(name: string): TagproofError {
  return new TagproofError(
    'file',
    `http.${name} can't be read: it must be an unencrypted PEM file, and cert must fit key`,
  );
}

/** The end of a target's connections, to explain why there was no reply. */
export function whereOf({ host, port, tls }: Link): Where {
  return { host, port, secure: tls !== undefined };
}

/** How a target is reached beyond its base URL: the `http:` part of a target file, its files read. */

/** A piece of the proxy's URL: its text, or a secret with the shell variable that stands for it. */
export type ProxyPart = string | { readonly env: string; readonly value: string };

export interface PemFiles {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

export interface HttpSettings {
  /** Sent with every request that has no header of that name. */
  readonly headers: readonly HeaderLine[];
  /** URL of the proxy that all requests go through. */
  readonly proxy?: string;
  /** The same URL as a command may print it. */
  readonly proxyParts?: readonly ProxyPart[];
  /** Certificates that are trusted instead of the platform's own, as PEM text. */
  readonly ca?: string;
  /** The client certificate and its key, as PEM text. */
  readonly cert?: string;
  readonly key?: string;
  /** The files that the PEM texts come from, for commands that name them. */
  readonly files?: PemFiles;
  /** Milliseconds from sending a request to the end of its reply. */
  readonly timeoutMs: number;
  /** How many requests are under way at once. */
  readonly connections: number;
}
