/** The report in Markdown: as the summary of a job, and short enough for a comment. */
import type { Reporter } from '../reporters/reporter.ts';
import { documentReporter } from '../reporters/run-record.ts';
import { withinBytes } from './cut.ts';
import { sectionsOf, type Depth } from './sections.ts';

interface Variant {
  /** A page of this many bytes is refused, so it must have fewer. */
  readonly bytes: number;
  readonly depth: Depth;
}

const VARIANTS = {
  /** GitHub refuses the summary of a step beyond 1 MiB. */
  summary: { bytes: 1_048_576, depth: 'exchange' },
  /** GitHub refuses a comment beyond 65,536 characters. */
  comment: { bytes: 64_000, depth: 'finding' },
} as const satisfies Record<string, Variant>;

const reporterOf = ({ bytes, depth }: Variant): Reporter =>
  documentReporter((record) => withinBytes(sectionsOf(record, depth), bytes));

export const markdownReporter = (): Reporter => reporterOf(VARIANTS.summary);
export const commentReporter = (): Reporter => reporterOf(VARIANTS.comment);
