/** Reading JSON and query values by the schema of a route. */
import type { z } from 'zod';
import { readValue } from '../../../src/config/yaml/read-value.ts';
import { ControlError } from '../control-error.ts';
import { flawAt, invalid } from './flaws.ts';

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

/** A value of a request as its schema has it; ControlError('invalid') with every flaw. */
export function checkValue<T>(value: unknown, schema: z.ZodType<T>): T {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const read = readValue(value === null ? undefined : value, schema, 'body');
  if (read.ok) return read.value;
  throw invalid(read.faults.map(({ path = [], message, hint }) => flawAt(path, message, hint)));
}
