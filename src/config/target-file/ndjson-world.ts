/**
 * Large worlds: a line of JSON each. The first line is what a world file says; each other one declares a player, a
 * character or a group as the lists of a world file do, players before the characters and groups that name them.
 */
import type { z } from 'zod';
import { RESOURCE_FACTS, type Resource } from '../../contract/endpoints.ts';
import { TagproofError } from '../../errors.ts';
import { declaredWorld } from '../../world/declared-world.ts';
import type { Subject } from '../../world/world.ts';
import { IdsByGame } from '../world-file/read-world.ts';
import { readSubject, SUBJECT_SCHEMAS, type SubjectInput } from '../world-file/subject.ts';
import { complaintsAbout } from '../yaml/located.ts';
import { faultsError, inOrder, type FileFault } from '../yaml/fault.ts';
import { isMapping, type Mapping } from '../yaml/path.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import type { Env, EnvPart } from '../yaml/substitute-env.ts';
import { checkTargetSource } from './check-target.ts';
import { plainSubject, resourceOf, SharedTags, type PlainScope } from './plain-subject.ts';
import { variablesOf } from './secrets.ts';
import type { TargetFile } from './target-file.ts';
import { closeSync, readSync } from 'node:fs';
import { openToRead, withFile } from '../../file-trouble.ts';

// A text file line by line, however large it is: only a block of it is in memory.

const BLOCK = 1024 * 1024;
const NEWLINE = 0x0a;
/** Refuses longer lines. */
const MAX_LINE = 32 * 1024 * 1024;

function decoded(bytes: Uint8Array, file: string, line: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new TagproofError('file', `${file}: not UTF-8 at line ${line} or soon behind it; save it as UTF-8`);
  }
}

/** Reads whole lines of a file, as many as a block holds, with the number of the first. Throws a `file` error when it is missing, unreadable, not UTF-8, or has a line beyond 32 MiB. */
export function* lineBlocks(file: string) {
  const open = openToRead(file);
  try {
    let rest: Uint8Array = new Uint8Array();
    let line = 1;
    for (;;) {
      const block = Buffer.allocUnsafe(BLOCK);
      const read = withFile(file, 'read', () => readSync(open, block));
      if (read === 0) break;
      const end = block.subarray(0, read).lastIndexOf(NEWLINE);
      if (end === -1) {
        rest = Buffer.concat([rest, block.subarray(0, read)]);
        if (rest.length > MAX_LINE)
          throw new TagproofError('file', `${file}:${line}: this line is longer than ${MAX_LINE} bytes`);
        continue;
      }
      const lines = decoded(Buffer.concat([rest, block.subarray(0, end)]), file, line).split('\n');
      yield { line, lines };
      line += lines.length;
      rest = Buffer.from(block.subarray(end + 1, read));
    }
    if (rest.length > 0) yield { line, lines: [decoded(rest, file, line)] };
  } finally {
    closeSync(open);
  }
}

/** Whether a file is read so: by its name. */
export const isNdjson = (file: string): boolean => /\.(?:ndjson|jsonl)$/i.test(file);

/** Reading stops after this many faulty lines. */
const MAX_FAULTS = 20;

/** A variable of the environment, or an escape that may be half of a surrogate pair: such a line gets the full check. */
const NOT_PLAIN = /\$\{|\\u[dD]/;

/** All lines as one array, which is parsed faster; undefined: they have to be parsed one by one. */
function parsedAtOnce(lines: readonly string[]): readonly Mapping[] | undefined {
  try {
    const values = JSON.parse(`[${lines.join(',')}]`) as readonly unknown[];
    // A line such as `{}, {}` is not a line.
    return values.length === lines.length && values.every(isMapping) ? values : undefined;
  } catch {
    return undefined;
  }
}

class SubjectLines {
  readonly subjects: Subject[] = [];
  readonly faults: FileFault[] = [];
  /** The variables of the environment that lines name. */
  readonly variables: EnvPart[] = [];
  readonly #file: string;
  readonly #env: Env;
  readonly #ids: Readonly<Record<Resource, IdsByGame>> = {
    gamePlayer: new IdsByGame(),
    characterPlayer: new IdsByGame(),
    group: new IdsByGame(),
  };
  readonly #scope: PlainScope;

  constructor(file: string, { world: { games, complete, subjects } }: TargetFile, env: Env) {
    this.#file = file;
    this.#env = env;
    this.#scope = {
      complete,
      games,
      gameIds: new Set(games),
      shared: new SharedTags(),
      isPlayer: (game, id) => this.#ids.gamePlayer.has(game, id),
      // Searching a million players for a similar one would take long.
      playersOf: () => [],
    };
    for (const subject of subjects) this.#take(subject);
  }

  /** Reads lines; `first` is the number of the first of them. */
  add(lines: readonly string[], first: number): void {
    const values = parsedAtOnce(lines);
    for (const [at, text] of lines.entries()) {
      if (this.faults.length >= MAX_FAULTS) return;
      if (text.trim() !== '') this.#line(text, values?.[at] ?? this.#parsed(text, first + at), first + at);
    }
  }

  #line(text: string, value: Mapping | undefined, line: number): void {
    if (value === undefined) return;
    const plain = NOT_PLAIN.test(text) ? undefined : plainSubject(value, this.#scope);
    const subject = plain ?? this.#checked(text, value, line);
    if (subject === undefined || this.#take(subject)) return;
    const { idMember, word } = RESOURCE_FACTS[subject.resource];
    const message = `the ${word} ${JSON.stringify(subject.id)} is declared twice`;
    this.#fault(text, line, message, undefined, text.indexOf(`"${idMember}"`) + 1);
  }

  /** Adds a subject; false if its id is taken. */
  #take(subject: Subject): boolean {
    const isNew = this.#ids[subject.resource].add(subject.game, subject.id);
    if (isNew) this.subjects.push(subject);
    return isNew;
  }

  #parsed(text: string, line: number): Mapping | undefined {
    try {
      const value: unknown = JSON.parse(text);
      if (isMapping(value)) return value;
    } catch {
      this.#fault(text, line, 'not valid JSON', 'each line is one JSON object');
      return undefined;
    }
    this.#fault(text, line, 'not an object', 'each line is one JSON object');
    return undefined;
  }

  /** Reads a line as an item of a world file, for its faults and for all forms that a world file knows. */
  #checked(text: string, value: Mapping, line: number): Subject | undefined {
    const resource = resourceOf(value);
    if (resource === undefined) {
      const ids = Object.values(RESOURCE_FACTS).map(({ idMember }) => idMember);
      const hint = `one of ${ids.join(', ')} says which`;
      this.#fault(text, line, 'neither a player, a character nor a group', hint);
      return undefined;
    }
    const schema: z.ZodType<SubjectInput> = SUBJECT_SCHEMAS[resource];
    const reading = readYaml({ file: this.#file, text }, schema, { env: this.#env });
    if (!reading.ok) {
      this.faults.push(...reading.faults.map((fault) => ({ ...fault, line })));
      return undefined;
    }
    const { complain, faults } = complaintsAbout(reading);
    const subject = readSubject(resource, reading.value, { ...this.#scope, complain });
    this.faults.push(...inOrder(faults).map((fault) => ({ ...fault, line })));
    this.variables.push(...reading.envs());
    return faults.length === 0 ? subject : undefined;
  }

  #fault(text: string, line: number, message: string, hint?: string, column = 1): void {
    this.faults.push({
      file: this.#file,
      line,
      column: Math.max(1, column),
      width: 1,
      sourceLine: text,
      message,
      hint,
    });
  }
}

function readHead(file: string, text: string, env: Env): TargetFile {
  const reading = checkTargetSource({ file, text }, env);
  if (reading.ok) return reading.file;
  const isEntity = Object.values(RESOURCE_FACTS).some(({ idMember }) => text.startsWith(`{"${idMember}"`));
  if (!isEntity) throw faultsError(reading.faults);
  throw new TagproofError(
    'file',
    `${file}:1: the first line has to be the world without its players: {"world":{"complete":true,"games":[…],…}}`,
  );
}

/** Reads a large world. Throws one `file` error with the first faults. */
export function readNdjsonWorld(file: string, env: Env): TargetFile {
  let head: TargetFile | undefined;
  let all: SubjectLines | undefined;
  for (const { line, lines } of lineBlocks(file)) {
    if (all !== undefined) all.add(lines, line);
    else {
      const [first = '', ...others] = lines;
      head = readHead(file, first.trimEnd(), env);
      all = new SubjectLines(file, head, env);
      all.add(others, line + 1);
    }
    if (all.faults.length >= MAX_FAULTS) break;
  }
  if (head === undefined || all === undefined) throw new TagproofError('file', `${file}: this file is empty`);
  if (all.faults.length > 0) throw faultsError(all.faults);
  const variables = [...head.variables, ...variablesOf(all.variables, head.secrets)];
  return {
    ...head,
    variables: [...new Map(variables.map((each) => [each.name, each])).values()],
    world: declaredWorld({ ...head.world, subjects: all.subjects }),
  };
}
