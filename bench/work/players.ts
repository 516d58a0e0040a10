/** The entities of the bench: the same for every contender. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';

export interface BenchTag {
  readonly key: string;
  readonly value: string;
}

export interface BenchPlayer {
  readonly userId: string;
  readonly tags: readonly BenchTag[];
}

const GUILDS = ['larks', 'otters', 'badgers', 'finches', 'hares'] as const;

/** The nth player: an id of ten characters, three tags. */
export const playerAt = (index: number): BenchPlayer => ({
  userId: `p${index.toString(36).padStart(9, '0')}`,
  tags: [
    { key: 'vip', value: index % 3 === 0 ? 'gold' : 'silver' },
    { key: 'level', value: String(index % 100) },
    { key: 'guild', value: GUILDS[index % GUILDS.length] ?? '' },
  ],
});

const PIECE = 2000;

function* lines(first: string, count: number): Generator<string> {
  yield first;
  for (let from = 0; from < count; from += PIECE) {
    let text = '';
    for (let each = from; each < Math.min(from + PIECE, count); each += 1) {
      const { userId, tags } = playerAt(each);
      text += `${JSON.stringify({ userId, game: GAME, tags })}\n`;
    }
    yield text;
  }
}

export const GAME = 'bench';

/** A world file in NDJSON: `first` is its first line, then a player a line. */
export const writeWorld = (file: string, first: string, count: number): Promise<void> =>
  pipeline(Readable.from(lines(first, count)), createWriteStream(file));
