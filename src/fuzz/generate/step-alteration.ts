/** One alteration of the valid request: of what is sent, of the caller or of the subject. */
import type { Send } from '../../suite/format/schema/send-schema.ts';
import { merged, type Step, type StepGiven } from './step.ts';

export interface StepAlteration {
  readonly given?: Partial<StepGiven>;
  readonly send?: Send;
}

/** Alterations of one kind. A random request picks the class first, so that a long class does not crowd out a short one. */
export type AlterationClass = readonly StepAlteration[];

/** The step with one more alteration. */
export function alterStep(step: Step, { given, send }: StepAlteration): Step {
  return {
    ...step,
    given: given === undefined ? step.given : { ...step.given, ...given },
    send: send === undefined ? step.send : merged(step.send, send),
  };
}

/** A text that stands for itself in a case, where a dollar begins a reference. */
export function literal(text: string): string {
  return text.startsWith('$') ? `$${text}` : text;
}
