/** The schema of `dialect:`. Its answers are checked by hand (see dialect-answers.ts); editors get all questions and options. */
import { z } from 'zod';
import { ENDPOINT_IDS, RESOURCES } from '../../contract/endpoints.ts';
import { QUESTION_IDS, optionsOf, questionOf, type QuestionId, type Scope } from '../../dialect/questions.ts';

/** Where an answer may hold, narrower than the whole backend. */
export const SCOPES_OF = {
  backend: [],
  resource: RESOURCES,
  endpoint: [...RESOURCES, ...ENDPOINT_IDS],
} as const satisfies Record<Scope, readonly string[]>;

/** YAML does not read the option `null` as text unless it is quoted. */
function editorOptions(id: QuestionId): object {
  return { enum: optionsOf(id).flatMap((option) => (option === 'null' ? [option, null] : [option])) };
}

function editorQuestion(id: QuestionId): object {
  const { asks, scope } = questionOf(id);
  const option = editorOptions(id);
  const scoped = {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(SCOPES_OF[scope].map((at) => [at, option])),
  };
  return { description: asks, anyOf: scope === 'backend' ? [option] : [option, scoped] };
}

export const dialectSchema = z.record(z.string(), z.unknown()).meta({
  description:
    'How this backend answers what the document leaves open: an option, or a mapping from resource or endpoint to option. What is left out stays open.',
  properties: Object.fromEntries(QUESTION_IDS.map((id) => [id, editorQuestion(id)])),
  additionalProperties: false,
});
