/** Cases and a target file of tagproof. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET } from '../processes/lookup.mjs';
import { type BenchRequest, GAME } from '../work/requests.ts';
import { ROOT } from '../measure/machine.ts';

export const CLI: readonly string[] = [process.execPath, join(ROOT, 'dist/src/cli/bin.js')];

const WORLD = {
  complete: true,
  games: [{ id: GAME }],
  secretKeys: [{ name: 'admin', key: SECRET, role: 'Admin', game: GAME, rules: 'all' }],
} as const;

/** The first line of a world file in JSON, up to the list of its players. */
export const worldLine = (): string =>
  `${JSON.stringify({ public: true, world: WORLD }).slice(0, -2)},"gamePlayers":[\n`;

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

/** A target file whose world holds the players that the requests ask for; without a URL it is a world file. */
export function writeTarget(file: string, requests: readonly BenchRequest[], url?: string): void {
  const gamePlayers = requests.map(({ userId, tags }) => ({ userId, game: GAME, tags }));
  const target = {
    public: true,
    ...(url !== undefined && { target: url }),
    world: { ...WORLD, gamePlayers },
  };
  writeFileSync(file, JSON.stringify(target));
}
