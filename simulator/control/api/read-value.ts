/** Reading JSON and query values by the schema of a route; faults of a reader become problems of the request. */
import type { z } from 'zod';
import { NAME_PATTERN } from '../../../src/world/world-file/entity.ts';
import { readValue } from '../../../src/world/yaml/read-yaml.ts';
import { ControlError, type ControlProblem } from './control-error.ts';
import type { ControlRequest } from './route.ts';
import { type FileFault, type Hint, hintText, placeOf } from '../../../src/world/yaml/fault.ts';
import type { YamlPath } from '../../../src/world/yaml/path.ts';

/** The most problems that are listed. */
const MAX_LISTED = 20;

/** `members[1]`, `tags[0].key`; the body itself where the path is empty. */
function pathText(path: YamlPath): string {
  const text = path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');
  return text === '' ? 'body' : text;
}

/** A problem in a body that was read as a value: its place is a path. */
export function problemAt(path: YamlPath, message: string, hint?: Hint): ControlProblem {
  const remedy = hintText(hint);
  const said = message.replace(/^the file\b/, 'the body');
  return { message: remedy === undefined ? said : `${said}; ${remedy}`, at: pathText(path) };
}

/** A problem in a text: its place is a line and a column, with the path where there is one. */
export function problemInText(fault: FileFault): ControlProblem {
  const { path, message, hint } = fault;
  const { line, column } = placeOf(fault);
  const place = `line ${line}, column ${column}`;
  const { message: said, at } = problemAt(path ?? [], message, hint);
  return { message: said, at: path === undefined || path.length === 0 ? place : `${at} (${place})` };
}

/** One error for all problems, with the message of the first. */
export function invalidRequest(problems: readonly ControlProblem[]): ControlError {
  const [first = { message: 'invalid', at: 'body' }] = problems;
  return new ControlError(
    'invalid',
    first.message,
    first.at,
    problems.length > 1 ? problems.slice(0, MAX_LISTED) : [],
  );
}

const POSITION = /at position (\d+)/;

function placeIn(text: string, position: number): string {
  const before = text.slice(0, position).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** Parses a JSON text. Throws ControlError('invalid'). */
export function parseJson(text: string): unknown {
  if (text.trim() === '') throw new ControlError('invalid', 'the body is empty; JSON is expected', 'body');
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const message = error instanceof Error ? error.message : 'not JSON';
    const position = POSITION.exec(message)?.[1];
    const at = position === undefined ? 'body' : placeIn(text, Number(position));
    // The parser quotes the text, which may hold secrets.
    throw new ControlError('invalid', 'the body is not valid JSON', at);
  }
}

/** A value of a request as its schema has it; ControlError('invalid') with every problem. */
export function checkValue<T>(value: unknown, schema: z.ZodType<T>): T {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const read = readValue(value === null ? undefined : value, schema, 'body');
  if (read.ok) return read.value;
  throw invalidRequest(read.faults.map(({ path = [], message, hint }) => problemAt(path, message, hint)));
}

/** A name that a part of the path has, as world files have names. Throws ControlError('invalid'). */
export function readName({ params }: Pick<ControlRequest, 'params'>, part: string): string {
  const { [part]: name = '' } = params;
  if (NAME_PATTERN.test(name)) return name;
  throw new ControlError(
    'invalid',
    `the ${part} must be a word of at most 64 letters, digits, ".", "_" and "-", a letter or a digit first`,
    `path ${part}`,
  );
}
