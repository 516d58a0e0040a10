/** Writing answers into a target file: what stands in it stays, and the result says the same and the answers besides. */
import { chmodSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { parseDocument } from 'yaml';
import type { Answer } from '../dialect/dialect.ts';
import { TagproofError } from '../errors.ts';
import { readTargetSource } from '../target/read-target-file.ts';
import { readSource } from '../yaml/read-source.ts';
import type { Source } from '../yaml/source.ts';
import type { Env } from '../yaml/substitute-env.ts';
import { answerLines } from './dialect-text.ts';
import { editDialect } from './edit-dialect.ts';

const said = ({ question, at, option }: Answer): string => `${question}@${at}: ${option}`;

function sameAnswers(a: readonly Answer[], b: readonly Answer[]): boolean {
  return isDeepStrictEqual(new Set(a.map(said)), new Set(b.map(said)));
}

/** All that a file says beside its dialect. */
function besides(text: string): unknown {
  const { dialect: _, ...rest } = parseDocument(text, { schema: 'core', stringKeys: true }).toJS({
    maxAliasCount: -1,
  }) as Readonly<Record<string, unknown>>;
  return rest;
}

function answersIn(source: Source, env: Env): readonly Answer[] | undefined {
  try {
    return readTargetSource(source, env).dialectAnswers;
  } catch (error) {
    if (error instanceof TagproofError) return undefined;
    throw error;
  }
}

function byHand(file: string, answers: readonly Answer[]): TagproofError {
  const lines = answers.flatMap((answer) =>
    answerLines({ question: answer.question, answers: [answer] }, '  '),
  );
  return new TagproofError(
    'file',
    `${file}: its dialect is written in a way that can't be added to; add this by hand:\ndialect:\n${lines.join('').trimEnd()}`,
  );
}

/** The text of a target file with more answers. Throws a `file` error where that would change anything else. */
export function withAnswers({ file, text }: Source, answers: readonly Answer[], env: Env): string {
  const before = readTargetSource({ file, text }, env).dialectAnswers;
  const edited = editDialect(text, answers);
  const after = answersIn({ file, text: edited }, env);
  const same = after !== undefined && sameAnswers(after, [...before, ...answers]);
  if (same && isDeepStrictEqual(besides(edited), besides(text))) return edited;
  throw byHand(file, answers);
}

/** Until it has the file's own permissions: it may hold secrets. */
const OWNER_ONLY = 0o600;
const PERMISSIONS = 0o777;

/** Puts a text in a file's place at once; a link to it stays one. */
function replace(file: string, text: string): void {
  const path = realpathSync(file);
  const draft = `${path}.part`;
  try {
    writeFileSync(draft, text, { mode: OWNER_ONLY });
    chmodSync(draft, statSync(path).mode & PERMISSIONS);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    const why = error instanceof Error ? error.message : String(error);
    throw new TagproofError('file', `${file}: can't be written: ${why}`);
  }
}

/** Adds answers to a target file. */
export function writeAnswers(file: string, answers: readonly Answer[], env: Env): void {
  if (answers.length > 0) replace(file, withAnswers(readSource(file), answers, env));
}
