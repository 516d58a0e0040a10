/** Faults of a reader as flaws of a request to the control API. */
import type { Fault } from '../../../src/config/yaml/fault.ts';
import type { YamlPath } from '../../../src/config/yaml/path.ts';
import { ControlError, type Flaw } from '../control-error.ts';

/** The most flaws that are listed. */
const MOST_LISTED = 20;

/** `members[1]`, `tags[0].key`; the body itself where the path is empty. */
export function pathText(path: YamlPath): string {
  const text = path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');
  return text === '' ? 'body' : text;
}

/** A flaw in a body that was read as a value: its place is a path. */
export function flawAt(path: YamlPath, message: string, hint?: string): Flaw {
  const said = message.replace(/^the file\b/, 'the body');
  return { message: hint === undefined ? said : `${said}; ${hint}`, at: pathText(path) };
}

/** A flaw in a text: its place is a line and a column, with the path where there is one. */
export function flawInText({ line, column, path, message, hint }: Fault): Flaw {
  const place = `line ${line}, column ${column}`;
  const { message: said, at } = flawAt(path ?? [], message, hint);
  return { message: said, at: path === undefined || path.length === 0 ? place : `${at} (${place})` };
}

/** One error for all flaws, with the message of the first. */
export function invalid(flaws: readonly Flaw[]): ControlError {
  const [first = { message: 'invalid', at: 'body' }] = flaws;
  return new ControlError(
    'invalid',
    first.message,
    first.at,
    flaws.length > 1 ? flaws.slice(0, MOST_LISTED) : [],
  );
}
