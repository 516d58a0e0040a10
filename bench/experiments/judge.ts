/** Recorded traffic judged: HAR files of several sizes. */
import { createWriteStream, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CLI } from '../contenders/tagproof.ts';
import { medianRun } from '../measure/command.ts';
import { figure, mebibytes, seconds, type Experiment } from '../report/outcome.ts';
import { playerAt } from '../work/requests.ts';

/** How many exchanges a recording has, of how many players, and whether each reply has something of its own in its headers. */
const RECORDINGS = {
  full: [
    { exchanges: 4000, players: 1000, isOwn: false },
    { exchanges: 40_000, players: 1000, isOwn: false },
    { exchanges: 200_000, players: 1000, isOwn: false },
    { exchanges: 40_000, players: 2000, isOwn: true },
  ],
  quick: [{ exchanges: 1000, players: 100, isOwn: false }],
} as const;
type Recording = (typeof RECORDINGS)['full' | 'quick'][number];

const ROUNDS = 3;
const TAGS = 40;
const MB = 1e6;

const lines = (headers: Readonly<Record<string, string>>): readonly object[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

/** An entry of about 5 kB, as a browser writes it. */
function entry(at: number, { players, isOwn }: Recording): string {
  const player = at % players;
  const tags = Array.from({ length: TAGS }, (_, tag) => ({
    key: `tag-${tag}`,
    value: `value ${(player * 7 + tag) % 1000} of the player, in so many words as a game writes into a tag`,
  }));
  const post = JSON.stringify({ userId: playerAt(player).userId });
  const text = JSON.stringify({
    returnCode: 1,
    parameters: { errorCode: 1, infoResponseParameters: { tags } },
  });
  const own = isOwn ? { 'X-Request-Id': `request-${at}` } : undefined;
  return JSON.stringify({
    startedDateTime: new Date(1_780_000_000_000 + at * 10).toISOString(),
    time: 12,
    request: {
      method: 'POST',
      url: 'https://api.example/base/api/rJson/gamePlayer/client/getTag',
      httpVersion: 'HTTP/1.1',
      headers: lines({
        'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)',
        'Secret-Key': 'key-of-the-bench-0123456789',
        'Auth-Token': `token-of-the-bench-${player}`,
        'Content-Type': 'application/json',
      }),
      postData: { mimeType: 'application/json', text: post },
    },
    response: {
      status: 200,
      httpVersion: 'HTTP/1.1',
      headers: lines({ 'Content-Type': 'application/json', Date: new Date(at * 1000).toUTCString(), ...own }),
      content: { size: text.length, mimeType: 'application/json', text },
    },
  });
}

function* har(recording: Recording): Generator<string> {
  yield '{"log":{"version":"1.2","creator":{"name":"bench","version":"1"},"entries":[';
  for (let at = 0; at < recording.exchanges; at += 1) yield (at === 0 ? '' : ',\n') + entry(at, recording);
  yield ']}}\n';
}

export const judge: Experiment = {
  name: 'judge',
  title: 'Recorded traffic judged, start-up included',
  run: async ({ folder, quick, say }) => {
    const values: Record<string, number> = {};
    const rows: string[][] = [];
    for (const recording of RECORDINGS[quick ? 'quick' : 'full']) {
      const file = join(folder, 'traffic.har');
      await pipeline(Readable.from(har(recording)), createWriteStream(file));
      const size = statSync(file).size / MB;
      const command = [...CLI, 'judge', file];
      const { wallS, cpuS, peakMiB } = await medianRun(command, ROUNDS, / 0 failed, 0 warned/);
      rmSync(file);
      const perSecond = size / cpuS;
      if (!recording.isOwn) values[`judge.${recording.exchanges}.rate`] = perSecond;
      values['judge.peak'] = Math.max(values['judge.peak'] ?? 0, peakMiB);
      say(`${figure(size)} MB: CPU ${seconds(cpuS)}, ${figure(perSecond)} MB a CPU second`);
      rows.push([
        `${figure(size)} MB`,
        figure(recording.exchanges),
        recording.isOwn ? 'each with an id of its own' : 'alike, but for their Date',
        seconds(wallS),
        seconds(cpuS),
        `${figure(perSecond)} MB`,
        mebibytes(peakMiB),
      ]);
    }
    return {
      values,
      tables: [
        {
          title: 'Recorded traffic judged: HAR files by size',
          head: ['HAR', 'exchanges', 'replies to a request', 'wall', 'CPU', 'in a CPU second', 'peak memory'],
          rows,
          note: 'Without a target file; of 1,000 players who ask again and again, where replies are alike.',
        },
      ],
    };
  },
};
