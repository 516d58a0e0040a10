/** `--dialect-lock` and `--update-lock`: a run compared with the locked answers of the backend. */
import { readSource } from '../../config/yaml/source.ts';
import { driftNotes, driftObjections, extentNotes, holdLock, withClients } from '../../drift/hold-lock.ts';
import { type Lock, lockFrom, lockText, NO_LOCK } from '../../drift/lock.ts';
import { observedIn } from '../../drift/drift.ts';
import { TagproofError } from '../../errors.ts';
import { rewrite } from '../../file-in-place.ts';
import { checkWritable, statIfThere } from '../../file-trouble.ts';
import { dayOf } from '../../gate/day.ts';
import { objectIf, type Objection, type RunFacts, DRIFT_WORDS } from '../../gate/run-gates.ts';
import type { GateOptions } from '../options/option-register.ts';
import { readTolerance, type Tolerance } from '../../vary/tolerance.ts';

export interface DialectJudgement {
  readonly objections: readonly Objection[];
  readonly notes: readonly string[];
}

interface ReadLock {
  readonly lock: Lock;
  /** Undefined: there is no file yet. */
  readonly text: string | undefined;
}

function readLock(file: string, update: boolean): ReadLock {
  if (statIfThere(file, 'read') === undefined) {
    if (update) return { lock: { ...NO_LOCK, file }, text: undefined };
    throw new TagproofError(
      'file',
      `${file}: no such file\nwrite it with --dialect-lock ${file} --update-lock`,
    );
  }
  const source = readSource(file);
  return { lock: lockFrom(source), text: source.text };
}

export class DialectGate {
  readonly #file: string;
  readonly #read: ReadLock;
  readonly #update: boolean;
  readonly #all: boolean;
  readonly #at: Date;
  readonly #clients: readonly Tolerance[];

  constructor(file: string, { updateLock = false, failOn = [], clients = [] }: GateOptions, at: Date) {
    this.#file = file;
    this.#update = updateLock;
    this.#all = failOn.includes('drift');
    this.#at = at;
    if (updateLock) checkWritable(file);
    this.#read = readLock(file, updateLock);
    this.#clients = clients.map(readTolerance);
  }

  judge({ cases, partial }: RunFacts): DialectJudgement {
    const { lock, text } = this.#read;
    const observed = observedIn(cases);
    const all = holdLock(lock, observed, dayOf(this.#at));
    const held = { ...all, drifts: all.drifts.map((each) => withClients(each, this.#clients)) };
    if (this.#update) {
      if (partial !== '')
        return { objections: [], notes: [`${this.#file}: not written, since not every case ran`] };
      rewrite(this.#file, lockText(text, lock, observed));
      const changed = held.drifts.length;
      return {
        objections: [],
        notes: [
          `${this.#file}: ${observed.size} answers written, ${changed} of them changed, ${held.fresh.length} new`,
        ],
      };
    }
    const none = lock.answers.length > 0 && held.unseen.length === lock.answers.length;
    return {
      objections: [
        ...driftObjections(held, this.#all, this.#file),
        ...objectIf(
          none && partial === '',
          'unsure',
          `${this.#file}: no locked answer was seen, so drift can't be determined`,
        ),
      ],
      notes: [...driftNotes(held, this.#all, this.#file), ...(none ? [] : extentNotes(held, this.#file))],
    };
  }
}

/** The gate, where a lock is named. Throws where its file is wrong, or where drift is to fail without a lock. */
export function dialectGateOf(options: GateOptions, at: Date): DialectGate | undefined {
  const { dialectLock, failOn = [] } = options;
  if (dialectLock !== undefined) return new DialectGate(dialectLock, options, at);
  const word = DRIFT_WORDS.find((each) => failOn.includes(each));
  if (word === undefined) return undefined;
  throw new TagproofError(
    'usage',
    `--fail-on ${word}: there is no lock to compare with\nadd --dialect-lock tagproof.lock, or leave ${word} out`,
  );
}
