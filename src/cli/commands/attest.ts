/** `tagproof attest` and `tagproof verify`: a statement of a whole run, and checking one against its events. */
import { writeFileSync } from 'node:fs';
import { attestable } from '../../attest/attestable.ts';
import { statementOf, type Statement } from '../../attest/statement.ts';
import { subjectOf, type Subject } from '../../attest/subject.ts';
import { differencesFrom, readStatement, requirementsOf } from '../../attest/verify.ts';
import { readSource } from '../../config/yaml/read-source.ts';
import { recordOf } from '../../coverage/record-of.ts';
import { checkWritable, withFile } from '../../file-trouble.ts';
import { fewOf } from '../../gate/fail-on.ts';
import { readRequirements, type RequirementSet } from '../../gate/requirements/requirement-set.ts';
import { readNdjson } from '../../report/reporters/read-ndjson.ts';
import { EXIT, type Exit } from '../exits.ts';
import { requirementsFile } from '../gate/run-gate.ts';
import type { Io } from '../io.ts';

export interface AttestCommand {
  /** The record of the run. */
  readonly events: string;
  readonly subject: string;
  /** Where the statement goes; standard output without it. */
  readonly output?: string;
  readonly requirements?: string;
}

export interface VerifyCommand {
  readonly file: string;
  readonly events: string;
  /** What the statement must be about. */
  readonly subject?: string;
}

function derive(file: string, subject: Subject, requirements: string | undefined): Statement {
  const { text } = readSource(file);
  const record = attestable(recordOf(readNdjson(text, file)), file);
  const ids = new Set(record.cases.map((event) => event.case.id));
  const set: RequirementSet | undefined =
    requirements === undefined ? undefined : readRequirements(requirementsFile(requirements), ids);
  return statementOf({ record, events: text, subject, requirements: set });
}

const exitOf = ({ predicate }: Pick<Statement, 'predicate'>): Exit =>
  predicate.result === 'FAILED' ? EXIT.broken : EXIT.ok;

/** Writes the statement; 1 where its result is FAILED. */
export function attestCommand({ events, subject, output, requirements }: AttestCommand, io: Io): Exit {
  if (output !== undefined) checkWritable(output);
  const statement = derive(events, subjectOf(subject), requirements);
  const text = `${JSON.stringify(statement, null, 2)}\n`;
  if (output === undefined) io.out.write(text);
  else {
    withFile(output, 'write', () => writeFileSync(output, text));
    io.out.write(`${output}: ${statement.predicate.result}\n`);
  }
  return exitOf(statement);
}

/** Derives the statement again; 1 where it says something else, or its result is FAILED. */
export function verifyCommand({ file, events, subject }: VerifyCommand, io: Io): Exit {
  const said = readStatement(readSource(file).text, file);
  const [about] = said.subject;
  const wanted = subject === undefined ? about : subjectOf(subject);
  const derived = derive(events, wanted ?? { name: '', digest: {} }, requirementsOf(said));
  const odd = differencesFrom(said, derived);
  if (odd.length > 0) {
    io.err.write(`${file}: it does not say what ${events} shows: ${fewOf(odd)}\n`);
    return EXIT.broken;
  }
  io.out.write(`${file}: it says what ${events} shows: ${derived.predicate.result}\n`);
  return exitOf(derived);
}
