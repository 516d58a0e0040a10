/** One case with everything that its record holds: for a reader who asked for this very case. */
import type { CaseFinished, RedactedExchange } from '../../engine/events.ts';
import { showDuration } from '../../text/duration.ts';
import { oneLine, visibleLine } from '../../text/visible.ts';
import { placeOf } from './case-lines.ts';
import { clauseWords } from './clause-words.ts';
import type { Palette } from './colours.ts';
import { exchangeLines } from './exchange-lines.ts';
import { findingLines } from './finding-lines.ts';

type Lines = readonly string[];

/** `4.5.2/tags  §4.5.2: tags lists the tags of the target`. */
function clauseLine(id: string): string {
  const { section, description } = clauseWords(id);
  return visibleLine(`${id}  ${section}${description === '' ? '' : `: ${description}`}`);
}

function exchangesOf({ exchanges, others = [] }: CaseFinished): readonly RedactedExchange[] {
  return [...exchanges, ...others].toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
}

/** Why there is nothing to see, and how to see it. */
function absence({ verdict }: CaseFinished): Lines {
  if (verdict === 'skip') return ['  nothing was sent'];
  return ['  the record holds no exchange of this case: run with --exchanges all'];
}

function timeLine({ latency = {}, ms }: CaseFinished): string {
  const replies = Object.entries(latency).flatMap(([endpoint, times]) =>
    times.map((each) => `${endpoint} ${each} ms`),
  );
  return `  took     ${showDuration(ms)}${replies.length === 0 ? '' : `; replies: ${replies.slice(0, 12).join(', ')}`}${replies.length > 12 ? ', …' : ''}`;
}

/** The headline, what the case checks, its findings, and every exchange with its time. */
export function wholeCaseLines(event: CaseFinished, palette: Palette): Lines {
  const { colours, mark } = palette;
  const { id, title, clauses } = event.case;
  const exchanges = exchangesOf(event);
  return [
    `${mark(event.verdict)} ${colours.bold(visibleLine(id))}  ${visibleLine(title)}`,
    ...placeOf(event).map((place) => `  ${colours.dim(place)}`),
    ...(event.reason === '' ? [] : [`  ${oneLine(event.reason)}`]),
    ...(event.notes ?? []).map((note) => `  ${oneLine(note)}`),
    ...clauses.map((clause) => `  ${colours.dim('checks')}   ${clauseLine(clause)}`),
    ...event.decided.map((each) => `  ${colours.dim('decided')}  ${oneLine(each)}`),
    timeLine(event),
    ...event.findings.flatMap((found) => ['', ...findingLines(found, palette)]),
    '',
    ...(exchanges.length === 0 ? absence(event) : []),
    ...exchanges.flatMap((exchange, at) => [...(at === 0 ? [] : ['']), ...exchangeLines(exchange, palette)]),
  ];
}
