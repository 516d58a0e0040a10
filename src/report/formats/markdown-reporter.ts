/** The report in Markdown: the summary of a job. */
import type { Reporter } from '../record/reporter.ts';
import { VERDICT_WORDS, VERDICTS } from '../record/verdict.ts';
import { fewLines, plural } from '../../base/text/quantities.ts';
import { requestsText } from '../facts/run-facts.ts';
import { oneLine } from '../../base/text/visible.ts';
import type { Cause } from '../facts/causes.ts';
import { clauseGrid, showCells } from '../facts/clause-grid.ts';
import { clauseWords } from '../facts/clause-words.ts';
import { needWords, seedKitLines, type NotJudged } from '../facts/needs.ts';
import { summaryReporter, type Summary, type Tone } from '../facts/summary.ts';
import { PLAIN } from '../lines/colours.ts';
import { briefWords, extentText } from '../lines/cause-lines.ts';
import { exchangeLines } from '../lines/exchange-lines.ts';
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

const TONE_SIGNS = { good: '✅', warned: '⚠️', bad: '❌', unknown: '❔' } as const satisfies Record<
  Tone,
  string
>;

/** The verdict, the counts, and what was run against what. */
function overview({ headline, partial, verified, answers, started, finished }: Summary): Section {
  const run = requestsText(finished);
  return {
    name: 'the overview',
    blocks: [
      [`# ${TONE_SIGNS[headline.tone]} ${words(headline.words)}`],
      [VERDICTS.map((each) => `**${finished.totals[each]}** ${VERDICT_WORDS[each]}`).join(' · ')],
      [
        `tagproof ${code(started.version)}: ${plural(started.planned, 'case')} against ${code(started.target)}, ${code(started.at)}, ${run}`,
      ],
      partial.length === 0 ? [] : ['The run is incomplete:', '', ...codeBlock(partial)],
      [...verified, ...answers].map((line) => `- ${words(line)}`),
    ],
  };
}

/** The case that shows a cause best, with its request and reply. */
function exampleOf({ example, finding }: Cause): readonly Block[] {
  const exchange = finding.exchange === undefined ? undefined : example.exchanges[finding.exchange];
  const { file, line, id } = example.case;
  const where = [
    ...(file === '' ? [] : [code(`${file}:${line}`)]),
    ...(example.notes ?? []).map((note) => code(oneLine(note))),
  ];
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
    exchange === undefined ? [] : codeBlock(exchangeLines(exchange, PLAIN)),
  ];
}

function causeSection(cause: Cause, at: number): Section {
  const { clause, level } = cause;
  const { section, description } = clauseWords(clause);
  const body = [
    [`${level}, ${section}${description === '' ? '' : `: ${words(description)}`}`],
    ...exampleOf(cause),
  ].filter((block) => block.length > 0);
  return {
    name: 'a cause',
    blocks: [
      at === 0 ? ['## Causes'] : [],
      details(
        `<b>${html(clause)}</b>: ${html(briefWords(cause))}, ${html(extentText(cause))}`,
        body.flatMap((block, index) => (index === 0 ? block : ['', ...block])),
      ),
    ],
  };
}

/** How many reasons and needs are named; those of the most cases or must cells come first. */
const MAX_ITEMS = 20;

/** A list below its heading; nothing where it is empty. */
const listSection = (heading: string, items: readonly string[], more: Block = []): Section => ({
  name: heading.toLowerCase(),
  blocks:
    items.length === 0
      ? []
      : [
          [`## ${heading}`],
          fewLines(
            items.map((item) => `- ${item}`),
            MAX_ITEMS,
          ),
          more,
        ],
});

const groupText = ({ words: why, cases }: NotJudged): string =>
  `${code(why)} (${plural(cases.length, 'case')})`;

/** A table below its heading, which opens by a click. */
const tableSection = (
  heading: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Section => ({
  name: heading.toLowerCase(),
  blocks:
    rows.length === 0 ? [] : [[`## ${heading}`], details(plural(rows.length, 'row'), table(columns, rows))],
});

/** All sections, in the order in which they are read: causes before the map. */
function sectionsOf(summary: Summary): readonly Section[] {
  const { bare, errored, needs, skipped, silent, cases, finished } = summary;
  const grid = finished.cells === undefined ? [] : clauseGrid(cases);
  return [
    overview(summary),
    ...summary.causes.map(causeSection),
    listSection('Not judged', [...bare, ...errored].map(groupText)),
    listSection(
      'To declare',
      needs.map((each) => code(needWords(each))),
      seedKitLines(needs),
    ),
    listSection('Skipped', skipped.map(groupText)),
    tableSection(
      'Where the document is silent, this backend answers',
      ['question', 'asks', 'answer'],
      silent.map(({ question, asks, answer }) => [code(question), words(asks), code(answer)]),
    ),
    tableSection(
      'Clauses by endpoints',
      ['clause', 'level', 'endpoints'],
      grid.map(({ clause, level, cells }) => [code(clause), level, showCells(cells)]),
    ),
  ];
}

/** GitHub refuses the summary of a step beyond 1 MiB. */
const SUMMARY_BYTES = 1_048_576;

export const markdownReporter = (): Reporter =>
  summaryReporter((summary) => withinBytes(sectionsOf(summary), SUMMARY_BYTES));
