/** `tagproof.lock`: the answers that clients rely on, other classes for some questions, and approved drifts. */
import type { DriftClass } from '../dialect/drift-register.ts';
import { isQuestionId, QUESTION_IDS, optionsOf, questionOf } from '../dialect/questions.ts';
import { SCOPES_OF } from '../config/target-file/dialect.ts';
import { faultsError, inOrder, type FileFault } from '../config/yaml/fault.ts';
import type { YamlPath } from '../config/yaml/path.ts';
import { readYaml, type Read } from '../config/yaml/read-yaml.ts';
import type { Source } from '../config/yaml/source.ts';
import { isDay } from '../gate/day.ts';
import type { Slot } from '../probe/slots.ts';
import { suggest } from '../text/nearest.ts';
import { registered, type ClassOf } from './drift.ts';
import { lockSchema, type LockInput } from './lock-schema.ts';

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

type Document = Read<LockInput>;

const optionsIn = (answer: string | readonly string[]): readonly string[] =>
  typeof answer === 'string' ? [answer] : answer;

function questionFault(question: string, path: YamlPath, document: Document): FileFault | undefined {
  if (isQuestionId(question)) return undefined;
  const hint = suggest(question, QUESTION_IDS, 'some of them');
  return document.faultAt(path, `there is no question "${question}"`, hint, 'key');
}

function answerFaults(key: string, document: Document): readonly FileFault[] {
  const path = ['answers', key];
  const [question = '', at = ''] = key.split('@');
  if (!isQuestionId(question))
    return [questionFault(question, path, document)].filter((each) => each !== undefined);
  const places: readonly string[] = SCOPES_OF[questionOf(question).scope];
  if (at !== '' && !places.includes(at))
    return [
      document.faultAt(
        path,
        `"${question}" has no answer of its own for "${at}"`,
        suggest(at, places, 'it may differ by'),
        'key',
      ),
    ];
  const options = optionsOf(question);
  const odd = optionsIn(document.value.answers[key]?.answer ?? '').find(
    (option) => !options.includes(option),
  );
  if (odd === undefined) return [];
  return [
    document.faultAt(
      [...path, 'answer'],
      `no option of "${question}"`,
      suggest(odd, options, 'its options are'),
    ),
  ];
}

const ARROW = ' -> ';

function approvalFaults(index: number, document: Document): readonly FileFault[] {
  const { drift, reason, expires } = document.value.approved?.[index] ?? { drift: '', reason: '' };
  const path = ['approved', index];
  const [question = ''] = drift.split(/[@:]/);
  const faults: FileFault[] = [];
  if (!isQuestionId(question) || !drift.includes(ARROW))
    faults.push(
      document.faultAt(
        [...path, 'drift'],
        'it names no drift',
        'write question: answer -> answer, as the run does',
      ),
    );
  if (reason.trim() === '')
    faults.push(document.faultAt([...path, 'reason'], 'the reason is blank', 'say why it is approved'));
  if (expires !== undefined && !isDay(expires))
    faults.push(
      document.faultAt(
        [...path, 'expires'],
        `"${expires}" is not a day`,
        'write year, month and day: 2027-01-31',
      ),
    );
  return faults;
}

function classFaults(document: Document): readonly FileFault[] {
  const questions = Object.keys(document.value.classes ?? {});
  return questions.flatMap((question) => questionFault(question, ['classes', question], document) ?? []);
}

function classesOf(document: Document): ClassOf {
  const classes = new Map<string, DriftClass>(
    Object.entries(document.value.classes ?? {}).map(([question, row]) => [question, row.class]),
  );
  return (question) => classes.get(question) ?? registered(question);
}

function answersOf({ value }: Document): readonly LockedAnswer[] {
  return Object.entries(value.answers).flatMap(([key, { answer, from }]) => {
    const [question = '', at = ''] = key.split('@');
    return isQuestionId(question) ? [{ question, at, options: optionsIn(answer), from }] : [];
  });
}

/** Reads a lock from its text. Throws one `file` error of all faults. */
export function lockFrom(source: Source): Lock {
  const document = readYaml(source, lockSchema);
  if (!document.ok) throw faultsError(document.faults);
  const approved = document.value.approved ?? [];
  const faults = [
    ...Object.keys(document.value.answers).flatMap((key) => answerFaults(key, document)),
    ...classFaults(document),
    ...approved.flatMap((_, index) => approvalFaults(index, document)),
  ];
  if (faults.length > 0) throw faultsError(inOrder(faults));
  const approvals = approved.map((approval, index) => {
    const { file, line, column } = document.at(['approved', index]);
    return { ...approval, place: `${file}:${line}:${column}` };
  });
  return { file: document.file, answers: answersOf(document), classOf: classesOf(document), approvals };
}
