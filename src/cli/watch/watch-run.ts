/** `run --watch`: runs what changed, then what failed, whenever a suite file or the target file is saved. */
import { existsSync } from 'node:fs';
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
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { instancesIn } from '../session/suite.ts';
import { openTarget } from '../session/target.ts';
import { lookAt, watchFiles } from './watch-files.ts';
import { summaryOf } from '../../report/facts/summary.ts';
import { NOT_FINISHED, NOT_STARTED } from '../../report/record/reporter.ts';
import { totalsOf } from '../../report/record/verdict.ts';
import { screenLines } from '../../report/lines/watch-screen.ts';

type WatchCommand = CommandOptions<'run'>;

/** A change counts when two looks see the same, so it is seen after at most two of these. */
const WATCH_LOOK_MS = 50;
/** Where the terminal does not say how many lines it has. */
const MIN_ROWS = 24;
const CTRL_C = '\u0003';
const ENTER = '\r';

/** The files that say who and what exists, and where. */
const targetFiles = ({ target, world }: WatchCommand): readonly string[] =>
  [target, world].filter((file) => file !== undefined).filter((file) => existsSync(file));

/** The suite's own files; none where a path can't be listed just now. */
function suiteFiles({ suite = [] }: WatchCommand): readonly string[] {
  return suite.flatMap((path) => {
    try {
      return [path, ...suiteFilesAt(path)];
    } catch (error) {
      if (error instanceof TagproofError) return [path];
      throw error;
    }
  });
}

/** A case as it is written: what differs is another case. */
const writtenOf = ({ from, id }: Instance): string => JSON.stringify([id, from.written]);

const wantsAnotherRun = ({ verdict }: CaseFinished): boolean => verdict !== 'pass' && verdict !== 'skip';

class WatchRun {
  readonly #options: WatchCommand;
  readonly #io: Io;
  #target: OpenTarget | undefined;
  #known: KnownFacts | undefined;
  #instances: readonly Instance[] = [];
  /** The latest result of each case, by how it is written. */
  readonly #results = new Map<string, CaseFinished>();
  /** What the last run says as a whole. */
  #ofRun: readonly CaseFinished[] = [];
  #ran: { readonly count: number; readonly ms: number } | undefined;
  #trouble = '';
  /** Ends what is under way, and resolves when it has ended. */
  #stop: () => Promise<void> = async () => {};

  constructor(options: WatchCommand, io: Io) {
    this.#options = options;
    this.#io = io;
  }

  /** Reads the target anew: all that is known of the one before is forgotten. */
  async reopen(): Promise<void> {
    await this.#anew(async (signal) => {
      await this.#close();
      this.#known = undefined;
      this.#results.clear();
      this.#target = await openTarget(this.#options, this.#io, { ownThread: false });
      await this.#read();
      await this.#run(this.#instances, signal);
    });
  }

  /** Reads the suite again, and runs what changed and what failed. */
  async changed(): Promise<void> {
    await this.#anew(async (signal) => {
      await this.#read();
      const isNew = (instance: Instance): boolean => !this.#results.has(writtenOf(instance));
      await this.#run([...this.#instances.filter(isNew), ...this.#failed()], signal);
    });
  }

  async all(): Promise<void> {
    await this.#anew((signal) => this.#run(this.#instances, signal));
  }

  async failed(): Promise<void> {
    await this.#anew((signal) => this.#run(this.#failed(), signal));
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
    this.#instances = select(await instancesIn(this.#options), this.#options);
    const written = new Set(this.#instances.map(writtenOf));
    for (const each of this.#results.keys()) if (!written.has(each)) this.#results.delete(each);
  }

  #failed(): readonly Instance[] {
    return this.#instances.filter((instance) => {
      const result = this.#results.get(writtenOf(instance));
      return result !== undefined && wantsAnotherRun(result);
    });
  }

  /** Ends what is under way and does this instead; what a user can mend is shown, and what was known before stays. */
  async #anew(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const stopped = this.#stop();
    const ending = new AbortController();
    const under = stopped.then(async () => {
      if (ending.signal.aborted) return;
      try {
        this.#trouble = '';
        await work(ending.signal);
      } catch (error) {
        if (!(error instanceof TagproofError)) throw error;
        this.#trouble = `error: ${error.message}`;
      }
      this.#draw();
    });
    this.#stop = () => {
      ending.abort();
      return under;
    };
    await under;
  }

  async #run(instances: readonly Instance[], signal: AbortSignal): Promise<void> {
    const target = this.#target;
    if (target === undefined || instances.length === 0) return;
    const began = performance.now();
    const byId = new Map(instances.map((instance) => [instance.id, writtenOf(instance)]));
    const ofRun: CaseFinished[] = [];
    const outcome = await run({
      ...runAgainst(target, this.#options),
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
    if (signal.aborted) return;
    this.#known = outcome.known;
    this.#ofRun = ofRun;
    this.#ran = { count: instances.length, ms: performance.now() - began };
    if (outcome.partial !== '') this.#trouble = outcome.partial;
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
      trouble: this.#trouble,
    };
    const size = { columns: out.columns(), rows: out.rows?.() ?? MIN_ROWS };
    const lines = screenLines(screen, paletteOf(out.colour), size);
    out.writeStyled(`${CLEAR_SCREEN}${lines.join('\n')}\n`);
  }
}

/** Runs until q or Ctrl-C is pressed. Rejects where standard output or input is no terminal. */
export async function watchRun(options: WatchCommand, io: Io): Promise<Exit> {
  if (io.keys === undefined || !io.out.isTerminal)
    throw new TagproofError(
      'usage',
      '--watch shows one screen and waits for keys, so it needs a terminal\nleave it out in a pipeline, or where the output goes to a file',
    );
  const watching = new WatchRun(options, io);
  const [suites, targets] = [() => suiteFiles(options), () => targetFiles(options)];
  const [suiteLook, targetLook] = [lookAt(suites()), lookAt(targets())];
  let leave!: (exit: Exit) => void;
  let fail!: (bug: unknown) => void;
  const over = new Promise<Exit>((resolve, reject) => {
    leave = resolve;
    fail = reject;
  });
  const doing = (work: Promise<void>): void => void work.catch(fail);
  const restore = io.keys((key) => {
    if (key === 'q') leave(EXIT.ok);
    if (key === CTRL_C) leave(EXIT.interrupted);
    if (key === ENTER) doing(watching.all());
    if (key === 'f') doing(watching.failed());
  });
  io.onExit(restore);
  io.onInterrupt(() => leave(EXIT.interrupted));
  const watches = [
    watchFiles(suites, suiteLook, () => doing(watching.changed()), WATCH_LOOK_MS),
    watchFiles(targets, targetLook, () => doing(watching.reopen()), WATCH_LOOK_MS),
  ];
  try {
    doing(watching.reopen());
    return await over;
  } finally {
    for (const watch of watches) watch.close();
    restore();
    await watching.end();
  }
}
