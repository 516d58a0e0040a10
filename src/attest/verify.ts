/** Checks a statement against its events: derived once more, it has to say the same. */
import { TagproofError } from '../errors.ts';
import { parsedJson } from '../text/parsed-json.ts';
import { type Statement, statementSchema } from './statement.ts';

/** Reads a statement from its text. Throws a `file` error where the text is not a statement. */
export function readStatement(text: string, file: string): Statement {
  const refuse = (what: string): TagproofError =>
    new TagproofError(
      'file',
      `${file}: ${what}\na statement is what tagproof attest writes; take it out of its envelope first where it is signed`,
    );
  const value = parsedJson(text);
  if (value === undefined) throw refuse('it is not valid JSON');
  const read = statementSchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw refuse(`no statement of a test result: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

/** The requirement set that the statement is about; undefined: the whole suite. */
export function requirementsOf({ predicate }: Statement): string | undefined {
  const selection = predicate.configuration[0]?.annotations?.['selection'];
  return typeof selection === 'string' ? /^requirements (.+)$/.exec(selection)?.[1] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The paths at which two values differ. */
function differences(a: unknown, b: unknown, path: string): readonly string[] {
  if (!isObject(a) || !isObject(b)) return a === b ? [] : [path];
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return keys.flatMap((key) => differences(a[key], b[key], path === '' ? key : `${path}.${key}`));
}

/** Where a statement does not say what its events do: `predicate.result`, `predicate.failedTests.0` …; none: it holds. */
export function differencesFrom(said: Statement, derived: Statement): readonly string[] {
  return differences(said, JSON.parse(JSON.stringify(derived)), '');
}
