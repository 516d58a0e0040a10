/** `tagproof attest` and `tagproof verify`: a statement of a whole run, and checking one against its events. */
import { fewOf } from '../../text/quantities.ts';
import {
  attestable,
  type Statement,
  statementOf,
  type Subject,
  subjectOf,
  differencesFrom,
  readStatement,
  requirementsOf,
} from '../../attest/statement.ts';
import { readSource } from '../../config/yaml/source.ts';
import { TagproofError } from '../../errors.ts';
import { visibleLine } from '../../text/visible.ts';
import { recordOf } from '../../report/record/reporter.ts';
import { checkOutput, writeWhole, type FileKind } from '../../file-in-place.ts';
import { readRequirements, type RequirementSet } from '../../gate/requirement-set.ts';
import { readNdjson } from '../../report/record/read-ndjson.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import { isSetName, requirementsFile } from '../gate/run-gate.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';

type AttestCommand = CommandOptions<'attest'>;

type VerifyCommand = CommandOptions<'verify'>;

const STATEMENT: FileKind = {
  name: 'an in-toto statement',
  begins: /^\{\s*"_type": "https:\/\/in-toto\.io\//,
};

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
  if (output !== undefined) checkOutput(output, STATEMENT);
  const statement = derive(events, subjectOf(subject), requirements);
  const text = `${JSON.stringify(statement, null, 2)}\n`;
  if (output === undefined) io.out.write(text);
  else {
    writeWhole(output, text, STATEMENT);
    io.out.write(`${output}: ${statement.predicate.result}\n`);
  }
  return exitOf(statement);
}

/** The requirement set that a statement names: one that comes with tagproof, since no statement says which file is read. */
function namedSet(said: Statement, file: string): string | undefined {
  const name = requirementsOf(said);
  if (name === undefined || isSetName(name)) return name;
  throw new TagproofError(
    'usage',
    `${file}: it is about the requirements ${visibleLine(name)}, which do not come with tagproof\nname their file with --requirements FILE`,
  );
}

/** Derives the statement again; 1 where it says something else, or its result is FAILED. */
export function verifyCommand({ file, events, subject, requirements }: VerifyCommand, io: Io): Exit {
  const said = readStatement(readSource(file).text, file);
  const [about] = said.subject;
  const wanted = subject === undefined ? about : subjectOf(subject);
  const derived = derive(events, wanted ?? { name: '', digest: {} }, requirements ?? namedSet(said, file));
  const odd = differencesFrom(said, derived);
  if (odd.length > 0) {
    io.err.write(`${file}: it does not say what ${events} shows: ${fewOf(odd)}\n`);
    return EXIT.broken;
  }
  const unchecked =
    subject === undefined ? '; what it is about was not checked: name that with --subject' : '';
  io.out.write(`${file}: it says what ${events} shows: ${derived.predicate.result}${unchecked}\n`);
  return exitOf(derived);
}
