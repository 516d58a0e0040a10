/** Saves what a fuzz run found, and says how to send it again. */
import type { FuzzInputs } from '../../fuzz/trials/fuzz-inputs.ts';
import type { TargetOptions } from '../options/option-register.ts';
import type { OpenTarget } from '../../connect/connect.ts';
import { failureText } from '../../fuzz/failures/failure-file.ts';
import type { Failure } from '../../fuzz/failures/failure-buckets.ts';
import { trialWords } from '../../fuzz/trials/trial-words.ts';
import { curlSendsAll } from '../../transport/shell/curl.ts';
import { rawCommandOf } from '../../transport/shell/raw-command.ts';
import { shellWord } from '../../transport/shell/shell-quote.ts';
import { FailureFolder } from './failure-folder.ts';

/** Says where the failures of a run are. Without a folder nothing is written. */
export class Keeper {
  readonly #folder: FailureFolder | undefined;
  readonly #target: OpenTarget;
  readonly #options: TargetOptions;

  constructor(folder: string | undefined, target: OpenTarget, options: TargetOptions) {
    this.#folder = folder === undefined ? undefined : new FailureFolder(folder);
    this.#target = target;
    this.#options = options;
  }

  /** Empty: it is not saved. */
  fileOf(failure: Failure): string {
    return this.#folder?.fileOf(failure) ?? '';
  }

  /** The commands for the requests that curl can't send. */
  byteCommands(failure: Failure): readonly string[] {
    return this.#odd(failure).map(({ command }) => command);
  }

  /** The command that replays these; undefined: they are not saved. */
  replayCommand(failures: readonly Failure[]): string | undefined {
    if (this.#folder === undefined) return undefined;
    const { target, world } = this.#options;
    const words = [
      ...failures.map((failure) => this.fileOf(failure)),
      ...(target === undefined ? [] : ['--target', target]),
      ...(world === undefined ? [] : ['--world', world]),
    ];
    return ['npx tagproof replay', ...words.map((word) => shellWord(Buffer.from(word)))].join(' ');
  }

  /** Replaces what an earlier run has left. */
  saveAll(failures: readonly Failure[], inputs: FuzzInputs, seed: number): void {
    if (this.#folder === undefined) return;
    const { target, world } = this.#options;
    const { dialect } = this.#target.facts;
    const run = { target: this.#target.name, targetOption: target, worldOption: world, seed, dialect };
    const files = new Map<string, string | Uint8Array>();
    for (const failure of failures) {
      const description = trialWords(failure.tried.trial, inputs);
      files.set(this.fileOf(failure), failureText(failure, description, run, this.#target.redaction, inputs));
      for (const { file, bytes } of this.#odd(failure)) files.set(file, bytes);
    }
    this.#folder.replace(files);
  }

  /** Requests that curl can't send: the bytes, the file for them, and the command that sends that. */
  #odd(failure: Failure) {
    const { link } = this.#target;
    return failure.tried.judged.flatMap(({ planned: { request } }, at) => {
      if (this.#folder === undefined || curlSendsAll(request, link.secretStore)) return [];
      const file = this.#folder.rawFileOf(failure, at);
      return [{ file, ...rawCommandOf(request, link, file) }];
    });
  }
}
