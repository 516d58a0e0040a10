/** Texts of streams with every case, and their parts. */
import type { RunEvent } from '../../engine/events.ts';
import { casesReporter } from '../formats/cases-reporter.ts';
import { foldAll } from '../record/reporter.ts';

export const plain = (events: readonly RunEvent[]): string =>
  foldAll(casesReporter({ colour: false }), events);

export const coloured = (events: readonly RunEvent[]): string =>
  foldAll(casesReporter({ colour: true }), events);

/** Strips the escape sequences of colours. */
export const stripped = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/\u001b\[\d+m/g, '');
