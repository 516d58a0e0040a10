/** Texts of streams on the console with --verbose, and their parts. */
import type { RunEvent } from '../record/events.ts';
import { consoleReporter } from '../formats/console-reporter.ts';
import { foldAll } from '../record/reporter.ts';

export const plain = (events: readonly RunEvent[]): string =>
  foldAll(consoleReporter({ colour: false, mode: 'verbose' }), events);

export const coloured = (events: readonly RunEvent[]): string =>
  foldAll(consoleReporter({ colour: true, mode: 'verbose' }), events);

/** Strips the escape sequences of colours. */
export const stripped = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/\u001b\[\d+m/g, '');
