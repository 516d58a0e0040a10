/** The samples of every report, by their files. */
import { recordOf } from '../src/coverage/record-of.ts';
import { matrixOf } from '../src/report/facts/matrix.ts';
import { matrixPage } from '../src/report/html/html-reporter.ts';
import { REPORTERS, type ReporterName } from '../src/report/reporters/reporters.ts';
import { foldAll } from '../src/report/reporters/reporter.ts';
import { sampleEvents } from './sample-record.ts';

const FOLDER = 'reports/sample';

/** What the report of each reporter is called. */
const FILES = {
  ndjson: 'events.ndjson',
  console: 'console.txt',
  html: 'report.html',
  markdown: 'summary.md',
  comment: 'comment.md',
  github: 'annotations.txt',
  sarif: 'report.sarif',
  junit: 'junit.xml',
  ctrf: 'ctrf.json',
  har: 'exchanges.har',
  json: 'report.json',
} as const satisfies Record<ReporterName, string>;

export interface Sample {
  readonly path: string;
  readonly text: string;
}

/** All of them, the same each time. */
export async function samples(): Promise<readonly Sample[]> {
  const events = await sampleEvents();
  const reports = Object.entries(FILES).map(([name, file]) => ({
    path: `${FOLDER}/${file}`,
    text: foldAll(REPORTERS[name as ReporterName].open({ colour: false }), events),
  }));
  const matrix = matrixPage(matrixOf([{ file: 'events.ndjson', record: recordOf(events) }]));
  return [...reports, { path: `${FOLDER}/matrix.html`, text: matrix }];
}
