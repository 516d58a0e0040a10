/** One step away from the valid request: what is sent otherwise, or by and about whom. */
import type { Send } from '../../suite/format/case-schema.ts';
import { merged, type Recipe, type Who } from './recipe.ts';

export interface Deviation {
  readonly who?: Partial<Who>;
  readonly send?: Send;
}

/** Alterations of one kind; a random request takes the class first, so that a long one hides no short one. */
export type DeviationClass = readonly Deviation[];

/** The recipe, one step further away. */
export function deviate(recipe: Recipe, { who, send }: Deviation): Recipe {
  return {
    ...recipe,
    who: who === undefined ? recipe.who : { ...recipe.who, ...who },
    send: send === undefined ? recipe.send : merged(recipe.send, send),
  };
}

/** A text that stands for itself in a case, where a dollar begins a reference. */
export function literal(text: string): string {
  return text.startsWith('$') ? `$${text}` : text;
}
