/** The record of one part: a line for each id, with a digest of what the code does there, so that a difference names the case. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Request } from '../../src/http/request.ts';
import { VERSION } from '../../src/base/version.ts';

/** What the code does, by the id of a case, a mutant or a seed. */
export type Details = ReadonlyMap<string, string>;

const LONGEST_SHOWN = 100;
const LONGEST_BODY = 2000;

const digestOf = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 12);

/** Members in one order, bytes as text: what two equal values have in common, however they were made. */
function plain(_: string, value: unknown): unknown {
  if (value instanceof Uint8Array)
    return value.length > LONGEST_BODY
      ? `${value.length} bytes ${digestOf(value)}`
      : Buffer.from(value).toString('latin1');
  if (value instanceof Map || value instanceof Set) return [...value];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A value in one line. */
export const lineOf = (value: unknown): string => JSON.stringify(value, plain);

/** A request as it is planned. */
export const requestLine = ({ endpoint, method, path, headers, body, wire, misplaced }: Request): string =>
  lineOf([endpoint, method, path, headers, body, wire, misplaced]);

const isShort = (detail: string): boolean => detail.length <= LONGEST_SHOWN && !/[\n\t]/.test(detail);
/** A release changes no row. */
const rowOf = (detail: string): string =>
  isShort(detail) ? detail : digestOf(detail.replaceAll(`tagproof/${VERSION}`, 'tagproof'));
const rowsOf = (details: Details): ReadonlyMap<string, string> =>
  new Map([...details].map(([id, detail]) => [id, rowOf(detail)]));

const fileOf = (part: string): string => join(import.meta.dirname, `${part}.txt`);

export function writeRecord(part: string, details: Details): void {
  const lines = [...rowsOf(details)].map(([id, row]) => `${id}\t${row}\n`);
  writeFileSync(fileOf(part), lines.join(''));
}

export function readRecord(part: string): ReadonlyMap<string, string> {
  if (!existsSync(fileOf(part))) return new Map();
  const lines = readFileSync(fileOf(part), 'utf8').split('\n').slice(0, -1);
  return new Map(lines.map((line) => line.split('\t') as [string, string]));
}

/** The ids whose rows are not as they were recorded, each with what happened to it. */
export function differences(part: string, details: Details): ReadonlyMap<string, string> {
  const [before, now] = [readRecord(part), rowsOf(details)];
  const found = new Map<string, string>();
  for (const id of new Set([...before.keys(), ...now.keys()])) {
    const [old = 'not there', row = 'not there'] = [before.get(id), now.get(id)];
    if (old !== row) found.set(id, `was ${old}, is ${row}`);
  }
  return found;
}

/** Writes the details of these ids, a file for each, below a folder. */
export function writeDetails(folder: string, details: Details, ids: Iterable<string>): void {
  mkdirSync(folder, { recursive: true });
  for (const id of ids)
    writeFileSync(join(folder, `${id.replaceAll(/[^\w.@-]+/g, '_')}.txt`), `${details.get(id) ?? ''}\n`);
}
