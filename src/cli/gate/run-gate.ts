/** The gates of one `run`: their files read before the first request, their judgement attached to the end of the run. */
import { baselineNotes, baselineObjections } from '../../gate/baseline/baseline-gate.ts';
import type { Baseline } from '../../gate/baseline/baseline.ts';
import { holdBaseline, isKnown, type HeldBaseline } from '../../gate/baseline/hold-baseline.ts';
import { dayOf } from '../../gate/day.ts';
import { failOn, fewOf } from '../../gate/fail-on.ts';
import { minCoverage } from '../../gate/min-coverage.ts';
import { gravest, objectIf, type Objection } from '../../gate/objection.ts';
import {
  addedLines,
  addedSince,
  requiredCells,
  requiredRan,
} from '../../gate/requirements/hold-requirements.ts';
import type { RequirementSet } from '../../gate/requirements/requirement-set.ts';
import type { RunFacts } from '../../gate/run-facts.ts';
import { soundRun, type Excused } from '../../gate/sound-run.ts';
import { TagproofError } from '../../errors.ts';
import { statIfThere } from '../../file-trouble.ts';
import { VERSION } from '../../version.ts';
import { requirementsPath } from '../../package-paths.ts';
import { unverifiedLine } from '../../report/lines/run-lines.ts';
import type { CaseFinished, GateOutcome } from '../../engine/events.ts';
import { plural } from '../../text/plural.ts';
import { EXIT, type Exit } from '../exits.ts';
import type { DialectGate, DialectOptions } from './dialect-gate.ts';

export interface GateOptions extends DialectOptions {
  /** Percent. */
  readonly minCoverage?: number;
  readonly failOnUnverified?: boolean;
  readonly requirements?: string;
  readonly baseline?: string;
}

/** What the gates say about a run. */
export interface Judged extends GateOutcome {
  readonly exit: Exit;
}

const EXITS = {
  outage: EXIT.unreached,
  nothing: EXIT.usage,
  broken: EXIT.broken,
  unsure: EXIT.unreached,
} as const;

/** The exit code of objections; green without any. */
export function exitOf(objections: readonly Objection[]): Exit {
  const kind = gravest(objections);
  return kind === undefined ? EXIT.ok : EXITS[kind];
}

/** A version, which names a set that comes with tagproof; anything else is the path of a file. */
export const isSetName = (name: string): boolean => /^\d+(\.\d+)+$/.test(name);

/** A version names a set that comes with tagproof. Throws where it has none of that version. */
export function requirementsFile(name: string): string {
  if (!isSetName(name)) return name;
  const file = requirementsPath(name);
  if (statIfThere(file, 'read') !== undefined) return file;
  throw new TagproofError(
    'usage',
    `--requirements ${name}: no requirement set of this version comes with tagproof ${VERSION}\nname a version that is in its folder requirements/, or a file`,
  );
}

/** What a gate needs besides its options. */
export interface GateScene {
  /** The ids of every case of the suite. */
  readonly ids: ReadonlySet<string>;
  /** Every case of tagproof is selected. */
  readonly whole: boolean;
  readonly at: Date;
}

/** What the files of the gates hold, of those that are named. */
export interface ReadGates {
  readonly required: RequirementSet | undefined;
  readonly baseline: Baseline | undefined;
  readonly dialect: DialectGate | undefined;
}

export class RunGate {
  readonly #options: GateOptions;
  readonly #scope: GateScene;
  readonly #required: RequirementSet | undefined;
  readonly #baseline: Baseline | undefined;
  readonly #isKnown: Excused;
  readonly #dialect: DialectGate | undefined;

  constructor(options: GateOptions, scope: GateScene, { required, baseline, dialect }: ReadGates) {
    this.#options = options;
    this.#scope = scope;
    this.#required = required;
    this.#baseline = baseline;
    this.#dialect = dialect;
    this.#isKnown = baseline === undefined ? () => false : isKnown(baseline);
  }

  /** The event of a case as reports get it: one that the baseline knows says so. */
  on(event: CaseFinished): CaseFinished {
    if (this.#baseline === undefined || !this.#isKnown(event)) return event;
    const { file } = this.#baseline;
    return { ...event, known: file, notes: [...(event.notes ?? []), `known: it is listed in ${file}`] };
  }

  /** What the gates say about a finished run. */
  judge(facts: RunFacts): Judged {
    const { cells, cases } = facts;
    const required = this.#required;
    const isNewer = required === undefined ? () => false : addedSince(required);
    const excused: Excused = (event) => isNewer(event) || this.#isKnown(event);
    const held = required === undefined ? cells : requiredCells(required, cases);
    const { failOn: words = [], minCoverage: percent, failOnUnverified } = this.#options;
    const known = this.#held(facts, isNewer);
    const dialect = this.#dialect?.judge(facts);
    const objections = [
      ...soundRun(facts, excused),
      ...(known === undefined ? [] : baselineObjections(known, words.includes('warn'))),
      ...failOn(words, facts, excused),
      ...(required === undefined ? [] : requiredRan(required, facts)),
      ...minCoverage(percent, held),
      ...(dialect?.objections ?? []),
      ...objectIf(
        failOnUnverified === true && cells.verified < cells.mustCells,
        'broken',
        `--fail-on-unverified: ${unverifiedLine(cells)}`,
      ),
    ];
    const notes = [
      ...(known === undefined ? [] : baselineNotes(known)),
      ...(required === undefined ? [] : addedLines(required, cases)),
      ...flakyLines(cases),
      ...(dialect?.notes ?? []),
    ];
    const exit = exitOf(objections);
    return { green: exit === EXIT.ok, exit, lines: [...objections.flatMap(({ lines }) => lines), ...notes] };
  }

  #held({ cases, partial }: RunFacts, isNewer: Excused): HeldBaseline | undefined {
    if (this.#baseline === undefined) return undefined;
    const { ids, whole, at } = this.#scope;
    const counted = cases.filter((event) => !isNewer(event));
    return holdBaseline(this.#baseline, { cases: counted, whole: whole && partial === '', ids }, dayOf(at));
  }
}

/** `flaky: 2 cases: a, b`; none where no case is. */
function flakyLines(cases: readonly CaseFinished[]): readonly string[] {
  const ids = cases.filter(({ flaky }) => flaky !== undefined).map((event) => event.case.id);
  return ids.length === 0 ? [] : [`flaky: ${plural(ids.length, 'case')}: ${fewOf(ids)}`];
}
