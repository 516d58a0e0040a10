/** How a target is reached beyond its base URL: the `http:` part of a target file, its files read. */
import type { HeaderLine } from './header-value.ts';

/** Texts or paths of PEM files. */
export interface PemFiles {
  /** Certificates that are trusted instead of the platform's own. */
  readonly ca?: string;
  /** The client certificate and its key. */
  readonly cert?: string;
  readonly key?: string;
}

/** The PEM files as texts. */
export interface HttpSettings extends PemFiles {
  /** Sent with every request that has no header of that name, in the order of the file; those with variables refer to secrets. */
  readonly headers: readonly HeaderLine[];
  /** URL of the proxy that all requests go through. */
  readonly proxy?: string;
  /** The absolute paths of the PEM files, for commands that name them. */
  readonly files?: PemFiles;
}
