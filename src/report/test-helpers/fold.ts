/** Console texts of streams, and their parts. */
import type { RunEvent } from '../../engine/events.ts';
import { consoleReporter } from '../formats/console-reporter.ts';
import { foldAll } from '../record/reporter.ts';

export const plain = (events: readonly RunEvent[]): string =>
  foldAll(consoleReporter({ colour: false }), events);

export const coloured = (events: readonly RunEvent[]): string =>
  foldAll(consoleReporter({ colour: true }), events);

/** Strips the escape sequences of colours. */
export const stripped = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/\u001b\[\d+m/g, '');

/** The lines that start a block or report a repetition. */
export const headlines = (text: string): readonly string[] =>
  text.split('\n').filter((line) => /^(?:FAIL|WARN|ERROR) /.test(line));
