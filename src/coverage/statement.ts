/** The conformance statement: what was checked of a backend and what a pass is worth, without anything that changes by itself. */
import { VARIANTS } from '../contract/endpoints.ts';
import { plural } from '../text/quantities.ts';
import { oneLine } from '../text/visible.ts';
import { lastLine, type Totals } from '../engine/verdict.ts';
import { chapterOf, clauseOf } from '../contract/clauses.ts';
import type { GridRow } from '../report/facts/clause-grid.ts';
import { type Block, markdownOf, table } from '../report/formats/markup.ts';
import { grouped } from '../text/grouping.ts';
import { cellsOf, countsOf, type Coverage, showCounts, STATUSES } from './coverage.ts';
import type { Figures } from './figures.ts';

// Where the document contradicts itself, and how it is read: where two sentences collide, the weaker one is not a must.

const DOCUMENT_FAULTS = [
  {
    sections: ['4', '4.4', '4.5'],
    description: 'the envelope is said to be described in 4.5; it is in 4.4',
    read: 'as 4.4 has it',
  },
  {
    sections: ['2.4', '4.5.3', '7.4'],
    description: 'errorCode is not required, yet it is Ok when the operation succeeded',
    read: 'its value is a must where it is present, its presence on success a should',
  },
  {
    sections: ['2.3', '4.5.2'],
    description: 'tags is not required, yet it is an array that lists the tags of the subject',
    read: 'required where there are tags; without any it may be left out, null or empty',
  },
  {
    sections: ['4.4', '4.5.1'],
    description: 'parameters is not required, yet infoResponseParameters is present in it with returnCode Ok',
    read: 'required with Ok',
  },
  {
    sections: ['1', '4.6'],
    description: 'every reply is HTTP 200, yet other statuses are "not shown"',
    read: 'a must for POST to the nine endpoints, a should elsewhere',
  },
  {
    sections: ['5.3', '5.5', '7.1'],
    description:
      'a secret key of the wrong role is "route" in 5.3 (-10), "role" in 5.5 (-6) and "role" in 7.1 (-4)',
    read: 'a refusal is a must, SecretInvalid a should',
  },
  {
    sections: ['4.1', '5.4'],
    description: 'selfEnable is the only rule that a client needs in 4.1; 5.4 names otherSelfEnable, too',
    read: "without otherSelfEnable the refusal of another player's data is a should",
  },
  {
    sections: ['7.1', '7.4.1'],
    description: 'the failing members are listed "when available", yet the list is flatly promised',
    read: 'a must where a member fails; where the shape fails there is nothing to name',
  },
  {
    sections: ['4.3'],
    description:
      'all tags are returned for players and groups; of characters only "tag keys used in the request" is said',
    read: 'what tagKeys does is open, for each resource by itself',
  },
];

export interface StatementFacts {
  /** The backend's name. */
  readonly target: string;
  readonly totals: Totals;
  /** Cases as they are written, and on each of their endpoints. */
  readonly written: number;
  readonly expanded: number;
  readonly coverage: Coverage;
  readonly figures: Figures;
}

function checked({ target, totals, written, expanded, coverage }: StatementFacts): Block {
  const cells = cellsOf(coverage);
  return [
    `Checked was ${oneLine(target)}, by ${plural(written, 'case')}, ${expanded} on the nine endpoints: ${lastLine(totals)}.`,
    `There are ${plural(coverage.clauses.length + coverage.unobservable.length, 'clause')}, ${coverage.clauses.length} that replies can show,`,
    `on ${plural(cells.length, 'cell')} of clause and endpoint: ${showCounts(cells)}.`,
  ];
}

const NOT_YET = 'not measured yet';

function noticed({ mutants }: Figures): string {
  if (mutants === null) return NOT_YET;
  const { seeded, noticedBySuite, noticedByFuzzing } = mutants;
  const fuzzing = noticedByFuzzing === null ? '' : `; ${noticedByFuzzing} of the others by fuzzing`;
  return `${noticedBySuite} of ${seeded} by the suite${fuzzing}`;
}

const tried = (one: { readonly checked: number; readonly accused: number } | null): string =>
  one === null ? NOT_YET : `${one.accused} of ${one.checked}`;

function numbers(figures: Figures): Block {
  const { conformant } = figures;
  const pairs = conformant.pairs === null ? '' : ` (all ${conformant.pairs} pairs of their choices)`;
  return table(
    ['question', 'answer'],
    [
      ['How many simulators with a seeded defect are noticed?', noticed(figures)],
      [`How many simulators of another dialect${pairs} are accused of anything?`, tried(conformant.dialects)],
      ['How many independent conformant backends are accused of anything?', tried(conformant.independent)],
    ],
  );
}

function chapterTable({ clauses }: Coverage): Block {
  const rows = [...grouped(clauses, ({ clause }) => chapterOf(clause))].map(([chapter, its]) => {
    const cells = cellsOf({ clauses: its });
    return [chapter, `${its.length}`, `${cells.length}`, ...countsOf(cells).map(([, count]) => `${count}`)];
  });
  return table(['chapter', 'clauses', 'cells', ...Object.values(STATUSES).map(({ word }) => word)], rows);
}

/** `9 verified`. */
const cellWords = ({ cells }: GridRow): string => showCounts(cells).replace(/(?:, )?0 uncovered$/, '');

function clauseBlocks({ clauses }: Coverage): readonly Block[] {
  return [...grouped(clauses, ({ clause }) => chapterOf(clause))].flatMap(([chapter, its]) => [
    [`### ${chapter}`],
    table(
      ['clause', 'level', 'says', 'endpoints'],
      its.map((row) => [
        `\`${row.clause}\``,
        row.level,
        clauseOf(row.clause)?.description ?? '',
        cellWords(row),
      ]),
    ),
  ]);
}

function unobservable({ unobservable: clauses }: Coverage): Block {
  return table(
    ['clause', 'says', 'why no reply shows it'],
    clauses.map(({ id, description, because }) => [`\`${id}\``, description, because]),
  );
}

function faults(): Block {
  return table(
    ['sections', 'the document says', 'it is read'],
    DOCUMENT_FAULTS.map(({ sections, description, read }) => [
      sections.map((section) => `§${section}`).join(', '),
      description,
      read,
    ]),
  );
}

const LIMITS: Block = [
  '- What the document leaves open is accepted in every form that it allows; `tagproof probe` shows which one a backend has chosen.',
  `- The operations are only read. Load, speed and security beyond the document are not checked, nor is any other operation than the ${VARIANTS.length * 3} of the document.`,
  '- A clause counts as verified by the cases that were thought of.',
];

/** The statement as Markdown. */
export function statement(facts: StatementFacts): string {
  const { coverage, figures } = facts;
  return markdownOf([
    [`# Conformance statement: ${oneLine(facts.target)}`],
    ['Written by `tagproof coverage --statement`; a test fails when it is stale.'],
    checked(facts),
    ['## What a pass is worth'],
    numbers(figures),
    ['## Coverage'],
    chapterTable(coverage),
    ['A cell is verified only by a case that passed. It counts as the worst that was seen of it.'],
    ...clauseBlocks(coverage),
    ['## What no reply shows'],
    unobservable(coverage),
    ['## Where the document contradicts itself'],
    faults(),
    ['## What this does not say'],
    LIMITS,
  ]);
}
