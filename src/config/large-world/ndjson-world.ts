/**
 * Large worlds: a line of JSON each. The first line is what a world file says; each other one declares a player, a
 * character or a group as the lists of a world file do, players before the characters and groups that name them.
 */
import { RESOURCE_FACTS } from '../../contract/endpoints.ts';
import { TagproofError } from '../../errors.ts';
import { declaredWorld } from '../../world/declared-world.ts';
import type { Subject } from '../../world/world.ts';
import { faultsError, type Fault } from '../yaml/fault.ts';
import { isMapping, type Mapping } from '../yaml/mapping.ts';
import type { Secret } from '../../http/secret.ts';
import type { Env } from '../yaml/substitute-env.ts';
import { lineBlocks } from './line-blocks.ts';
import { plainSubject, resourceOf, type PlainScene } from './plain-subject.ts';
import { SharedTags } from './shared-tags.ts';
import type { TargetFile, TargetReading } from '../target-file/target-file.ts';

/** Whether a file is read so: by its name. */
export const isNdjson = (file: string): boolean => /\.(?:ndjson|jsonl)$/i.test(file);

/** How the first line, and lines that are not plain, are read. */
export type CheckSource = (
  source: { readonly file: string; readonly text: string },
  env: Env,
) => TargetReading;

/** Reading stops after this many faulty lines. */
const MOST_FAULTS = 20;

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

type Ids = Map<string, Set<string>>;

const idsOf = (): Readonly<Record<Subject['resource'], Ids>> => ({
  gamePlayer: new Map(),
  characterPlayer: new Map(),
  group: new Map(),
});

class SubjectLines {
  readonly subjects: Subject[] = [];
  readonly faults: Fault[] = [];
  readonly variables = new Map<string, Secret>();
  readonly #file: string;
  readonly #head: TargetFile;
  readonly #env: Env;
  readonly #check: CheckSource;
  readonly #ids = idsOf();
  readonly #scope: PlainScene;

  constructor(file: string, head: TargetFile, env: Env, check: CheckSource) {
    this.#file = file;
    this.#head = head;
    this.#env = env;
    this.#check = check;
    const { games, complete, subjects } = head.world;
    this.#scope = {
      complete,
      games: new Set(games),
      onlyGame: games.length === 1 ? games[0] : undefined,
      shared: new SharedTags(),
      isPlayer: (game, id) => this.#ids.gamePlayer.get(game)?.has(id) === true,
    };
    for (const subject of subjects) this.#take(subject);
  }

  /** Reads lines; `first` is the number of the first of them. */
  add(lines: readonly string[], first: number): void {
    const values = parsedAtOnce(lines);
    for (const [at, text] of lines.entries()) {
      if (this.faults.length >= MOST_FAULTS) return;
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
    const games = this.#ids[subject.resource];
    let ids = games.get(subject.game);
    if (ids === undefined) games.set(subject.game, (ids = new Set()));
    if (ids.has(subject.id)) return false;
    ids.add(subject.id);
    this.subjects.push(subject);
    return true;
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

  /** Reads a line as a world file with nothing else in it, for its faults and for all forms that a world file knows. */
  #checked(text: string, value: Mapping, line: number): Subject | undefined {
    const resource = resourceOf(value);
    if (resource === undefined) {
      const ids = Object.values(RESOURCE_FACTS).map(({ idMember }) => idMember);
      this.#fault(
        text,
        line,
        'neither a player, a character nor a group',
        `one of ${ids.join(', ')} says which`,
      );
      return undefined;
    }
    const { games, complete } = this.#head.world;
    const game = typeof value['game'] === 'string' ? value['game'] : (this.#scope.onlyGame ?? '');
    const named = [value['owner'], value['members']].flat().filter((owner) => typeof owner === 'string');
    const players = [...new Set(named)]
      .filter((owner) => this.#scope.isPlayer(game, owner))
      .map((userId) => ({ userId, game }));
    const list = RESOURCE_FACTS[resource].plural;
    const others =
      list === RESOURCE_FACTS.gamePlayer.plural ? {} : { [RESOURCE_FACTS.gamePlayer.plural]: players };
    const world = JSON.stringify({ complete, games: games.map((id) => ({ id })), ...others });
    const before = `{"world":${world.slice(0, -1)},"${list}":[`;
    const reading = this.#check({ file: this.#file, text: `${before}${text}]}}` }, this.#env);
    if (reading.ok) {
      for (const each of reading.file.variables) this.variables.set(each.name, each);
      return reading.file.world.subjects.find((each) => each.resource === resource);
    }
    for (const fault of reading.faults)
      this.#fault(text, line, fault.message, fault.hint, fault.column - [...before].length, fault.width);
    return undefined;
  }

  #fault(text: string, line: number, message: string, hint?: string, column = 1, width = 1): void {
    this.faults.push({
      file: this.#file,
      line,
      column: Math.max(1, column),
      width,
      sourceLine: text,
      message,
      hint,
    });
  }
}

function headOf(file: string, text: string, env: Env, check: CheckSource): TargetFile {
  const reading = check({ file, text }, env);
  if (reading.ok) return reading.file;
  const isEntity = Object.values(RESOURCE_FACTS).some(({ idMember }) => text.startsWith(`{"${idMember}"`));
  if (!isEntity) throw faultsError(reading.faults);
  throw new TagproofError(
    'file',
    `${file}:1: the first line has to be the world without its players: {"world":{"complete":true,"games":[…],…}}`,
  );
}

/** Reads a large world. Throws one `file` error with the first faults. */
export function readNdjsonWorld(file: string, env: Env, check: CheckSource): TargetFile {
  let head: TargetFile | undefined;
  let all: SubjectLines | undefined;
  for (const { line, lines } of lineBlocks(file)) {
    if (all !== undefined) all.add(lines, line);
    else {
      const [first = '', ...others] = lines;
      head = headOf(file, first.trimEnd(), env, check);
      all = new SubjectLines(file, head, env, check);
      all.add(others, line + 1);
    }
    if (all.faults.length >= MOST_FAULTS) break;
  }
  if (head === undefined || all === undefined) throw new TagproofError('file', `${file}: this file is empty`);
  if (all.faults.length > 0) throw faultsError(all.faults);
  for (const each of head.variables) all.variables.set(each.name, each);
  return {
    ...head,
    variables: [...all.variables.values()],
    world: declaredWorld({ ...head.world, subjects: all.subjects }),
  };
}
