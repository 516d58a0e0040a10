/** `--dialect-lock` and `--update-lock`: a run compared with the locked answers of the backend. */
import { readSource } from '../../config/yaml/source.ts';
import { driftNotes, driftObjections, extentNotes, holdLock, withClients } from '../../drift/hold-lock.ts';
import { lockFrom, lockText, NO_LOCK } from '../../drift/lock.ts';
import { observedIn } from '../../drift/drift.ts';
import { TagproofError } from '../../errors.ts';
import { rewrite } from '../../file-in-place.ts';
import { checkWritable, statIfThere } from '../../file-trouble.ts';
import { dayOf } from '../../gate/day.ts';
import type { RunRecord } from '../../engine/events.ts';
import { objectIf, DRIFT_WORDS } from '../../gate/run-gates.ts';
import type { GateOptions } from '../options/option-register.ts';
import { readTolerance } from '../../vary/tolerance.ts';

/** `text`: undefined where there is no file yet. */
function readLock(file: string, update: boolean) {
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

/** What a lock says about a finished run; undefined: none is named. Throws where its file is wrong, or where drift is to fail without a lock. */
export function dialectGateOf(
  { dialectLock: file, updateLock = false, failOn = [], clients: named = [] }: GateOptions,
  at: Date,
) {
  if (file === undefined) {
    const word = DRIFT_WORDS.find((each) => failOn.includes(each));
    if (word === undefined) return undefined;
    throw new TagproofError(
      'usage',
      `--fail-on ${word}: there is no lock to compare with\nadd --dialect-lock tagproof.lock, or leave ${word} out`,
    );
  }
  if (updateLock) checkWritable(file);
  const { lock, text } = readLock(file, updateLock);
  const clients = named.map(readTolerance);
  const all = failOn.includes('drift');
  return ({ cases, finished: { partial } }: RunRecord) => {
    const observed = observedIn(cases);
    const compared = holdLock(lock, observed, dayOf(at));
    const held = { ...compared, drifts: compared.drifts.map((each) => withClients(each, clients)) };
    if (updateLock && partial !== '')
      return { objections: [], notes: [`${file}: not written, since not every case ran`] };
    if (updateLock) {
      rewrite(file, lockText(text, lock, observed));
      const changed = held.drifts.length;
      const note = `${file}: ${observed.size} answers written, ${changed} of them changed, ${held.fresh.length} new`;
      return { objections: [], notes: [note] };
    }
    const none = lock.answers.length > 0 && held.unseen.length === lock.answers.length;
    return {
      objections: [
        ...driftObjections(held, all, file),
        ...objectIf(
          none && partial === '',
          'unsure',
          `${file}: no locked answer was seen, so drift can't be determined`,
        ),
      ],
      notes: [...driftNotes(held, all, file), ...(none ? [] : extentNotes(held, file))],
    };
  };
}
