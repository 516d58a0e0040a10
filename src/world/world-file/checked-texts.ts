/** Texts of target and world files that must have some form: schemas whose checks say what is wrong, and what to do. */
import { z } from 'zod';
import { headerNameProblem, headerValueProblem } from '../../http/header-text.ts';

/** What is wrong with a text, as a phrase that follows its name, and what to do. */
export type TextProblem = readonly [message: string, hint?: string | undefined] | undefined;

/** A text without problems of this kind. */
export const textThat = (problemOf: (text: string) => TextProblem): z.ZodString =>
  z.string().superRefine((text, context) => {
    const [message, hint] = problemOf(text) ?? [];
    if (message !== undefined) context.addIssue({ code: 'custom', message, params: { hint } });
  });

const asProblem = (message: string | undefined): TextProblem =>
  message === undefined ? undefined : [message];

/** A variable as a shell, a CI system or another tool would fill it in: `$KEY`, `${KEY}`, `${ENV:KEY}`, `${{ secrets.KEY }}`. */
const UNFILLED =
  /^\$([A-Z_][A-Z0-9_]*)$|\$\{\s*(?!env:)(?:\w+\s*:\s*)?(\w+)\s*\}|\$\{\{\s*(?:\w+\.)*(\w+)\s*\}\}/;

/** A variable in a text that nothing fills in, and what to write in its place. */
export function unfilledVariable(text: string): TextProblem {
  const [, plain, braced, ofJob] = UNFILLED.exec(text) ?? [];
  const name = (plain ?? braced ?? ofJob)?.toUpperCase();
  if (name === undefined) return undefined;
  const job = ofJob === undefined ? '' : `pass it to the job as the environment variable ${name}, and `;
  return ['holds a variable that nothing fills in', `${job}write "\${env:${name}}"`];
}

const headerProblem = (text: string): TextProblem =>
  asProblem(headerValueProblem(text)) ?? unfilledVariable(text);

export const headerName = textThat((text) => asProblem(headerNameProblem(text)));
export const headerValue = textThat(headerProblem);
/** The value of a key or a token. */
export const secretText = headerValue.min(1);
export const gameId = textThat((text) => asProblem(headerValueProblem(text))).min(1);
/** JSON in UTF-8 can't carry half of a surrogate pair. */
export const unicodeText = textThat((text) =>
  text.isWellFormed() ? undefined : ['holds half of a surrogate pair, which is not text'],
);
