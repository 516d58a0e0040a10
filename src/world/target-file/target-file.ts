/** What a target or world file says, read and checked. */
import type { Provocations } from '../../spec/codes.ts';
import type { Resource } from '../../spec/endpoints.ts';
import type { Extension } from '../../spec/members.ts';
import type { Answer } from '../../spec/dialect/dialect.ts';
import type { RunSection } from './run-section.ts';
import { IMPLICIT_GAME, declaredWorld, type DeclaredWorld } from '../declared-world.ts';
import type { FileFault } from '../yaml/fault.ts';
import type { Secret } from '../../http/secrets/secrets.ts';
import type { HttpSettings } from '../../http/link.ts';

/** Something that a world file declares, by its list and its name or id. */
export type DeclaredPlace =
  | { readonly list: 'secretKeys' | 'authTokens' | 'games'; readonly name: string }
  | {
      readonly list: 'subjects' | 'absent';
      readonly resource: Resource;
      readonly game: string;
      readonly id: string;
    };

export interface TargetFile {
  /** The file's name as people are shown it. */
  readonly file: string;
  /** The base URL, its path prefix kept; undefined in a world file. */
  readonly target: URL | undefined;
  readonly http: HttpSettings;
  /** Questions without an answer stay open (or, for the simulator, get its default). */
  readonly dialectAnswers: readonly Answer[];
  readonly provoke: Provocations;
  readonly extensions: readonly Extension[];
  /** Undefined: it has none. */
  readonly run: RunSection | undefined;
  readonly world: DeclaredWorld;
  readonly secrets: readonly Secret[];
  /** Values of the environment in anything else: masked like secrets, but a reply may well hold them. */
  readonly variables: readonly Secret[];
  /** Where something of the world is declared: `my-target.yaml:12:7`; undefined: nowhere. */
  placeOf(about: DeclaredPlace): string | undefined;
  /** One line each, for standard error. */
  readonly warnings: readonly string[];
}

export type TargetReading =
  | { readonly ok: true; readonly file: TargetFile }
  | { readonly ok: false; readonly faults: readonly FileFault[] };

/** A world without any known fact: every lookup is unknown. */
function unknownWorld(): DeclaredWorld {
  return declaredWorld({
    complete: false,
    limits: {},
    games: [IMPLICIT_GAME],
    secretKeys: [],
    authTokens: [],
    subjects: [],
    absents: [],
    inventions: [],
  });
}

/** A target with nothing but its URL: nothing is guessed about its world. */
export function bareTarget(target: URL): TargetFile {
  return {
    file: target.href,
    target,
    http: { headers: [] },
    dialectAnswers: [],
    provoke: new Map(),
    extensions: [],
    run: undefined,
    world: unknownWorld(),
    secrets: [],
    variables: [],
    placeOf: () => undefined,
    warnings: [],
  };
}
