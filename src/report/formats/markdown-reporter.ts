/** The report in Markdown: the summary of a job. */
import type { RunRecord } from '../record/events.ts';
import { documentReporter, type Reporter } from '../record/reporter.ts';
import {
  type Block,
  code,
  codeBlock,
  details,
  html,
  type Section,
  table,
  withinBytes,
  words,
} from './markup.ts';
import { VERDICT_WORDS, VERDICTS } from '../record/verdict.ts';
import { fewLines, plural, showDuration } from '../../base/text/quantities.ts';
import { oneLine } from '../../base/text/visible.ts';
import { causesOf, isNew, type Cause } from '../facts/causes.ts';
import { headlineOf, type Tone } from '../facts/headline.ts';
import { needsOf, seedKitLines, skippedOf } from '../facts/needs.ts';
import {
  answerLines,
  chapterCounts,
  knownLines,
  whyPartial,
  reasonLines,
  uncountedLines,
  verifiedLine,
} from '../lines/run-lines.ts';
import { clauseWords } from '../facts/clause-words.ts';
import { PLAIN } from '../lines/colours.ts';
import { briefWords, extentText } from '../lines/cause-lines.ts';
import { exchangeLines } from '../lines/case-lines.ts';
import { capital, type ShownTable, tablesFor } from '../tables.ts';

const SIGNS = { good: '✅', warned: '⚠️', bad: '❌', unknown: '❔' } as const satisfies Record<Tone, string>;

function facts(record: RunRecord): Block {
  const { started, finished, cases } = record;
  const { requests, ms, cells } = finished;
  return table(
    ['', ''],
    [
      ['target', code(started.target)],
      ['suite', `${plural(started.planned, 'case')} of ${plural(chapterCounts(cases).length, 'chapter')}`],
      ['tagproof', code(started.version)],
      ['run', `${code(started.at)}, ${plural(requests, 'request')} in ${showDuration(ms)}`],
      ...knownLines(record).map((line) => ['baseline', line]),
      ...answerLines(finished, cases).map((line) => ['answers', line]),
      ...(cells === undefined
        ? []
        : [
            ['verified', verifiedLine(cells).replace(/^this run verified /, '')],
            ...uncountedLines(cells).map((line) => ['not counted', line.replace(/^not counted: /, '')]),
          ]),
    ],
  );
}

function overview(record: RunRecord): Section {
  const { tone, words: verdict } = headlineOf(record);
  const { totals } = record.finished;
  const partial = whyPartial(record);
  return {
    name: 'the overview',
    blocks: [
      [`# ${SIGNS[tone]} getTag: ${verdict}`],
      [VERDICTS.map((each) => `**${totals[each]}** ${VERDICT_WORDS[each]}`).join(' · ')],
      partial.length === 0 ? [] : ['The run is incomplete:', '', ...codeBlock(partial)],
      facts(record),
    ],
  };
}

function causeTable(causes: readonly Cause[]): Section {
  return {
    name: 'the table of causes',
    blocks: [
      causes.length === 0 ? [] : ['## Findings by cause'],
      table(
        ['level', 'clause', 'what is wrong', 'cases', 'endpoints'],
        causes.map((cause) => [
          cause.level,
          code(cause.clause),
          words(briefWords(cause)),
          `${cause.cases.length}`,
          `${cause.endpoints.length}`,
        ]),
      ),
    ],
  };
}

function exampleOf({ example, finding }: Cause): readonly Block[] {
  const exchange = finding.exchange === undefined ? undefined : example.exchanges[finding.exchange];
  const { file, line, id } = example.case;
  const where = [
    ...(file === '' ? [] : [`${code(`${file}:${line}`)}`]),
    ...(example.notes ?? []).map((note) => code(oneLine(note))),
  ];
  const shown = exchange === undefined ? [] : exchangeLines(exchange, PLAIN);
  return [
    [`Example: ${code(id)}`, ...where.map((each) => `- ${each}`)],
    table(
      ['', ''],
      [
        ...(finding.at === '' ? [] : [['where', code(finding.at)]]),
        ['expected', code(finding.expected)],
        ['actual', code(finding.actual)],
      ],
    ),
    shown.length > 0 ? codeBlock(shown) : [],
  ];
}

function causeSection(cause: Cause): Section {
  const { clause, level, cases } = cause;
  const { section, description } = clauseWords(clause);
  const summary = `<b>${html(clause)}</b>: ${html(briefWords(cause))} (${plural(cases.length, 'case')})`;
  const body = [
    [`${level}, ${section}${description === '' ? '' : `: ${words(description)}`}`],
    [`${capital(extentText(cause))}.`],
    ...exampleOf(cause),
  ].filter((block) => block.length > 0);
  return {
    name: 'a finding',
    blocks: [
      details(
        summary,
        body.flatMap((block, at) => (at === 0 ? block : ['', ...block])),
      ),
    ],
  };
}

function errorSection({ cases }: RunRecord): Section {
  const lines = reasonLines(cases, 'error');
  return {
    name: 'what could not be judged',
    blocks: [lines.length === 0 ? [] : ['## Not judged'], lines.length === 0 ? [] : codeBlock(lines)],
  };
}

/** How many needs are named; those of the most must cells come first. */
const MAX_SKIPPED = 20;

function skippedSection({ cases }: RunRecord): Section {
  const skipped = skippedOf(cases);
  const lines = skipped.map(({ words: why, cases: its }) => `- ${code(why)} (${plural(its.length, 'case')})`);
  return {
    name: 'what was skipped',
    blocks: [
      skipped.length === 0 ? [] : ['## Skipped'],
      fewLines(lines, MAX_SKIPPED),
      seedKitLines(needsOf(cases)),
    ],
  };
}

/** A table of more rows opens by a click. */
const MAX_OPEN = 20;

function tableSection({ heading, columns, code: asCode = [], rows }: ShownTable): Section {
  const cells = rows.map((row) =>
    row.map((cell, at) => (asCode.includes(columns[at] ?? '') ? code(cell) : words(cell))),
  );
  const block = table(columns, cells);
  return {
    name: heading,
    blocks: [
      [`## ${capital(heading)}`],
      rows.length > MAX_OPEN ? details(plural(rows.length, 'row'), block) : block,
    ],
  };
}

/** All sections, in the order in which they are read. */
function sectionsOf(record: RunRecord): readonly Section[] {
  const causes = causesOf(record.cases.filter(isNew));
  return [
    overview(record),
    causeTable(causes),
    ...causes.map(causeSection),
    errorSection(record),
    skippedSection(record),
    ...tablesFor('markdown', record).map(tableSection),
  ];
}

/** GitHub refuses the summary of a step beyond 1 MiB. */
const MAX_BYTES = 1_048_576;

export const markdownReporter = (): Reporter =>
  documentReporter((record) => withinBytes(sectionsOf(record), MAX_BYTES));
