/** What reading a reply finds besides its value: breaches, and the options that the reply shows. */
import { readCode, type CodeField, type CodeName } from '../../contract/codes.ts';
import type { ClauseId } from '../../contract/clauses.ts';
import { when, type When } from '../../dialect/questions.ts';
import type { Json } from '../../rules/json.ts';
import { finding, type Finding } from '../compare/finding.ts';
import { CODE_LISTS, showKind } from '../compare/show.ts';

export interface Notes {
  readonly findings: Finding[];
  readonly shown: When[];
}

/** Reads a code field and notes its wire form; undefined where it is not a code. */
export function noteCode<F extends CodeField>(
  field: F,
  raw: Json,
  at: string,
  clause: ClauseId,
  notes: Notes,
): CodeName<F> | undefined {
  const reading = readCode(field, raw);
  if (reading.kind === 'unknown') {
    notes.findings.push(finding('unknown-code', clause, at, CODE_LISTS[field], showKind(raw)));
    return undefined;
  }
  const form = when(`codes.${field}`, reading.form);
  if (!notes.shown.includes(form)) notes.shown.push(form);
  return reading.name;
}
