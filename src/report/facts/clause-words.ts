/** What a clause of a finding says, and where the document says it. */
import { clauseOf, type ClauseId } from '../../spec/clauses.ts';
import { dutyOf } from '../../judge/rules/duties.ts';
import { isQuestionId, questionOf } from '../../spec/dialect/questions.ts';

interface ClauseWords {
  /** `§7.3`, or what the clause rests on where it is not a sentence of the document. */
  readonly section: string;
  /** One line; empty for a clause that this version does not know. */
  readonly description: string;
}

const DIALECT = /^dialect\/(.+)$/;
const SECTION = /^\d+(?:\.\d+)*/;

/** The words of any clause id, also of one that another version of tagproof wrote. */
export function clauseWords(id: ClauseId): ClauseWords {
  const question = DIALECT.exec(id)?.[1];
  if (question !== undefined) return dialectWords(question);
  const section = SECTION.exec(id)?.[0];
  return {
    section: section === undefined ? 'a principle' : `§${section}`,
    description: clauseOf(id)?.description ?? dutyOf(id)?.text ?? '',
  };
}

function dialectWords(id: string): ClauseWords {
  if (!isQuestionId(id)) return { section: 'left open', description: '' };
  const { section, asks } = questionOf(id);
  return { section: `left open by §${section}`, description: asks };
}
