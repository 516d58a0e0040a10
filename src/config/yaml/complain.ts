/** Collecting what is wrong in a file beyond what its schema sees. */
import type { Fault } from './fault.ts';
import type { KeyOrValue, Located } from './located.ts';
import type { YamlPath } from './path.ts';

/** Reports something wrong at a path; reading goes on, so that all faults come at once. */
export type Complain = (path: YamlPath, message: string, hint?: string, part?: KeyOrValue) => void;

export interface Complaints {
  readonly complain: Complain;
  readonly faults: readonly Fault[];
}

export function complaintsAbout(document: Located): Complaints {
  const faults: Fault[] = [];
  return { faults, complain: (...about) => void faults.push(document.faultAt(...about)) };
}
