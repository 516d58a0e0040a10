/** What `run:` of a target file says, in place of what the command line leaves out. */
import { TagproofError } from '../../base/errors.ts';
import { suiteFilesAt } from '../../cases/format/suite-files.ts';
import type { RunSection } from '../../world/target-file/run-section.ts';
import type { TargetFile } from '../../world/target-file/target-file.ts';
import { COMMANDS, type CommandOptions } from '../options/command-register.ts';
import { refuseOverwriting } from '../options/option-checks.ts';
import type { WantedReport } from '../../world/target-file/report-word.ts';
import { fileToRead, reportWord, SHIPPED } from '../options/values.ts';

type RunWords = CommandOptions<'run'>;

/** Reads a word or a path of the section; what is wrong with it gets its place. */
function readAt<T>(run: RunSection, path: Parameters<RunSection['wrong']>[0], read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TagproofError)) throw error;
    throw run.wrong(path, error.message);
  }
}

function reportsOf(run: RunSection): readonly WantedReport[] | undefined {
  return run.reporters?.map((text) => {
    const { name, path } = reportWord(text);
    return { name, path: path === undefined ? undefined : run.pathOf(path) };
  });
}

function suitesOf(run: RunSection): readonly string[] | undefined {
  return run.suites?.map((text, at) => {
    const path = text === SHIPPED ? text : run.pathOf(text);
    if (path !== SHIPPED) readAt(run, ['suites', at], () => suiteFilesAt(path));
    return path;
  });
}

function baselineOf(run: RunSection, { updateBaseline = false }: RunWords): string | undefined {
  const path = run.baseline === undefined ? undefined : run.pathOf(run.baseline);
  if (path !== undefined && !updateBaseline) readAt(run, ['baseline'], () => fileToRead(path));
  return path;
}

const DEFAULTS = {
  reporter: reportsOf,
  suite: suitesOf,
  failOn: ({ failOn }: RunSection) => failOn,
  baseline: baselineOf,
};

/** The words of the command line with the defaults of the file behind them. Throws where they contradict each other. */
export function withDefaults(words: RunWords, { run }: TargetFile): RunWords {
  const left = Object.entries(DEFAULTS).filter(([name]) => words[name as keyof RunWords] === undefined);
  const found = left.flatMap(([name, read]) => {
    const value = run && read(run, words);
    return value === undefined ? [] : [[name, value]];
  });
  const options: RunWords = { ...words, ...Object.fromEntries(found) };
  refuseOverwriting(COMMANDS.run.options, options);
  if (options.updateBaseline !== true || options.baseline !== undefined) return options;
  throw new TagproofError(
    'usage',
    'run --update-baseline: it has no effect without --baseline\nadd --baseline FILE, or baseline: FILE below run: in the target file',
  );
}
