/** `tagproof.lock`: the answers that clients rely on, other classes for some questions, and approved drifts. */
import { DRIFT_CLASSES, type DriftClass } from '../dialect/drift-register.ts';
import { isQuestionId, QUESTION_IDS, optionsOf, placesOf } from '../dialect/questions.ts';
import type { YamlPath } from '../config/yaml/path.ts';
import { type Complain, complainBelow } from '../config/yaml/located.ts';
import { readChecked } from '../config/yaml/read-yaml.ts';
import type { Source } from '../config/yaml/source.ts';
import { isDay } from '../gate/day.ts';
import { bySlot, type Slot, slotKey } from '../probe/slots.ts';
import { suggest } from '../text/nearest.ts';
import { type ClassOf, fingerprint, registered, type Observed } from './drift.ts';
import { z } from 'zod';
import { isMap, isSeq, parseDocument, type Document } from 'yaml';
import { textOfYaml } from '../text/safe-yaml.ts';

// The schema of `tagproof.lock`. No transforms: a JSON Schema for editors is made of it.

const CLASSES = Object.keys(DRIFT_CLASSES) as [DriftClass, ...DriftClass[]];
const filled = (what: string): z.ZodString => z.string().min(1).describe(what);

const answerSchema = z.strictObject({
  answer: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
    .describe('The option; several where the backend answers in several ways.'),
  from: filled('A case whose reply shows it.').optional(),
});

const approvalSchema = z.strictObject({
  drift: filled(
    'What is approved, as a run names it: `codes.returnCode: number -> name`; without @place everywhere.',
  ),
  reason: filled('Why.'),
  expires: filled('The last day of the approval, as 2027-01-31.').optional(),
});

export const lockSchema = z
  .strictObject({
    lock: z.literal(1).describe('The version of the format.'),
    answers: z
      .record(z.string(), answerSchema)
      .describe('The answers of the backend, by question or question@place. Written by --update-lock.'),
    classes: z
      .record(z.string(), z.strictObject({ class: z.enum(CLASSES), reason: filled('Why.') }))
      .optional()
      .describe('Other classes of questions than tagproof has, by question.'),
    approved: z.array(approvalSchema).optional().describe('Drifts that are accepted.'),
  })
  .describe('A dialect lock: how a backend answers what the document leaves open, and what clients rely on.');

type LockInput = z.infer<typeof lockSchema>;

export interface LockedAnswer extends Slot {
  readonly options: readonly string[];
  readonly from?: string | undefined;
}

export interface Approval {
  /** `codes.returnCode: number -> name`. */
  readonly drift: string;
  readonly reason: string;
  readonly expires?: string | undefined;
  /** `tagproof.lock:12:5`. */
  readonly place: string;
}

export interface Lock {
  readonly file: string;
  readonly answers: readonly LockedAnswer[];
  readonly classOf: ClassOf;
  readonly approvals: readonly Approval[];
}

/** Locks nothing yet. */
export const NO_LOCK: Lock = { file: '', answers: [], classOf: registered, approvals: [] };

const optionsIn = (answer: string | readonly string[]): readonly string[] =>
  typeof answer === 'string' ? [answer] : answer;

const complainOfQuestion = (question: string, path: YamlPath, complain: Complain): void =>
  complain(
    path,
    `there is no question "${question}"`,
    suggest(question, QUESTION_IDS, 'some of them'),
    'key',
  );

function checkAnswer(key: string, answer: string | readonly string[], complain: Complain): void {
  const path = ['answers', key];
  const [question = '', at = ''] = key.split('@');
  if (!isQuestionId(question)) return complainOfQuestion(question, path, complain);
  const places = placesOf(question);
  if (at !== '' && !places.includes(at)) {
    const hint = suggest(at, places, 'it may differ by');
    return complain(path, `"${question}" has no answer of its own for "${at}"`, hint, 'key');
  }
  const options = optionsOf(question);
  const odd = optionsIn(answer).find((option) => !options.includes(option));
  if (odd === undefined) return undefined;
  return complain(
    [...path, 'answer'],
    `no option of "${question}"`,
    suggest(odd, options, 'its options are'),
  );
}

const ARROW = ' -> ';

function checkApproval({ drift, reason, expires }: Omit<Approval, 'place'>, complain: Complain): void {
  const [question = ''] = drift.split(/[@:]/);
  if (!isQuestionId(question) || !drift.includes(ARROW))
    complain(['drift'], 'it names no drift', 'write question: answer -> answer, as the run does');
  if (reason.trim() === '') complain(['reason'], 'the reason is blank', 'say why it is approved');
  if (expires !== undefined && !isDay(expires))
    complain(['expires'], `"${expires}" is not a day`, 'write year, month and day: 2027-01-31');
}

function check({ answers, classes = {}, approved = [] }: LockInput, complain: Complain): void {
  for (const [key, { answer }] of Object.entries(answers)) checkAnswer(key, answer, complain);
  for (const question of Object.keys(classes))
    if (!isQuestionId(question)) complainOfQuestion(question, ['classes', question], complain);
  for (const [index, each] of approved.entries())
    checkApproval(each, complainBelow(complain, ['approved', index]));
}

function classesOf({ classes = {} }: LockInput): ClassOf {
  const own = new Map<string, DriftClass>(Object.entries(classes).map(([id, row]) => [id, row.class]));
  return (question) => own.get(question) ?? registered(question);
}

function answersOf({ answers }: LockInput): readonly LockedAnswer[] {
  return Object.entries(answers).flatMap(([key, { answer, from }]) => {
    const [question = '', at = ''] = key.split('@');
    return isQuestionId(question) ? [{ question, at, options: optionsIn(answer), from }] : [];
  });
}

/** Reads a lock from its text. Throws one `file` error of all faults. */
export function lockFrom(source: Source): Lock {
  const document = readChecked(source, lockSchema, check);
  const { approved = [] } = document.value;
  const approvals = approved.map((approval, index) => {
    const { file, line, column } = document.at(['approved', index]);
    return { ...approval, place: `${file}:${line}:${column}` };
  });
  return {
    file: document.file,
    answers: answersOf(document.value),
    classOf: classesOf(document.value),
    approvals,
  };
}

// Writing `tagproof.lock`: an answer a line, in the document's order; classes and approvals stay as they are written.

const HEAD = `# yaml-language-server: $schema=node_modules/tagproof/fixtures/lock.schema.json
# How this backend answers what the document leaves open. Written by tagproof run --update-lock; commit it.
lock: 1
answers: {}
`;

const keyOf = ({ question, at }: Slot): string => (at === '' ? question : slotKey({ question, at }));

/** The answers of the lock, those that were seen replaced by what the replies show. */
function updatedAnswers({ answers }: Lock, observed: Observed): readonly LockedAnswer[] {
  const seen = [...observed.values()].map(({ question, at, options, cases }): LockedAnswer => ({
    question,
    at,
    options,
    from: cases.get(options[0] ?? '')?.[0],
  }));
  const unseen = answers.filter((answer) => !observed.has(slotKey(answer)));
  return [...seen, ...unseen].toSorted(bySlot);
}

function putAnswers(document: Document, answers: readonly LockedAnswer[]): void {
  const table = answers.map((answer) => {
    const [only, ...others] = answer.options;
    const value = {
      answer: others.length === 0 ? only : answer.options,
      ...(answer.from !== undefined && { from: answer.from }),
    };
    return [keyOf(answer), value] as const;
  });
  const node = document.createNode(Object.fromEntries(table));
  if (isMap(node)) for (const { value } of node.items) if (isMap(value)) value.flow = true;
  document.set('answers', node);
}

/** Removes the approvals of drift that is locked now. */
function dropApprovals(document: Document, adopted: ReadonlySet<string>): void {
  const list = document.get('approved');
  if (!isSeq(list)) return;
  list.items = list.items.filter((item) => !isMap(item) || !adopted.has(String(item.get('drift'))));
  if (list.items.length === 0) document.delete('approved');
}

/** The text of a lock with what the replies show. `text`: the lock as it is; undefined if there is no file yet. */
export function lockText(text: string | undefined, lock: Lock, observed: Observed): string {
  const document = parseDocument(text ?? HEAD);
  const adopted = lock.answers.flatMap(({ question, at, options }) => {
    const now = observed.get(slotKey({ question, at }));
    if (now === undefined) return [];
    return [at, ''].map((place) => fingerprint({ question, at: place, from: options, to: now.options }));
  });
  putAnswers(document, updatedAnswers(lock, observed));
  dropApprovals(document, new Set(adopted));
  return `${textOfYaml(document).trimEnd()}\n`;
}
