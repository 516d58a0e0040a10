/** What a client bears: a row for each simulator that it was tried with. */
import type { Difference } from '../../simulator/control/other-replies.ts';
import { ENDPOINT_IDS } from '../contract/endpoints.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { isQuestionId, optionsOf } from '../dialect/questions.ts';
import { partsOfId } from './variations.ts';

export const RESULTS = {
  breaks: 'its tests fail with it, twice',
  ok: 'its tests pass with it, and a reply showed it',
  'not exercised': 'no reply of the run showed it, so nothing is known',
  'not run': 'the time was over before',
  default: 'what the other runs are compared with',
} as const satisfies Record<string, string>;

export type Result = keyof typeof RESULTS;

export interface Row {
  /** The id of the variation, or of an answer of the default dialect. */
  readonly id: string;
  readonly result: Result;
  /** The first exchange that differed from the default run. */
  readonly first?: Difference | undefined;
  /** How the command ended where it breaks, and the end of its output. */
  readonly ended?: string | undefined;
  readonly output?: string | undefined;
  readonly note?: string | undefined;
}

export interface Tolerance {
  /** `npm test`, or as `--client` calls it. */
  readonly client: string;
  /** The command as a shell takes it. */
  readonly command: string;
  readonly rows: readonly Row[];
}

/** The rows with those of the default dialect, for each question that has others. */
export function withDefaults(rows: readonly Row[], usual: Dialect): readonly Row[] {
  const names = new Set(rows.map(({ id }) => partsOfId(id)[0]));
  const defaults = [...names].filter(isQuestionId).flatMap((question) =>
    optionsOf(question)
      .filter((option) => ENDPOINT_IDS.some((endpoint) => usual.answer(question, endpoint) === option))
      .map((option): Row => ({ id: `${question}=${option}`, result: 'default' })),
  );
  return [...defaults, ...rows];
}

export const broken = ({ rows }: Tolerance): readonly Row[] =>
  rows.filter(({ result }) => result === 'breaks');
