/** The report for people: a block for each cause, failures before warnings, then what the run comes to on one screen. */
import type { RunEvent, RunRecord } from '../record/events.ts';
import { plural } from '../../base/text/quantities.ts';
import { erroredOf } from '../facts/needs.ts';
import { causesOf, isNew, type Cause } from '../facts/causes.ts';
import { exchangesOfFindings, briefExchangeLines } from '../lines/case-lines.ts';
import { causeLines, MAX_LINES } from '../lines/cause-lines.ts';
import { type Palette, paletteOf } from '../lines/colours.ts';
import { lastScreen } from '../lines/last-screen.ts';
import { startText } from '../lines/run-lines.ts';
import { documentReporter, type Reporter, type ReporterOptions } from '../record/reporter.ts';
import { visibleLine } from '../../base/text/visible.ts';
import { fitted } from '../../base/text/columns.ts';
import { verboseConsole } from './verbose-console.ts';

/** Causes in full, and reasons for no reply; what is beyond has a line on the last screen. */
const MAX_CAUSES = 20;
const MAX_UNJUDGED = 3;

const isMust = ({ level }: Cause): boolean => level === 'must';

/** Why cases got no reply to judge, each with the request of one. */
const unjudgedBlocks = ({ cases }: RunRecord, palette: Palette): readonly (readonly string[])[] =>
  erroredOf(cases)
    .slice(0, MAX_UNJUDGED)
    .map(({ words, cases: its }) => {
      const [first] = its;
      const [exchange] = first === undefined ? [] : exchangesOfFindings(first);
      return [
        `${palette.mark('error')} ${palette.colours.bold(words)}`,
        `  in ${plural(its.length, 'case')}, the first ${visibleLine(first?.case.id ?? '')}`,
        ...(exchange === undefined ? [] : briefExchangeLines(exchange, '', palette)),
      ];
    });

/** Every block, then the last screen. */
function text(record: RunRecord, options: ReporterOptions): string {
  const palette = paletteOf(options.colour);
  const columns = options.columns ?? Number.POSITIVE_INFINITY;
  const causes = causesOf(record.cases.filter(isNew));
  const blocks = [
    ...causes
      .filter(isMust)
      .slice(0, MAX_CAUSES)
      .map((cause) => causeLines(cause, palette, columns)),
    ...unjudgedBlocks(record, palette).map((lines) => fitted(lines, columns, MAX_LINES)),
    lastScreen(record, options),
  ];
  return blocks.map((lines) => `\n${lines.join('\n')}\n`).join('');
}

/** The head at once, then the document. */
export function consoleReporter(options: ReporterOptions): Reporter {
  if (options.mode === 'verbose') return verboseConsole(options);
  const palette = paletteOf(options.colour);
  const document = documentReporter((record) =>
    options.mode === 'quiet' ? `\n${lastScreen(record, options).join('\n')}\n` : text(record, options),
  );
  return {
    on: (event: RunEvent) =>
      event.kind === 'run-started' ? startText(event, palette) + document.on(event) : document.on(event),
  };
}
