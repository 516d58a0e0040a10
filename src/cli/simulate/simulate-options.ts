/** The options that `simulate` and `exec` share. */
import type { LogForm } from '../options/log-forms.ts';
import type { EngineName } from '../../../simulator/banner/engines/engine-names.ts';

export interface SimulateOptions {
  /** A world file, or a folder of them. */
  readonly world?: string;
  /** Files that are saved are read again. */
  readonly watch?: boolean;
  /** How requests are logged to standard error; left out: as text where that is a terminal. */
  readonly log?: LogForm;
  /** One line of JSON instead of the banner. */
  readonly json?: boolean;
  /** Nothing is printed but errors. */
  readonly quiet?: boolean;
  /** The file in which the world is saved, and from which it is read where it is there. */
  readonly state?: string;
  /** A target file whose `dialect:` the simulator speaks. */
  readonly dialect?: string;
  /** `question=option`, over what the files say. */
  readonly set?: readonly string[];
  /** How replies are formatted, where that changes nothing. */
  readonly format?: readonly string[];
  /** Another order of the checks; the same number gives the same order. */
  readonly order?: number;
  readonly host: string;
  readonly port: number;
  /** `--no-faults`: the headers that provoke a refusal do nothing. */
  readonly faults: boolean;
  /** `--no-control`: nothing is served below `/_tagproof`. */
  readonly control: boolean;
  /** Left out: `TAGPROOF_CONTROL_TOKEN`, else one is generated and printed. */
  readonly controlToken?: string;
  /** Host names by which the control API may be called, besides localhost and addresses. */
  readonly controlHost?: readonly string[];
  /** TLS with a certificate that is made at the start. */
  readonly tls?: boolean;
  /** A certificate and its private key as PEM files, which need no `--tls`. */
  readonly cert?: string;
  readonly key?: string;
  /** A folder that is served from the same origin, for instance a WebGL build. */
  readonly serve?: string;
  /** `--no-isolation`: its pages are not cross-origin isolated. */
  readonly isolation: boolean;
  /** Origins besides this machine's whose pages may read replies. */
  readonly corsOrigin?: readonly string[];
  /** Whether requests may ask for faults by a header. */
  readonly faultHeader?: boolean;
}

/** What `simulate` prints about itself. */
export interface AnnounceOptions {
  /** The engine for which a call to paste is added. */
  readonly engine?: EngineName;
}
