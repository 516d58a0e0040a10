/** The gates of one run: their files read before the first request, its events gathered, their judgement attached to its end. */
import {
  baselineNotes,
  baselineObjections,
  type HeldBaseline,
  holdBaseline,
  isKnown,
} from '../../gate/hold-baseline.ts';
import type { Baseline } from '../../gate/baseline.ts';
import { dayOf } from '../../gate/day.ts';
import {
  DRIFT_WORDS,
  type Excused,
  failOn,
  minCoverage,
  soundRun,
  factsOf,
  gravest,
  objectIf,
  type Objection,
  type RunFacts,
  suiteCases,
} from '../../gate/run-gates.ts';
import { addedLines, addedSince, requiredCells, requiredRan } from '../../gate/hold-requirements.ts';
import type { RequirementSet } from '../../gate/requirement-set.ts';
import { TagproofError } from '../../errors.ts';
import { statIfThere } from '../../file-trouble.ts';
import { VERSION } from '../../version.ts';
import { requirementsPath } from '../../package-paths.ts';
import { nothingVerifiedText, unverifiedLine } from '../../report/lines/run-lines.ts';
import type { CaseFinished, GateOutcome, RunEvent } from '../../engine/events.ts';
import { fewOf, plural } from '../../text/quantities.ts';
import { type Exit, EXIT } from '../io/exits.ts';
import type { GateOptions } from '../options/option-register.ts';
import type { DialectGate } from './dialect-gate.ts';
import type { Io } from '../io/io.ts';

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
export interface GateContext {
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
  readonly #scope: GateContext;
  readonly #required: RequirementSet | undefined;
  readonly #baseline: Baseline | undefined;
  readonly #isKnown: Excused;
  readonly #dialect: DialectGate | undefined;

  constructor(options: GateOptions, scope: GateContext, { required, baseline, dialect }: ReadGates) {
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

/** Drift that is to fail without a lock is refused by the gate itself. */
const judgesDrift = ({ dialectLock, failOn: words = [] }: GateOptions): boolean =>
  dialectLock !== undefined || DRIFT_WORDS.some((word) => words.includes(word));

async function readGates(
  options: GateOptions,
  { ids, at }: Pick<GateContext, 'ids' | 'at'>,
): Promise<ReadGates> {
  const { requirements, baseline } = options;
  return {
    required:
      requirements === undefined
        ? undefined
        : (await import('../../gate/requirement-set.ts')).readRequirements(
            requirementsFile(requirements),
            ids,
          ),
    baseline:
      baseline === undefined ? undefined : (await import('../../gate/baseline.ts')).readBaseline(baseline),
    dialect: judgesDrift(options)
      ? (await import('./dialect-gate.ts')).dialectGateOf(options, at)
      : undefined,
  };
}

/** Rejects where a file of a gate is wrong. */
export async function runGateOf(options: GateOptions, scope: GateContext): Promise<RunGate> {
  return new RunGate(options, scope, await readGates(options, scope));
}

/** The events of the run as reports get them: the last one with what the gates say about the whole. */
export function gated(
  gate: RunGate,
  emit: (event: RunEvent) => void,
): { on(event: RunEvent): void; end(): EndedRun } {
  const cases: CaseFinished[] = [];
  let planned = 0;
  let ended: EndedRun | undefined;
  return {
    on(event) {
      if (event.kind === 'run-started') planned = event.planned;
      if (event.kind === 'case-finished') cases.push({ ...event, exchanges: [] });
      if (event.kind === 'case-finished') return emit(gate.on(event));
      if (event.kind !== 'run-finished') return emit(event);
      const facts = factsOf({ cases, started: { planned }, finished: event });
      ended = { facts, judged: gate.judge(facts) };
      const { green, lines } = ended.judged;
      emit({ ...event, gate: { green, lines } });
    },
    end() {
      if (ended === undefined) throw new TypeError('the run has no end');
      return ended;
    },
  };
}

export interface EndedRun {
  readonly facts: RunFacts;
  readonly judged: Judged;
}

/** What the exit code means, where the report alone does not say so. */
export function explainGates(
  { facts, judged: { exit, lines } }: EndedRun,
  file: string | undefined,
  io: Io,
): void {
  const skipped = suiteCases(facts);
  if (exit === EXIT.usage && skipped.every(({ verdict }) => verdict === 'skip'))
    io.err.write(`error: ${nothingVerifiedText(skipped, file)}\n`);
  for (const line of lines) io.err.write(`${line}\n`);
}
