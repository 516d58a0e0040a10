/** What the reader chose, as the fragment of the page's address holds it: so every choice has a permanent link. */
import { oneLine, wellFormed } from '../../../../base/text/visible.ts';
import type { Page, PageCase } from '../../page-data.ts';

/** The worst first. */
export const VERDICT_ORDER = ['fail', 'error', 'warn', 'skip', 'pass'] as const;

const CHOICE_KEYS = ['verdict', 'cause', 'clause', 'endpoint', 'text', 'case'] as const;

/** `case`: the id of the one to show; empty texts choose nothing. */
export type Choice = Readonly<Record<(typeof CHOICE_KEYS)[number], string>> & {
  /** A section of the page. */
  readonly section: string;
};

/** `#verdict=fail&endpoint=group.client`, or `#causes` for a section. */
export function choiceOf(hash: string): Choice {
  const text = hash.replace(/^#/, '');
  const isFilter = text.includes('=');
  const found = new URLSearchParams(isFilter ? text : '');
  const value = (key: string): string => found.get(key) ?? '';
  return {
    verdict: value('verdict'),
    cause: value('cause'),
    clause: value('clause'),
    endpoint: value('endpoint'),
    text: value('text'),
    case: value('case'),
    section: isFilter ? '' : text,
  };
}

/** The fragment of a choice. */
export function hashOf(choice: Partial<Choice>): string {
  const entries = CHOICE_KEYS.flatMap((key) => {
    const value = choice[key] ?? '';
    return value === '' ? [] : [`${key}=${encodeURIComponent(wellFormed(value))}`];
  });
  return `#${entries.length === 0 ? (choice.section ?? '') : entries.join('&')}`;
}

export const isFiltered = (choice: Choice): boolean => CHOICE_KEYS.some((key) => choice[key] !== '');

const searchTexts = new WeakMap<PageCase, string>();

/** All that can be searched of a case, in lower case; made when it is first wanted. */
function searchText(its: PageCase): string {
  const known = searchTexts.get(its);
  if (known !== undefined) return known;
  const { id, title, why, need, findings, exchanges } = its;
  const text = [
    id,
    title,
    ...why.map(oneLine),
    need,
    ...findings.flatMap(({ words, at, expected, actual }) => [words, at, expected, actual]),
    ...exchanges.flatMap(({ request, reply }) => [request.body, reply?.body ?? '']),
  ]
    .join('\n')
    .toLowerCase();
  searchTexts.set(its, text);
  return text;
}

const rank = ({ verdict }: PageCase): number => VERDICT_ORDER.indexOf(verdict);

/** The cases that the choice leaves, the worst first. */
export function chosenCases({ cases }: Page, choice: Choice): readonly PageCase[] {
  const { verdict, cause, clause, endpoint } = choice;
  const text = choice.text.trim().toLowerCase();
  const fits = (its: PageCase): boolean =>
    (choice.case === '' || its.id === choice.case) &&
    (verdict === '' || its.verdict === verdict) &&
    (cause === '' || its.causes.includes(cause)) &&
    (clause === '' ||
      its.clauses.includes(clause) ||
      its.findings.some((found) => found.clause === clause)) &&
    (endpoint === '' || its.endpoints.some((each) => each === endpoint)) &&
    (text === '' || searchText(its).includes(text));
  return cases.filter(fits).toSorted((a, b) => rank(a) - rank(b));
}
