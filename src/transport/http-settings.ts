/** How a target is reached beyond its base URL: the `http:` part of a target file, its files read. */
import type { HeaderLine } from '../http/header-value.ts';

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
