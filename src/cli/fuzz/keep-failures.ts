/** Saves what a fuzz run found, and says how to send it again. */
import { failureText } from '../../fuzz/failure-file.ts';
import type { Material } from '../../fuzz/material.ts';
import type { Failure } from '../../fuzz/settle.ts';
import { trialWords } from '../../fuzz/trial-words.ts';
import { curlSendsAll } from '../../wire/curl.ts';
import { rawCommandOf } from '../../wire/raw-command.ts';
import { shellWord } from '../../wire/shell-quote.ts';
import type { OpenTarget, TargetOptions } from '../open-target.ts';
import { FailureFolder } from './failure-folder.ts';

/** A request that curl can't send: its bytes, the file for them, and the command that sends that. */
interface OddRequest {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly command: string;
}

export class Keeper {
  readonly #folder: FailureFolder;
  readonly #target: OpenTarget;
  readonly #options: TargetOptions;

  constructor(folder: string, target: OpenTarget, options: TargetOptions) {
    this.#folder = new FailureFolder(folder);
    this.#target = target;
    this.#options = options;
  }

  fileOf(failure: Failure): string {
    return this.#folder.fileOf(failure);
  }

  /** The commands for the requests that curl can't send. */
  byteCommands(failure: Failure): readonly string[] {
    return this.#odd(failure).map(({ command }) => command);
  }

  replayCommand(failures: readonly Failure[]): string {
    const files = failures.map((failure) => shellWord(Buffer.from(this.fileOf(failure))));
    return ['npx tagproof replay', ...files].join(' ');
  }

  /** Takes the place of what an earlier run has left. */
  saveAll(failures: readonly Failure[], material: Material, seed: number): void {
    this.#folder.clear();
    const { target, world } = this.#options;
    const { dialect } = this.#target.facts;
    const run = { target: this.#target.name, targetOption: target, worldOption: world, seed, dialect };
    for (const failure of failures) {
      const says = trialWords(failure.tried.trial, material);
      this.#folder.write(this.fileOf(failure), failureText(failure, says, run, this.#target.sight));
      for (const { file, bytes } of this.#odd(failure)) this.#folder.write(file, bytes);
    }
  }

  #odd(failure: Failure): readonly OddRequest[] {
    const { link } = this.#target;
    return failure.tried.judged.flatMap(({ planned: { request } }, shot) => {
      if (curlSendsAll(request, link.vault)) return [];
      const file = this.#folder.rawFileOf(failure, shot);
      return [{ file, ...rawCommandOf(request, link, file) }];
    });
  }
}
