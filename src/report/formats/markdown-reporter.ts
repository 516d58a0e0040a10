/** The report in Markdown: the summary of a job. */
import type { Reporter } from '../record/reporter.ts';
import { VERDICT_WORDS, VERDICTS } from '../record/verdict.ts';
import { fewLines, plural } from '../../base/text/quantities.ts';
import { requestsText } from '../facts/run-facts.ts';
import { clauseGrid, showCells } from '../facts/clause-grid.ts';
import { needLines, type NotJudged } from '../facts/needs.ts';
import { summaryReporter, type Summary, type Tone } from '../facts/summary.ts';
import { PLAIN } from '../lines/colours.ts';
import { briefWords, causeLines, extentText } from '../lines/cause-lines.ts';
import {
  type Block,
  code,
  codeBlock,
  details,
  html,
  markdownOf,
  table,
  withinBytes,
  words,
} from './markup.ts';

const TONE_SIGNS = { good: '✅', warned: '⚠️', bad: '❌', unknown: '❔' } as const satisfies Record<
  Tone,
  string
>;

/** The verdict, the counts, and what was run against what. */
function overview({ headline, partial, verified, answers, started, finished }: Summary): readonly Block[] {
  const { version, target, at, planned } = started;
  return [
    [`# ${TONE_SIGNS[headline.tone]} ${words(headline.words)}`],
    [VERDICTS.map((each) => `**${finished.totals[each]}** ${VERDICT_WORDS[each]}`).join(' · ')],
    [
      `tagproof ${code(version)}: ${plural(planned, 'case')} against ${code(target)}, ${code(at)}, ${requestsText(finished)}`,
    ],
    partial.length === 0 ? [] : ['The run is incomplete:', '', ...codeBlock(partial)],
    [...verified, ...answers].map((line) => `- ${words(line)}`),
  ];
}

/** Each cause opens by a click, and is then what the console shows of it. */
const causeDetails = ({ causes, started }: Summary): readonly Block[] =>
  causes.map((cause) =>
    details(
      `<b>${html(cause.clause)}</b>: ${html(briefWords(cause))}, ${html(extentText(cause))}`,
      codeBlock(causeLines(cause, started, PLAIN, Number.POSITIVE_INFINITY)),
    ),
  );

/** How many reasons and needs are named; those of the most cases or must cells come first. */
const MAX_ITEMS = 20;

/** A list below its heading; nothing where it is empty. */
const listSection = (heading: string, items: readonly string[]): readonly Block[] =>
  items.length === 0
    ? []
    : [
        [`## ${heading}`],
        fewLines(
          items.map((item) => `- ${item}`),
          MAX_ITEMS,
        ),
      ];

const groupText = ({ words: why, cases }: NotJudged): string =>
  `${code(why)} (${plural(cases.length, 'case')})`;

/** The map, which opens by a click. */
function gridSection({ cases, finished }: Summary): readonly Block[] {
  if (finished.cells === undefined) return [];
  const rows = clauseGrid(cases).map(({ clause, level, cells }) => [code(clause), level, showCells(cells)]);
  return [
    ['## Clauses by endpoints'],
    details(plural(rows.length, 'row'), table(['clause', 'level', 'endpoints'], rows)),
  ];
}

/** GitHub refuses the summary of a step beyond 1 MiB. */
const SUMMARY_BYTES = 1_048_576;

/** All parts, in the order in which they are read: causes before the map. */
export const markdownReporter = (): Reporter =>
  summaryReporter((summary) => {
    const { unjudged, needs, skipped, started } = summary;
    const causes = causeDetails(summary);
    const parts = [
      overview(summary),
      causes.length === 0 ? [] : [['## Causes']],
      ...causes.map((block) => [block]),
      listSection('Not judged', unjudged.map(groupText)),
      listSection('To declare', needLines(needs, started.worldFile, MAX_ITEMS).map(code)),
      listSection('Skipped', skipped.map(groupText)),
      gridSection(summary),
    ];
    return withinBytes(parts.map(markdownOf), SUMMARY_BYTES);
  });
