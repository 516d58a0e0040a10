/** How many must cells count with less than the shipped world: those that such a world can show. All of them with the shipped world: reports/statement.md. */
import { readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import { expect, test } from 'vitest';
import { readTargetSource } from '../src/world/target-file/read-target-file.ts';
import { htmlReporter } from '../src/report/html/html-reporter.ts';
import { consoleReporter } from '../src/report/formats/console-reporter.ts';
import { markdownReporter } from '../src/report/formats/markdown-reporter.ts';
import { foldAll } from '../src/report/record/reporter.ts';
import { runHead } from '../src/report/record/events.ts';
import { runInProcess, type InProcessRun } from './test-helpers/in-process-run.ts';
import { CASES as instances } from './test-helpers/shipped.ts';

type Entry = Readonly<Record<string, unknown>>;
type World = Record<string, Entry[]>;

const SHIPPED = readFileSync('fixtures/world.yaml', 'utf8');

/** The shipped world as a team has it that declares one game, tokens of players alone, no limits, no members of its own. */
function plainWorld(): string {
  const { world } = parse(SHIPPED) as { readonly world: World };
  const [game] = world['games'] ?? [];
  const listOf = (name: string, isPlain: (entry: Entry) => boolean = () => true): readonly Entry[] =>
    (world[name] ?? [])
      .filter((each) => [undefined, null, game?.['id']].includes(each['game'] as string))
      .filter(isPlain);
  return stringify({
    public: true,
    world: {
      games: [game],
      secretKeys: listOf('secretKeys', ({ limits }) => limits === undefined),
      authTokens: listOf('authTokens', ({ expired, admin }) => expired === undefined && admin === undefined),
      gamePlayers: listOf('gamePlayers'),
      characterPlayers: listOf('characterPlayers'),
      groups: listOf('groups'),
      absent: world['absent'],
    },
  });
}

const runOf = (text: string): Promise<InProcessRun> =>
  runInProcess({ instances, served: readTargetSource({ file: 'world.yaml', text }, {}) });

test('with a plain staging world every must cell that counts is verified, and one line says what does not count', async () => {
  const { finished, cases } = await runOf(plainWorld());
  const { cells } = finished;
  expect(cells?.verified).toBe(cells?.mustCells);
  expect(cells?.uncounted?.needs.toSorted()).toEqual([
    'a key with limits.requestsPerSecond',
    'a key with limits.sessions',
    'a second game',
    'a world that is complete',
    'headers that provoke its failures (provoke)',
    'request members of its own (extensions)',
    'the size limit of requests',
  ]);
  const events = [
    { kind: 'run-started' as const, ...runHead('x', [], new Date(0)), planned: cases.length },
    ...cases.map((each) => ({ ...each, exchanges: [] })),
    finished,
  ];
  for (const reporter of [consoleReporter({ colour: false }), markdownReporter(), htmlReporter()])
    expect(foldAll(reporter, events)).toMatch(
      /\b1\d\d must cells that need [^\n]*a second game[^\n"]*, which no world is required to have/,
    );
}, 60_000);

test('what every world can have counts, declared or not', async () => {
  const { world } = parse(SHIPPED) as { readonly world: World };
  const key = (world['secretKeys'] ?? []).find(({ role }) => role === 'Admin');
  const [player] = world['gamePlayers'] ?? [];
  const text = stringify({
    public: true,
    world: { games: world['games'], secretKeys: [key], gamePlayers: [player] },
  });
  const { finished } = await runInProcess({
    instances,
    served: readTargetSource({ file: 'world.yaml', text: SHIPPED }, {}),
    declared: readTargetSource({ file: 'small.yaml', text }, {}),
  });
  expect(finished.cells?.verified).toBeLessThan(0.7 * (finished.cells?.mustCells ?? 0));
}, 60_000);
