/** A process that is killed while it saves its world loses nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { folder } from '../test-helpers/captured.ts';

test('killed repeatedly while saving, the file always has a whole world, never an older one', async () => {
  const path = join(folder(), 'state.json');
  let last = -1;
  for (let round = 0; round < 6; round += 1) {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', 'src/cli/simulate/test-helpers/saving-child.ts', path, '20000'],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
    const ended = once(child, 'exit');
    // Wait for one complete write, so that each round has something to lose, and then for the middle of another.
    const before = existsSync(path) ? statSync(path).ino : undefined;
    while (!existsSync(path) || statSync(path).ino === before) await new Promise(setImmediate);
    const drafts = (): number => readdirSync(dirname(path)).filter((name) => name.endsWith('.part')).length;
    const left = drafts();
    while (drafts() === left) await new Promise(setImmediate);
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    const { world } = JSON.parse(readFileSync(path, 'utf8'));
    expect(world.gamePlayers).toHaveLength(20_000);
    const count = Number(world.gamePlayers[0].tags[0].value);
    expect(count).toBeGreaterThan(last);
    last = count;
  }
}, 60_000);
