/** Reading JSON and query values by the schema of a route; faults of a reader become problems of the request. */
import type { z } from 'zod';
import { readValue } from '../../src/world/yaml/read-yaml.ts';
import { hintText, placeOf, type FileFault, type Hint } from '../../src/world/yaml/fault.ts';
import type { YamlPath } from '../../src/world/yaml/path.ts';
import type { EntityScope } from '../../src/world/world-file/entity.ts';
import type { LiveWorld } from '../world/live-world.ts';
import { ControlError, MAX_LISTED, refusedFor, type ControlProblem } from './control-error.ts';

/** A problem in a body that was read as a value; its place is a path: `members[1]`, `tags[0].key`. */
export function problemAt(path: YamlPath, message: string, hint?: Hint): ControlProblem {
  const remedy = hintText(hint);
  const said = message.replace(/^the file\b/, 'the body');
  const at = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return { message: remedy === undefined ? said : `${said}; ${remedy}`, at: at.replace(/^\./, '') || 'body' };
}

/** A problem in a text: its place is a line and a column, with the path where there is one. */
export function problemInText(fault: FileFault): ControlProblem {
  const { path = [], message, hint } = fault;
  const { line, column } = placeOf(fault);
  const place = `line ${line}, column ${column}`;
  const { message: said, at } = problemAt(path, message, hint);
  return { message: said, at: path.length === 0 ? place : `${at} (${place})` };
}

/** Parses a JSON text. Throws ControlError('invalid'). */
export function parseJson(text: string): unknown {
  if (text.trim() === '') throw refusedFor('invalid', 'the body is empty; JSON is expected', 'body');
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    // Of the parser's sentence the position alone: it quotes the text, which may hold secrets.
    const position = /at position (\d+)/.exec((error as Error).message)?.[1];
    const before = text.slice(0, Number(position ?? text.length)).split('\n');
    const at = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
    throw refusedFor('invalid', 'the body is not valid JSON', at);
  }
}

/** A value of a request as its schema has it; ControlError('invalid') with every problem. */
export function checkValue<T>(value: unknown, schema: z.ZodType<T>): T {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const read = readValue(value === null ? undefined : value, schema, 'body');
  if (read.ok) return read.value;
  throw new ControlError(
    'invalid',
    ...read.faults.slice(0, MAX_LISTED).map(({ path = [], message, hint }) => problemAt(path, message, hint)),
  );
}

/** Reads an entity that a request describes within the world as it is; ControlError('invalid') with every problem. */
export function readInWorld<T>(world: LiveWorld, read: (scope: EntityScope) => T): T {
  const problems: ControlProblem[] = [];
  const found = read({
    complete: true,
    games: world.gameIds,
    isPlayer: (game, userId) => world.subject('gamePlayer', game, userId) !== undefined,
    // Searching a million players for a similar one would hold up all requests.
    playersOf: () => [],
    complain: (path, message, hint) => problems.push(problemAt(path, message, hint)),
  });
  if (problems.length > 0) throw new ControlError('invalid', ...problems);
  return found;
}
