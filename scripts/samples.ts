/** The samples of every report, by their files. */
import { readFileSync } from 'node:fs';
import { recordOf } from '../src/coverage/record-of.ts';
import { matrixOf } from '../src/report/facts/matrix.ts';
import { matrixPage } from '../src/report/html/html-reporter.ts';
import { REPORTER_NAMES, REPORTERS, type ReporterName } from '../src/report/reporters/reporters.ts';
import { foldAll } from '../src/report/reporters/reporter.ts';
import { sampleEvents } from './sample-record.ts';

const FOLDER = 'reports/sample';

export interface Sample {
  readonly path: string;
  readonly text: string;
}

/** What to say about a sample beyond the name of its reporter. */
const NOTES: Partial<Record<ReporterName, string>> = {
  html: ': open it from disk',
  ndjson: ': the record; all others are made of it',
};

const MATRIX = 'matrix.html';

const rowOf = (file: string, text: string): string => `| [${file}](${file}) | ${text} |`;

/** The page of the folder: its table is written from the reporters, the rest by hand. */
function page(): Sample {
  const path = `${FOLDER}/README.md`;
  const head = '| file | `--reporter` |\n|---|---|\n';
  const [before = ''] = readFileSync(path, 'utf8').split(head);
  const rows = REPORTER_NAMES.map((name) => rowOf(REPORTERS[name].file, `\`${name}\`${NOTES[name] ?? ''}`));
  const matrix = rowOf(
    MATRIX,
    `\`tagproof report --matrix ${REPORTERS.ndjson.file} --out ${MATRIX}\`: one run; several make it useful`,
  );
  return { path, text: `${before}${head}${[...rows, matrix].join('\n')}\n` };
}

/** All of them, the same each time. */
export async function samples(): Promise<readonly Sample[]> {
  const events = await sampleEvents();
  const reports = REPORTER_NAMES.map((name) => ({
    path: `${FOLDER}/${REPORTERS[name].file}`,
    text: foldAll(REPORTERS[name].open({ colour: false }), events),
  }));
  const matrix = matrixPage(matrixOf([{ file: REPORTERS.ndjson.file, record: recordOf(events) }]));
  return [...reports, { path: `${FOLDER}/${MATRIX}`, text: matrix }, page()];
}
