/** The cases, target files and worlds of tagproof that the work is written in. */
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SECRET } from '../processes/bare-server.mjs';
import { playerAt, type BenchRequest } from './requests.ts';

const GAME = 'bench';
const WORLD = {
  complete: true,
  games: [{ id: GAME }],
  secretKeys: [{ name: 'admin', key: SECRET, role: 'Admin', game: GAME, rules: 'all' }],
} as const;

const caseOf = ({ userId, tags }: BenchRequest, index: number): string =>
  `  - ${JSON.stringify({
    id: `bench/case-${index}`,
    title: `The player ${userId} has its tags`,
    clauses: ['4.5.2/tags'],
    for: 'gamePlayer.server',
    given: { subject: { id: userId } },
    expect: { reply: 'tags', tags },
  })}\n`;

/** How many cases a suite file holds at most. */
const CASES_OF_FILE = 1000;

/** A folder of suite files with a case a request. JSON is YAML; each case has a line of its own. */
export function writeSuite(folder: string, requests: readonly BenchRequest[]): void {
  mkdirSync(folder, { recursive: true });
  for (let from = 0; from < requests.length; from += CASES_OF_FILE) {
    const cases = requests.slice(from, from + CASES_OF_FILE).map((each, index) => caseOf(each, from + index));
    const text = `chapter: Bench\nabout: plain cases\ncases:\n${cases.join('')}`;
    writeFileSync(join(folder, `${from}.yaml`), text);
  }
}

/** A target file in JSON, as a program writes one, whose world holds the players that the requests ask for. */
export function writeTarget(file: string, requests: readonly BenchRequest[], url: string): void {
  const gamePlayers = requests.map(({ userId, tags }) => ({ userId, game: GAME, tags }));
  writeFileSync(file, JSON.stringify({ public: true, target: url, world: { ...WORLD, gamePlayers } }));
}

function* worldLines(count: number): Generator<string> {
  yield `${JSON.stringify({ public: true, world: WORLD }).slice(0, -2)},"gamePlayers":[\n`;
  for (let each = 0; each < count; each += 1) {
    const { userId, tags } = playerAt(each);
    yield `${JSON.stringify({ userId, game: GAME, tags })}${each + 1 < count ? ',' : ']}}'}\n`;
  }
}

/** A world file in JSON with a player a line. */
export const writeWorld = (file: string, count: number): Promise<void> =>
  pipeline(Readable.from(worldLines(count)), createWriteStream(file, { highWaterMark: 2 ** 20 }));
