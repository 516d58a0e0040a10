/** Reading JSON and query values by the schema of a route; faults of a reader become problems of the request. */
import type { z } from 'zod';
import { jsonFault } from '../../src/base/text/parsed-json.ts';
import { readValue } from '../../src/world/yaml/read-yaml.ts';
import { hintText, placeOf, type FileFault, type Hint } from '../../src/world/yaml/fault.ts';
import type { YamlPath } from '../../src/world/yaml/path.ts';
import type { EntityScope } from '../../src/world/world-file/entity.ts';
import type { LiveWorld } from '../world/live-world.ts';
import { ControlError, MAX_LISTED, refusedFor, type ControlProblem } from './control-error.ts';

/** What a value was read from. */
type ReadFrom = 'body' | 'query';

/** A problem in a value; its place is a path: `members[1]`, `tags[0].key`, `query limit`. */
function problemAt(path: YamlPath, message: string, hint?: Hint, from: ReadFrom = 'body'): ControlProblem {
  const remedy = hintText(hint);
  const said = message.replace(/^the file\b/, `the ${from}`);
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  const at = steps.replace(/^\./, from === 'query' ? 'query ' : '') || from;
  return { message: remedy === undefined ? said : `${said}; ${remedy}`, at };
}

/** A fault of a world file; in YAML its place has a line and a column, too. */
export function controlProblem(fault: FileFault): ControlProblem {
  const { path = [], message, hint } = fault;
  const problem = problemAt(path, message, hint);
  if (fault.at === undefined) return problem;
  const { line, column } = placeOf(fault);
  const place = `line ${line}, column ${column}`;
  return { ...problem, at: path.length === 0 ? place : `${problem.at} (${place})` };
}

/** Parses a JSON text. Throws ControlError('invalid'). */
export function parseJson(text: string): unknown {
  if (text.trim() === '') throw refusedFor('invalid', 'the body is empty; JSON is expected', 'body');
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const { start, why } = jsonFault(text, (error as Error).message);
    const before = text.slice(0, start).split('\n');
    const at = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
    throw refusedFor('invalid', `the body is not valid JSON: ${why}`, at);
  }
}

/** A value of a request as its schema has it; ControlError('invalid') with every problem. */
export function checkValue<T>(value: unknown, schema: z.ZodType<T>, from: ReadFrom = 'body'): T {
  const read = readValue(value === null ? undefined : value, schema, from);
  if (read.ok) return read.value;
  throw new ControlError(
    'invalid',
    ...read.faults
      .slice(0, MAX_LISTED)
      .map(({ path = [], message, hint }) => problemAt(path, message, hint, from)),
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
    toDeclare: 'PUT it first',
    complain: (path, message, hint) => problems.push(problemAt(path, message, hint)),
  });
  if (problems.length > 0) throw new ControlError('invalid', ...problems);
  return found;
}
