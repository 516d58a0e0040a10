/** The case that killed each mutant when the net was recorded: a hunt that tries it first takes a fraction of the time. */
import { readRecord } from './record.ts';

export function recordedKillers(): ReadonlyMap<string, string> {
  return new Map([...readRecord('kills')].map(([mutant, row]) => [mutant, row.split(' ').at(-1) ?? '']));
}
