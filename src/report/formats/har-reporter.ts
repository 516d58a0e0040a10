/** HAR 1.2: every exchange that the record of the run holds, masked as in every report. It is written as the run goes. */
import { NOT_STARTED } from '../reporters/run-record.ts';
import type { Reporter } from '../reporters/reporter.ts';
import type { CaseFinished, RunEvent, RunStarted, RedactedExchange } from '../../engine/events.ts';
import { plural } from '../../text/plural.ts';
import { safeJson } from '../../text/safe-json.ts';
import { visibleLine } from '../../text/visible.ts';
import { baseOf, harEntry } from './har-entry.ts';

function head({ version, target }: RunStarted): string {
  const creator = { name: 'tagproof', version: visibleLine(version) };
  const browser = { name: 'tagproof', version: visibleLine(version), comment: visibleLine(target) };
  return `{"log":{"version":"1.2","creator":${safeJson(creator)},"browser":${safeJson(browser)},"entries":[`;
}

/** In the order of sending, as far as the record knows it. */
function exchangesOf({ exchanges, others = [] }: CaseFinished): readonly RedactedExchange[] {
  return [...exchanges, ...others].toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
}

function tail(entries: number, without: number): string {
  const comment =
    without === 0
      ? plural(entries, 'exchange')
      : `${plural(entries, 'exchange')}; of ${plural(without, 'case')} none is recorded: run with --exchanges all`;
  return `\n],"comment":${JSON.stringify(comment)}}}\n`;
}

/** Whether the case was sent, but the record holds nothing of it. */
const isWithout = (event: CaseFinished): boolean =>
  event.verdict !== 'skip' && exchangesOf(event).length === 0;

export function harReporter(): Reporter {
  let started: RunStarted | undefined;
  let entries = 0;
  let without = 0;
  const begin = (event: RunStarted): string => {
    started = event;
    return head(event);
  };
  /** The head, where the start of the run was not seen. */
  const late = (): string => (started === undefined ? begin(NOT_STARTED) : '');
  const entriesText = (event: CaseFinished, { target, at }: RunStarted): string => {
    if (isWithout(event)) without += 1;
    const since = Number.isNaN(Date.parse(at)) ? 0 : Date.parse(at);
    return exchangesOf(event)
      .map((each) => {
        entries += 1;
        return `${entries === 1 ? '' : ','}\n${safeJson(harEntry(each, event.case.id, baseOf(target), since))}`;
      })
      .join('');
  };
  return {
    on(event: RunEvent): string {
      if (event.kind === 'run-started') return begin(event);
      if (event.kind === 'run-finished') return `${late()}${tail(entries, without)}`;
      return `${late()}${entriesText(event, started ?? NOT_STARTED)}`;
    },
  };
}
