/** What `run --watch` runs: what changed and what failed when a file is saved, and all once a target that was gone answers again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { runAgainst, type OpenTarget } from '../../library/connect/connect.ts';
import type { CaseFinished } from '../../report/record/events.ts';
import { TagproofError } from '../../base/errors.ts';
import { CLEAR_SCREEN } from '../../report/progress.ts';
import { paletteOf } from '../../report/lines/colours.ts';
import type { KnownFacts } from '../../run/suite/setup/facts.ts';
import { run } from '../../run/suite/run.ts';
import type { Instance } from '../../cases/format/instance.ts';
import { select } from '../../cases/format/select.ts';
import { suiteFilesAt } from '../../cases/format/suite-files.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { SHIPPED } from '../options/values.ts';
import { instancesIn } from '../session/suite.ts';
import { withDefaults } from '../session/run-defaults.ts';
import { openTarget, readTargetToReach } from '../session/target.ts';
import { summaryOf } from '../../report/facts/summary.ts';
import { NOT_FINISHED, NOT_STARTED } from '../../report/record/reporter.ts';
import { totalsOf } from '../../report/record/verdict.ts';
import { screenLines } from '../../report/lines/watch-screen.ts';

type WatchCommand = CommandOptions<'run'>;

/** Where the terminal does not say how many lines it has. */
const MIN_ROWS = 24;
/** A target that is gone is asked for as long as it takes. */
const UNTIL_BACK_MS = 24 * 60 * 60_000;
/** Between two runs against a target that answers, but not as a backend does; it doubles. */
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 60_000;
const WAITING = 'runs again by itself once it answers';

/** A case as it is written: what differs is another case. */
const writtenOf = ({ from, id }: Instance): string => JSON.stringify([id, from.written]);

const wantsAnotherRun = ({ verdict }: CaseFinished): boolean => verdict !== 'pass' && verdict !== 'skip';

/** A run, or what comes before it; says what went wrong, and whether all runs again once the target answers. */
interface Ended {
  readonly trouble: string;
  readonly isGone?: boolean;
}

const NO_TROUBLE: Ended = { trouble: '' };

/** The cases of a watch, and what is known of them. */
export class WatchRun {
  readonly #options: WatchCommand;
  readonly #io: Io;
  #target: OpenTarget | undefined;
  #known: KnownFacts | undefined;
  /** The suites of the words, or those of the target file. */
  #suite: WatchCommand['suite'];
  #all: readonly Instance[] = [];
  /** Those of all cases that the filter leaves. */
  #instances: readonly Instance[] = [];
  #filter = '';
  /** The filter that is being typed. */
  #typing: string | undefined;
  /** The latest result of each case, by how it is written. */
  readonly #results = new Map<string, CaseFinished>();
  /** What the last run says as a whole. */
  #ofRun: readonly CaseFinished[] = [];
  #ran: { readonly count: number; readonly ms: number } | undefined;
  /** How many cases run just now. */
  #running: number | undefined;
  #trouble = '';
  /** Ends what is under way, and resolves when it has ended. */
  #stop: () => Promise<void> = async () => {};

  constructor(options: WatchCommand, io: Io) {
    this.#options = options;
    this.#io = io;
    this.#suite = options.suite;
  }

  /** The suite's own files; none where a path can't be listed just now. */
  suiteFiles(): readonly string[] {
    return (this.#suite ?? [])
      .filter((path) => path !== SHIPPED)
      .flatMap((path) => {
        try {
          return [path, ...suiteFilesAt(path)];
        } catch (error) {
          if (error instanceof TagproofError) return [path];
          throw error;
        }
      });
  }

  /** Reads the target anew: all that is known of the one before is forgotten. */
  async reopen(): Promise<void> {
    this.#draw();
    await this.#anew(async (signal) => {
      await this.#close();
      this.#known = undefined;
      this.#results.clear();
      const read = await readTargetToReach(this.#options, this.#io.env);
      this.#suite = withDefaults(this.#options, read.file).suite;
      this.#target = await openTarget(this.#options, this.#io, { read, ownThread: false });
      await this.#read();
      return this.#run(this.#instances, signal);
    });
  }

  /** Reads the suite again, and runs what changed and what failed. */
  async changed(): Promise<void> {
    await this.#anew(async (signal) => {
      await this.#read();
      return this.#runNew(signal);
    });
  }

  async all(): Promise<void> {
    await this.#anew((signal) => this.#run(this.#instances, signal));
  }

  async failed(): Promise<void> {
    await this.#anew((signal) => this.#run(this.#failed(), signal));
  }

  /** Shows and runs what a filter leaves. */
  async filter(filter: string): Promise<void> {
    await this.#anew(async (signal) => {
      this.#choose(filter);
      return this.#runNew(signal);
    });
  }

  /** Shows a filter while it is typed; undefined: none is any more. */
  typing(typed: string | undefined): void {
    this.#typing = typed;
    this.#draw();
  }

  async end(): Promise<void> {
    await this.#stop();
    await this.#close();
  }

  async #close(): Promise<void> {
    const target = this.#target;
    this.#target = undefined;
    await target?.close();
  }

  async #read(): Promise<void> {
    const suite = this.#suite === undefined ? {} : { suite: this.#suite };
    this.#all = select(await instancesIn(suite), this.#options);
    const written = new Set(this.#all.map(writtenOf));
    for (const each of this.#results.keys()) if (!written.has(each)) this.#results.delete(each);
    this.#choose();
  }

  /** Applies the filter: a glob as of --only, or a part of a name. Throws where it leaves no case, and then leaves all. */
  #choose(filter = this.#filter): void {
    [this.#filter, this.#instances] = ['', this.#all];
    if (filter === '') return;
    try {
      this.#instances = select(this.#all, { only: [filter.includes('*') ? filter : `*${filter}*`] });
    } catch (error) {
      if (!(error instanceof TagproofError)) throw error;
      throw new TagproofError('nothing-selected', `nothing is called ${filter}; all cases are shown`);
    }
    this.#filter = filter;
  }

  #failed(): readonly Instance[] {
    return this.#instances.filter((instance) => {
      const result = this.#results.get(writtenOf(instance));
      return result !== undefined && wantsAnotherRun(result);
    });
  }

  #runNew(signal: AbortSignal): Promise<Ended> {
    const isNew = (instance: Instance): boolean => !this.#results.has(writtenOf(instance));
    return this.#run([...this.#instances.filter(isNew), ...this.#failed()], signal);
  }

  /** Ends what is under way and does this instead. Where the target is gone, all runs once it answers. */
  async #anew(work: (signal: AbortSignal) => Promise<Ended>): Promise<void> {
    const stopped = this.#stop();
    const ending = new AbortController();
    const { signal } = ending;
    const under = stopped.then(async () => {
      let isGone = !signal.aborted && (await this.#tried(work, signal));
      for (let pause = FIRST_PAUSE_MS; isGone; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
        await sleep(pause, undefined, { signal }).catch(() => {});
        isGone =
          !signal.aborted &&
          (await this.#tried(() => this.#run(this.#instances, signal, UNTIL_BACK_MS), signal));
      }
    });
    this.#stop = () => {
      ending.abort();
      return under;
    };
    await under;
  }

  /** Does this, and shows what a user can mend; what was known before stays. Gives whether the target is gone. */
  async #tried(work: (signal: AbortSignal) => Promise<Ended>, signal: AbortSignal): Promise<boolean> {
    let ended: Ended;
    try {
      ended = await work(signal);
    } catch (error) {
      if (!(error instanceof TagproofError)) throw error;
      ended = { trouble: `error: ${error.message}`, isGone: error.code === 'unreachable' };
    }
    const { trouble, isGone = false } = ended;
    this.#running = undefined;
    this.#trouble = isGone ? `${trouble}\n${WAITING}` : trouble;
    this.#draw();
    return isGone;
  }

  async #run(instances: readonly Instance[], signal: AbortSignal, waitForStart?: number): Promise<Ended> {
    const target = this.#target;
    if (target === undefined || instances.length === 0) return NO_TROUBLE;
    const began = performance.now();
    const byId = new Map(instances.map((instance) => [instance.id, writtenOf(instance)]));
    const ofRun: CaseFinished[] = [];
    this.#running = instances.length;
    // What is shown of a target that is gone stays until it answers.
    if (waitForStart === undefined) this.#draw();
    const outcome = await run({
      ...runAgainst(target, { ...this.#options, waitForStart }),
      instances,
      known: this.#known,
      signal,
      repeat: this.#options.repeat ?? 1,
      emit: (event) => {
        if (event.kind !== 'case-finished') return;
        const written = byId.get(event.case.id);
        if (written === undefined) ofRun.push(event);
        else this.#results.set(written, event);
      },
    });
    if (signal.aborted) return NO_TROUBLE;
    this.#known = outcome.known;
    this.#ofRun = ofRun;
    this.#ran = { count: instances.length, ms: performance.now() - began };
    return { trouble: outcome.partial, isGone: outcome.stoppedAnswering };
  }

  #draw(): void {
    const { out } = this.#io;
    const results = this.#instances.flatMap((instance) => this.#results.get(writtenOf(instance)) ?? []);
    const cases = [...this.#ofRun, ...results];
    const screen = {
      target: this.#target?.name ?? 'no target',
      summary: summaryOf({
        started: NOT_STARTED,
        cases,
        finished: { ...NOT_FINISHED, totals: totalsOf(cases), partial: '' },
      }),
      ran: this.#ran,
      running: this.#running,
      trouble: this.#trouble,
      filter: this.#filter,
      typing: this.#typing,
    };
    const size = { columns: out.columns(), rows: out.rows?.() ?? MIN_ROWS };
    const lines = screenLines(screen, paletteOf(out.colour), size);
    out.writeStyled(`${CLEAR_SCREEN}${lines.join('\n')}\n`);
  }
}
