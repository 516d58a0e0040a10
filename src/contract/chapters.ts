/** The chapters of the document. */
import type { ClauseId } from './clauses.ts';

/** The chapters by the beginning of their clauses' ids; sections 3, 6, 8 and 9 state nothing that a reply shows. */
export const CHAPTERS = {
  '1': 'What the service does',
  '2': 'Resources and their fields',
  '3': 'States and transitions',
  '4': 'Endpoints',
  '5': 'Authentication',
  '6': 'Events',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versioning',
  principle: 'Principles',
  dialect: "The backend's own answers",
} as const satisfies Readonly<Record<string, string>>;

/** `7 Errors`. */
export function chapterOf(clause: ClauseId): string {
  const [, start = ''] = /^(\d+|[a-z]+)/.exec(clause) ?? [];
  const title = Object.hasOwn(CHAPTERS, start) ? CHAPTERS[start as keyof typeof CHAPTERS] : '';
  return /^\d/.test(start) || title === '' ? `${start} ${title}`.trim() : title;
}
