/** The choices that the document leaves to a backend, as switches. */
import { z } from 'zod';
import type { Answer } from '../../../src/spec/dialect/dialect.ts';
import {
  isQuestionId,
  optionsOf,
  placesOf,
  QUESTION_IDS,
  questionOf,
  type QuestionId,
} from '../../../src/spec/dialect/questions.ts';
import { suggest } from '../../../src/base/text/nearest.ts';
import type { ControlProblem } from '../api/control-error.ts';
import { invalidRequest } from '../api/read-value.ts';
import { type Rig, route, type ControlRoute } from '../api/route.ts';

const dialectBody = z
  .record(z.string(), z.string())
  .describe(
    'Options by question, or by question@place: { "codes.returnCode": "name", "tagKeys.effect@group": "none" }.',
  );

const dialectShape = z.strictObject({
  questions: z.array(
    z.strictObject({
      question: z.string(),
      asks: z.string(),
      scope: z.string(),
      options: z.array(z.string()),
      option: z.string().describe('The choice for the whole backend.'),
      at: z.record(z.string(), z.string()).describe('Other choices, by resource or endpoint.'),
    }),
  ),
});

export type ShownDialect = z.infer<typeof dialectShape>;

function problemIn(question: string, at: string, option: string): string | undefined {
  if (!isQuestionId(question))
    return `no such question; ${suggest(question, QUESTION_IDS, 'the questions are') ?? ''}`;
  const options = optionsOf(question);
  if (!options.includes(option))
    return `no such option; ${suggest(option, options, 'the options are') ?? ''}`;
  const places = placesOf(question);
  if (at === '' || places.includes(at)) return undefined;
  return places.length === 0
    ? 'this question is answered for the whole backend alone'
    : `it can be answered for ${places.join(', ')}`;
}

/** The answers that a request gives; ControlError('invalid') with all that is wrong. */
function answersIn(body: Readonly<Record<string, string>>): readonly Answer[] {
  const problems: ControlProblem[] = [];
  const answers = Object.entries(body).map(([name, option]) => {
    const [question = '', at = ''] = name.split('@');
    const message = problemIn(question, at, option);
    if (message !== undefined) problems.push({ message, at: name });
    return { question: question as QuestionId, at, option };
  });
  if (problems.length > 0) throw invalidRequest(problems);
  return answers;
}

function show({ choices: { answers } }: Rig): ShownDialect {
  return {
    questions: QUESTION_IDS.map((question) => {
      const { asks, scope, settled } = questionOf(question);
      const own = answers.filter((answer) => answer.question === question);
      return {
        question,
        asks,
        scope,
        options: [...optionsOf(question)],
        option: own.findLast(({ at }) => at === '')?.option ?? settled,
        at: Object.fromEntries(own.filter(({ at }) => at !== '').map(({ at, option }) => [at, option])),
      };
    }),
  };
}

export const DIALECT_ROUTES: readonly ControlRoute[] = [
  route('dialect', 'GET /dialect', {
    does: 'Every question that the document leaves open, with its options and the choice that the simulator makes.',
    reply: dialectShape,
    handle: (_, rig) => show(rig),
  }),
  route('dialect', 'POST /dialect', {
    does: 'Changes the choices for the questions that are named. What was counted against limits is forgotten.',
    body: dialectBody,
    reply: dialectShape,
    handle: ({ body }, rig) => {
      const news = answersIn(body);
      const isNew = ({ question, at }: Answer): boolean =>
        news.some((each) => each.question === question && each.at === at);
      rig.adopt({ answers: [...rig.choices.answers.filter((answer) => !isNew(answer)), ...news] });
      return show(rig);
    },
  }),
  route('dialect', 'DELETE /dialect', {
    does: 'Restores the choices of the start.',
    reply: dialectShape,
    handle: (_, rig) => {
      rig.resetChoices();
      return show(rig);
    },
  }),
];
