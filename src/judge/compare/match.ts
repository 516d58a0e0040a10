/** One way in which an outcome fits a reply. */
import type { When } from '../../dialect/questions.ts';
import type { Finding } from './finding.ts';

/** One way to read the reply: what is still wrong with it, and on which options it rests. */
export interface Match {
  readonly findings: readonly Finding[];
  readonly when: readonly When[];
  /** The part of `when` that concerns the form of the reply, and not which outcome it is. */
  readonly form?: readonly When[];
}
