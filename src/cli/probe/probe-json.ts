/** What a probe found, for scripts. */
import type { HeldAgainst } from './against-file.ts';
import type { FactAdditions } from './fact-additions.ts';
import type { Probed } from './probe.ts';
import type { Slot } from './slots.ts';

/** What was written to which file, and what was not to be written. */
export interface Written extends FactAdditions, Pick<HeldAgainst, 'withheld'> {
  readonly file: string;
}

/** Grows when a member changes its meaning or goes. */
const FORMAT = 2;

const withoutReplies = (slot: Slot): object => ({ ...slot, ended: undefined });

/** The document; a place of `""` is the whole backend, a game of `""` one whose id the file does not name. */
export const probeJson = (
  target: string,
  found: Probed,
  { contradictions }: HeldAgainst,
  written: Written | undefined,
): object => ({
  format: FORMAT,
  target,
  ...found,
  slots: found.slots.map(withoutReplies),
  contradictions: contradictions.map(withoutReplies),
  written: written === undefined ? null : { ...written, withheld: written.withheld.map(withoutReplies) },
});
