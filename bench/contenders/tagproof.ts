/** Cases and a target file of tagproof. */
import { writeFileSync } from 'node:fs';
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

/** The first line of a world file in NDJSON. */
export const worldLine = (): string => `${JSON.stringify({ public: true, world: WORLD })}\n`;

const caseOf = ({ userId, tags }: BenchRequest, index: number): string =>
  `  - ${JSON.stringify({
    id: `bench/case-${index}`,
    title: `The player ${userId} has its tags`,
    clauses: ['4.5.2/tags'],
    for: 'gamePlayer.server',
    given: { subject: { id: userId } },
    expect: { reply: 'tags', tags },
  })}\n`;

/** A suite file with a case a request. JSON is YAML; each case has a line of its own. */
export function writeSuite(file: string, requests: readonly BenchRequest[]): void {
  writeFileSync(file, `chapter: Bench\nabout: plain cases\ncases:\n${requests.map(caseOf).join('')}`);
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
