/** Where each behaviour of the description comes from: every schema and operation carries one of these labels. */
import type { QuestionId } from '../dialect/questions.ts';
import { questionOf } from '../dialect/questions.ts';

/** `documented`: the document says so. `inferred`: it is silent or contradicts itself. `simulator-only`: tagproof adds it. */
type BehaviourSource = 'documented' | 'inferred' | 'simulator-only';

/** A label of a part; schemas that rest on one another each have their own. */
type Label = JsonNode & { readonly 'x-tagproof-source': BehaviourSource };

/** A part of an OpenAPI document. */
export type JsonNode = Readonly<Record<string, unknown>>;

/** The document says so in this section, for instance `4.3`. */
export const documented = (section: string): Label => ({
  'x-tagproof-source': 'documented',
  'x-tagproof-section': `§${section}`,
});

/** The document leaves it open: these questions ask for it. */
export const inferred = (...questions: readonly [QuestionId, ...QuestionId[]]): Label => ({
  'x-tagproof-source': 'inferred',
  'x-tagproof-section': `§${questionOf(questions[0]).section}`,
  'x-tagproof-questions': questions,
});

export const SIMULATOR_ONLY: Label = { 'x-tagproof-source': 'simulator-only' };

/** `GamePlayer` of `gamePlayer`: how names in a description go on, and those of schemas begin. */
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const ref = (section: 'schemas' | 'parameters', name: string): JsonNode => ({
  $ref: `#/components/${section}/${name}`,
});
