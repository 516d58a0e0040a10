/** The conformance statement of the simulator: what a run checks and what a pass is worth, without anything that changes by itself. */
import { readFileSync } from 'node:fs';
import { CLAUSES } from '../src/spec/clause-register.ts';
import { chapterOf, clauseOf } from '../src/spec/clauses.ts';
import { VARIANTS } from '../src/spec/endpoints.ts';
import { lastLine } from '../src/report/record/verdict.ts';
import { type Cell, clauseGrid, type GridRow, showCells } from '../src/report/facts/clause-grid.ts';
import { type Block, markdownOf, table } from '../src/report/formats/markup.ts';
import { recordOf } from '../src/report/record/reporter.ts';
import { loadSuite } from '../src/cases/format/load-suite.ts';
import { grouped } from '../src/base/text/grouping.ts';
import { plural } from '../src/base/text/quantities.ts';
import { eventsOf, simulatorWith } from './samples.ts';

/** What no single run gives: it is measured elsewhere and kept in `reports/figures.json`. */
export interface Figures {
  /** Simulators with one seeded defect each. */
  readonly mutants: {
    readonly seeded: number;
    readonly noticedBySuite: number;
    readonly noticedByFuzzing: number;
  };
  /** Conformant backends. */
  readonly conformant: {
    /** Simulators with other answers to the open questions. */
    readonly dialects: Tried;
    /** All pairs of choices (options, formats, orders of rules); each occurs among the dialects. */
    readonly pairs: number;
    /** Backends that share no code with the simulator. */
    readonly independent: Tried;
  };
}

/** How many are checked, and how many of them are accused of anything. */
interface Tried {
  readonly checked: number;
  readonly accused: number;
}

export const FIGURES = 'reports/figures.json';

export const readFigures = (): Figures => JSON.parse(readFileSync(FIGURES, 'utf8')) as Figures;

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

const cellsIn = (grid: readonly GridRow[]): readonly Cell[] => grid.flatMap(({ cells }) => cells);

const tried = ({ checked, accused }: Tried): string => `${accused} of ${checked}`;

function numbers({ mutants, conformant: { dialects, pairs, independent } }: Figures): Block {
  return table(
    ['question', 'answer'],
    [
      [
        'How many simulators with a seeded defect are noticed?',
        `${mutants.noticedBySuite} of ${mutants.seeded} by the suite; ${mutants.noticedByFuzzing} of the others by fuzzing`,
      ],
      [
        `How many simulators of another dialect (all ${pairs} pairs of their choices) are accused of anything?`,
        tried(dialects),
      ],
      ['How many independent conformant backends are accused of anything?', tried(independent)],
    ],
  );
}

function chapterBlocks(grid: readonly GridRow[]): readonly Block[] {
  return [...grouped(grid, ({ clause }) => chapterOf(clause))].flatMap(([chapter, its]) => [
    [`### ${chapter}`],
    [
      `${plural(its.length, 'clause')} on ${plural(cellsIn(its).length, 'cell')}: ${showCells(cellsIn(its))}.`,
    ],
    table(
      ['clause', 'level', 'says', 'endpoints'],
      its.map(({ clause, level, cells }) => [
        `\`${clause}\``,
        level,
        clauseOf(clause)?.description ?? '',
        showCells(cells),
      ]),
    ),
  ]);
}

function unobservable(): Block {
  const rows = CLAUSES.flatMap((clause) =>
    clause.level === 'unobservable' ? [[`\`${clause.id}\``, clause.description, clause.because]] : [],
  );
  return table(['clause', 'says', 'why no reply shows it'], rows);
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

/** The statement as Markdown, made of the record of a run against the simulator in this process. */
export async function statement(): Promise<string> {
  const answer = simulatorWith((stages) => stages);
  const { cases, finished } = recordOf(
    await eventsOf({ targetFile: 'fixtures/world.yaml', only: [], answer, keepsAll: false }),
  );
  const grid = clauseGrid(cases);
  const cells = cellsIn(grid);
  return markdownOf([
    ['# Conformance statement: the embedded simulator'],
    ['Written by `npm run statement`; a test fails when it is stale.'],
    [
      `Checked was the embedded simulator, by ${plural(loadSuite(['suites']).length, 'case')}, ${cases.length} on the nine endpoints: ${lastLine(finished.totals)}.`,
      `There are ${plural(CLAUSES.length, 'clause')}, ${grid.length} that replies can show,`,
      `on ${plural(cells.length, 'cell')} of clause and endpoint: ${showCells(cells)}.`,
    ],
    ['## What a pass is worth'],
    numbers(readFigures()),
    ['## Coverage'],
    ['A cell is verified only by a case that passed. It counts as the worst that was seen of it.'],
    ...chapterBlocks(grid),
    ['## What no reply shows'],
    unobservable(),
    ['## Where the document contradicts itself'],
    faults(),
    ['## What this does not say'],
    LIMITS,
  ]);
}
