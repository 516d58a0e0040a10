/** What the reader chose, as the fragment of the page's address holds it: so every choice has a permanent link. */
import { wellFormed } from '../../../../base/text/visible.ts';
import type { PageCase, RunPage } from '../../page-data.ts';

export interface Choice {
  /** Verdicts, apart by commas; empty: all. */
  readonly verdict: string;
  readonly clause: string;
  readonly endpoint: string;
  readonly text: string;
  /** The id of the case to show. */
  readonly case: string;
  /** A section of the page. */
  readonly section: string;
}

export const NO_CHOICE: Choice = { verdict: '', clause: '', endpoint: '', text: '', case: '', section: '' };

const KEYS = ['verdict', 'clause', 'endpoint', 'text', 'case'] as const;

/** `#verdict=fail&endpoint=group.client`, or `#findings` for a section. */
export function choiceOf(hash: string): Choice {
  const text = hash.replace(/^#/, '');
  if (!text.includes('=')) return { ...NO_CHOICE, section: text };
  const found = new URLSearchParams(text);
  const values = KEYS.map((key) => [key, found.get(key) ?? ''] as const);
  return { ...NO_CHOICE, ...Object.fromEntries(values) };
}

/** The fragment of a choice. */
export function hashOf(choice: Partial<Choice>): string {
  const entries = KEYS.flatMap((key) => {
    const value = choice[key] ?? '';
    return value === '' ? [] : [`${key}=${encodeURIComponent(wellFormed(value))}`];
  });
  return `#${entries.length === 0 ? (choice.section ?? '') : entries.join('&')}`;
}

export const isFiltered = ({ verdict, clause, endpoint, text }: Choice): boolean =>
  [verdict, clause, endpoint, text].some((value) => value !== '');

const texts = new WeakMap<PageCase, string>();

/** All that can be searched of a case, in lower case; made when it is first wanted. */
function textOf(its: PageCase): string {
  const known = texts.get(its);
  if (known !== undefined) return known;
  const { id, title, reason = '', notes = [], findings = [], exchanges = [] } = its;
  const text = [
    id,
    title,
    reason,
    ...notes,
    ...findings.flatMap(({ words, at, expected, actual }) => [words, at, expected, actual]),
    ...exchanges.flatMap(({ request, reply }) => [request.body, reply?.body ?? '']),
  ]
    .join('\n')
    .toLowerCase();
  texts.set(its, text);
  return text;
}

const ORDER = ['fail', 'error', 'warn', 'skip', 'pass'];

/** The indices of the cases that the choice leaves, the worst first. */
export function chosenCases({ cases, clauses, endpoints }: RunPage, choice: Choice): readonly number[] {
  const verdicts = new Set(choice.verdict.split(',').filter((each) => each !== ''));
  const clause = clauses.findIndex(({ id }) => id === choice.clause);
  const endpoint = endpoints.findIndex((id) => id === choice.endpoint);
  const text = choice.text.trim().toLowerCase();
  const fits = (its: PageCase): boolean =>
    (verdicts.size === 0 || verdicts.has(its.verdict)) &&
    (choice.clause === '' ||
      its.clauses.includes(clause) ||
      (its.findings ?? []).some((found) => found.clause === clause)) &&
    (choice.endpoint === '' || its.endpoints.includes(endpoint)) &&
    (text === '' || textOf(its).includes(text));
  const found = cases.flatMap((its, at) => (fits(its) ? [at] : []));
  const rank = (at: number): number => ORDER.indexOf(cases[at]?.verdict ?? 'pass');
  return found.sort((a, b) => rank(a) - rank(b) || a - b);
}
