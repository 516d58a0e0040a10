/** Saves what a fuzz run found, and says how to send it again. */
import type { FuzzInputs } from '../../fuzz/trials/fuzz-inputs.ts';
import type { TargetWords } from '../options/option-register.ts';
import type { OpenTarget } from '../../connect/connect.ts';
import { failureText } from '../../fuzz/failures/failure-file.ts';
import type { Failure } from '../../fuzz/failures/failure-buckets.ts';
import { trialWords } from '../../fuzz/trials/trial-words.ts';
import { curlSendsAll } from '../../transport/shell/curl.ts';
import { rawCommandOf } from '../../transport/shell/raw-command.ts';
import { shellWord } from '../../transport/shell/shell-quote.ts';
import { FailureFolder } from './failure-folder.ts';

/** Where the failures of a run are, and what sends them again. Without a folder nothing is written. */
export function failureKeeper(path: string | undefined, target: OpenTarget, options: TargetWords) {
  const folder = path === undefined ? undefined : new FailureFolder(path);
  const { facts, link, name, redaction } = target;

  /** Requests that curl can't send: the bytes, the file for them, and the command that sends that. */
  const odd = (failure: Failure) =>
    failure.tried.judged.flatMap(({ planned: { request } }, at) => {
      if (folder === undefined || curlSendsAll(request, link.secretStore)) return [];
      const file = folder.rawFileOf(failure, at);
      return [{ file, ...rawCommandOf(request, link, file) }];
    });

  return {
    /** Empty: it is not saved. */
    savedAt: (failure: Failure): string => folder?.fileOf(failure) ?? '',
    /** The commands for the requests that curl can't send. */
    byteCommands: (failure: Failure): readonly string[] => odd(failure).map(({ command }) => command),
    /** The command that replays these; undefined: they are not saved. */
    replayCommand(failures: readonly Failure[]): string | undefined {
      if (folder === undefined) return undefined;
      const words = [
        ...failures.map((failure) => folder.fileOf(failure)),
        ...(options.target === undefined ? [] : ['--target', options.target]),
        ...(options.world === undefined ? [] : ['--world', options.world]),
      ];
      return ['npx tagproof replay', ...words.map((word) => shellWord(Buffer.from(word)))].join(' ');
    },
    /** Replaces what an earlier run has left. */
    saveAll(failures: readonly Failure[], inputs: FuzzInputs, seed: number): void {
      if (folder === undefined) return;
      const run = {
        target: name,
        targetOption: options.target,
        worldOption: options.world,
        seed,
        dialect: facts.dialect,
      };
      const files = new Map<string, string | Uint8Array>();
      for (const failure of failures) {
        const description = trialWords(failure.tried.trial, inputs);
        files.set(folder.fileOf(failure), failureText(failure, description, run, redaction, inputs));
        for (const { file, bytes } of odd(failure)) files.set(file, bytes);
      }
      folder.replace(files);
    },
  };
}
