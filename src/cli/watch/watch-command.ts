/** `run --watch`: the keys and the files that it waits for. */
import { existsSync } from 'node:fs';
import { TagproofError } from '../../base/errors.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { lookAt, watchFiles } from './watch-files.ts';
import { WatchRun } from './watch-run.ts';

/** A change counts when two looks see the same, so it is seen after at most two of these. */
const WATCH_LOOK_MS = 50;

const CTRL_C = '\u0003';
const ENTER = '\r';
const ESCAPE_KEY = '\u001b';
const BACKSPACES = new Set(['\u007f', '\b']);
/** What a filter is made of: names and *. */
const OF_FILTER = /^[\w./*@:-]+$/;

/** The files that say who and what exists, and where. */
const targetFiles = ({ target, world }: CommandOptions<'run'>): readonly string[] =>
  [target, world].filter((file) => file !== undefined).filter((file) => existsSync(file));

/** Runs until q or Ctrl-C is pressed. Rejects where standard output or input is no terminal. */
export async function watchRun(options: CommandOptions<'run'>, io: Io): Promise<Exit> {
  if (io.keys === undefined || !io.out.isTerminal)
    throw new TagproofError(
      'usage',
      '--watch shows one screen and waits for keys, so it needs a terminal\nleave it out in a pipeline, or where the output goes to a file',
    );
  const watching = new WatchRun(options, io);
  const [suites, targets] = [() => watching.suiteFiles(), () => targetFiles(options)];
  const [suiteLook, targetLook] = [lookAt(suites()), lookAt(targets())];
  let leave!: (exit: Exit) => void;
  let fail!: (bug: unknown) => void;
  const over = new Promise<Exit>((resolve, reject) => {
    leave = resolve;
    fail = reject;
  });
  const doing = (work: Promise<void>): void => void work.catch(fail);
  let typed: string | undefined;
  const show = (text: string | undefined): void => watching.typing((typed = text));
  const typeKey = (before: string, key: string): void => {
    if (key === ESCAPE_KEY || key === ENTER) show(undefined);
    else if (BACKSPACES.has(key)) show(before.slice(0, -1));
    else if (OF_FILTER.test(key)) show(before + key);
    if (key === ENTER) doing(watching.filter(before));
  };
  const restore = io.keys((key) => {
    if (key === CTRL_C) return leave(EXIT.interrupted);
    if (typed !== undefined) return typeKey(typed, key);
    if (key === 'q') leave(EXIT.ok);
    if (key === '/') show('');
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
