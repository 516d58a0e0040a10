/** `run --watch`: what runs after a file is saved, what the screen shows, and how it ends. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CLEAR_SCREEN } from '../../report/progress.ts';
import { fileWith, folder, simulating, start, type Captured } from '../test-helpers/captured.ts';

const FOUND = '{ reply: tags }';
const REFUSED = '{ reply: refused, code: SecretInvalid }';

const suite = (...cases: readonly (readonly [id: string, expect: string])[]): string =>
  `chapter: own\ncases:\n${cases
    .map(
      ([id, expected]) =>
        `  - { id: ${id}, title: a group is found, clauses: [4.5.2/tags], for: [group.admin], expect: ${expected} }\n`,
    )
    .join('')}`;

const worldOf = (key: string): string =>
  `world:\n  complete: true\n  games: [{ id: g }]\n  secretKeys: [{ name: admin, key: ${key}, role: Admin, game: g, rules: all }]\n  groups: [{ groupId: aaaaaaaaaa, game: g, tags: [{ key: a, value: b }] }]\n`;

interface Watched {
  readonly command: Captured;
  readonly file: string;
  /** Does something, and resolves with the screen that says so next. */
  readonly after: (work: () => void, said: RegExp) => Promise<string>;
}

async function watched(text: string, said: RegExp, words = ''): Promise<Watched> {
  const file = join(folder(), 'own.yaml');
  writeFileSync(file, text);
  const command = start(`run --suite ${file} --watch ${words}`, { screen: true });
  const screens = (): readonly string[] => command.out().split(CLEAR_SCREEN);
  await command.said(said);
  const after = async (work: () => void, next: RegExp): Promise<string> => {
    const before = screens().length;
    work();
    const isShown = (): string | undefined =>
      screens()
        .slice(before)
        .find((screen) => next.test(screen));
    await expect.poll(isShown, { interval: 10 }).toBeDefined();
    return isShown() ?? '';
  };
  return { command, file, after };
}

const press =
  ({ command }: Watched, key: string) =>
  (): void =>
    command.press(key);

describe('run --watch', () => {
  test('runs all, then what changed and what failed; q ends it with 0', async () => {
    const watching = await watched(
      suite(['own/a', FOUND], ['own/b', REFUSED]),
      /2 cases ran .* 1 passed, 1 failed/,
    );
    const { command, file, after } = watching;
    expect(command.out()).toMatch(/ {2}example {3}own\/b@group\.admin/);
    expect(command.out()).toContain(`${file}:4`);
    const mended = suite(['own/a', FOUND], ['own/b', FOUND], ['own/c', REFUSED]);
    await after(() => writeFileSync(file, mended), /2 cases ran in .*: 2 passed, 1 failed/);
    await after(press(watching, 'f'), /1 case ran in .*: 2 passed, 1 failed/);
    await after(press(watching, '\r'), /3 cases ran in .*: 2 passed, 1 failed/);
    const saved = join(folder(), 'new.yaml');
    writeFileSync(saved, suite(['own/c', FOUND]));
    await after(() => renameSync(saved, file), /1 case ran in .*: 1 passed, 0 failed/);
    command.press('q');
    expect(await command.exit).toBe(0);
  });

  test('shows what is wrong with a file, with its place, and goes on once it is mended', async () => {
    const { command, file, after } = await watched('chapter: own\ncases: [{ id: 7 }]\n', /own\.yaml:2:9/);
    await after(() => writeFileSync(file, suite(['own/a', FOUND])), /1 case ran in .*: 1 passed/);
    await after(() => writeFileSync(file, 'cases: ['), /error: .*own\.yaml:1:/);
    command.press('\u0003');
    expect(await command.exit).toBe(130);
  });

  test('runs all once the target file is saved', async () => {
    const target = join(folder(), 'target.yaml');
    writeFileSync(target, worldOf('an-admin-key-01'));
    const watching = await watched(suite(['own/a', FOUND]), /1 case ran/, `--world ${target}`);
    await watching.after(
      () => writeFileSync(target, worldOf('an-admin-key-02')),
      /1 case ran in .*: 1 passed/,
    );
    await watching.after(() => writeFileSync(target, 'world: 7\n'), /error: .*target\.yaml:1:8/);
    watching.command.interrupt();
    expect(await watching.command.exit).toBe(130);
  });

  test('/ filters the cases by a part of a name, and Escape leaves the filter as it was', async () => {
    const watching = await watched(suite(['own/a', FOUND], ['other/b', REFUSED]), /2 cases ran/);
    const { after } = watching;
    await after(press(watching, '/'), /^\/_ {2}\(a part of a name/m);
    for (const key of 'thx') watching.command.press(key);
    await after(press(watching, '\u007f'), /^\/th_ /m);
    const filtered = await after(press(watching, '\r'), /1 case ran in .*: 0 passed, 1 failed/);
    expect(filtered).toContain(', only th\n');
    await after(press(watching, '/'), /^\/_ /m);
    await after(press(watching, '\u001b'), /, only th\n[^]*Enter all/);
    const typed = [...'/nosuch', '\r'];
    await after(
      () => typed.forEach((key) => watching.command.press(key)),
      /error: nothing is called nosuch; all cases are shown/,
    );
    await after(press(watching, '\r'), /2 cases ran in .*: 1 passed, 1 failed/);
    watching.command.press('q');
    expect(await watching.command.exit).toBe(0);
  });

  test('once a target that was gone answers again, all runs by itself', async () => {
    const world = fileWith(worldOf('an-admin-key-01'));
    const first = await simulating(`--world ${world}`);
    const words = `--target ${first.url} --world ${world}`;
    const watching = await watched(suite(['own/a', FOUND]), /1 case ran in .*: 1 passed/, words);
    await first.stop();
    const gone = await watching.after(press(watching, '\r'), /error: [^]*runs again by itself/);
    expect(gone).toContain(first.url);
    let second: Captured | undefined;
    const begin = (): void => void (second = start(`simulate ${new URL(first.url).port} --world ${world}`));
    await watching.after(begin, /1 case ran in .*: 1 passed/);
    watching.command.press('q');
    expect(await watching.command.exit).toBe(0);
    second?.interrupt();
    expect(await second?.exit).toBe(0);
  });
});
