/** Values of the environment that are no secrets by themselves: ids, tags, names, paths. Nothing that is written shows one, and nothing is judged by it. */
import { createServer, request as requestTo } from 'node:http';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readTargetFile } from '../world/target-file/read-target-file.ts';
import { REPORTER_NAMES } from '../world/target-file/report-word.ts';
import { readNdjson } from '../report/record/read-ndjson.ts';
import { bash } from '../http/test-helpers/bash.ts';
import { listening } from '../http/test-helpers/servers.ts';
import { filesIn, folder, tagproof } from './test-helpers/captured.ts';
import { serving, servingMutant } from './test-helpers/serving.ts';

const dir = folder();
const at = (name: string): string => join(dir, name);
const env: Record<string, string> = {
  GAME: 'qx7-game-hidden',
  PLAYER: 'qx7playera',
  TAG: 'qx7-tag-value-hidden',
  TAG_KEY: 'qx7-tag-key-hidden',
  KEY_NAME: 'qx7-name-hidden',
  SHORT: 'qx7ab',
};
/** What no output holds. The origin of the target is shown. */
const HIDDEN = /qx7[\w-]*/;

const world = readFileSync('fixtures/world.yaml', 'utf8')
  .replace('public: true', '')
  .replaceAll(/meadow-run/g, '"${env:GAME}"')
  .replaceAll(/playerann1/g, '"${env:PLAYER}"')
  .replace('- name: player\n', '- name: "${env:KEY_NAME}"\n')
  .replace('key: vip, value: gold', 'key: "${env:TAG_KEY}", value: "${env:TAG}"')
  .replace('key: guild, value: larks', 'key: "${env:SHORT}", value: larks');

/** Forwards what comes below a path to a backend; with `echoes` it shows the environment to bodies of some lengths, each time. */
async function frontOf(url: string, echoes: boolean): Promise<string> {
  const front = createServer((incoming, outgoing) => {
    if (echoes && Number(incoming.headers['content-length']) % 7 === 0) {
      const body = { returnCode: -3, debugMessage: `${JSON.stringify(env)} ${env['PLAYER']}` };
      outgoing.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
      return void incoming.resume();
    }
    const { method = '', headers } = incoming;
    const path = (incoming.url ?? '').replace('/qx7-base/v1', '');
    const onward = requestTo(new URL(url), { method, path, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  return `http://127.0.0.1:${await listening(front)}`;
}

/** The keys as the curl lines name them. */
const PUBLIC = { ADMIN_KEY: 'public-admin-key-all-rules-0001' };

let sound = '';
let broken = '';

beforeAll(async () => {
  writeFileSync(at('world.yaml'), world);
  const file = readTargetFile(at('world.yaml'), env);
  sound = await frontOf(await serving({}, file), false);
  broken = await frontOf(await servingMutant('short-ids-not-refused', file), true);
  writeFileSync(at('target.yaml'), `target: "\${env:BASE}"\n${world}`);
});

const against = (url: string) => ({ env: { ...env, BASE: `${url}/qx7-base/v1` } });
const SELECTED = '--only id/one-short --only reply/success --only tag-keys/long';
const files = () => filesIn(dir).filter((name) => !/^(?:world|target|wrong)\.yaml$/.test(name));

test('a sound backend is judged as before, and shows no leak', async () => {
  const { exit, out } = await tagproof(
    `run --target ${at('target.yaml')} ${SELECTED} --exchanges all --reporter ndjson=${at('sound.ndjson')}`,
    against(sound),
  );
  expect([exit, out.includes('leaked-secret')]).toEqual([0, false]);
  expect(out).toMatch(/[1-9]\d* passed, 0 failed, 0 warned/);
});

test.each([
  `run ${SELECTED} --ignore-setup --exchanges all ${REPORTER_NAMES.map((name) => `--reporter ${name}=REPORT.${name}`).join(' ')}`,
  `run ${SELECTED}`,
  'probe --suite suites/4.3-request-body.yaml',
  'probe --suite suites/4.3-request-body.yaml --json',
  'fuzz --runs 300 --seed 3 --ignore-setup --wire --save SAVED --reporter json=REPORT.fuzz',
  `compare TARGET ${SELECTED}`,
  'run --suite SAVED --ignore-setup',
])(
  '%s shows none',
  async (words) => {
    const target = at('target.yaml');
    const named = words
      .replaceAll('REPORT', at('report'))
      .replace('SAVED', at('saved'))
      .replace('TARGET', `${target} ${target}`);
    const ended = await tagproof(
      words.startsWith('compare') ? named : `${named} --target ${target}`,
      against(broken),
    );
    expect([0, 1, 3], ended.err).toContain(ended.exit);
    expect([ended.out, ended.err, ...files().flatMap(textsAt)].flatMap(shownIn)).toEqual([]);
    // Their values are filled in, so that they fail again.
    if (words.startsWith('run --suite')) expect(ended.out).toMatch(/^0 passed, [1-9]\d* failed, /m);
  },
  60_000,
);

test('the curl line of a record has the variables, and sends the same request', async () => {
  const events = readNdjson(readFileSync(at('sound.ndjson'), 'utf8'), 'sound');
  const lines = events.flatMap((event) =>
    event.kind === 'case-finished' ? (event.others ?? event.exchanges).map(({ curl }) => curl) : [],
  );
  const line = lines.find((each) => each.includes('"$PLAYER"') && each.includes('/admin/')) ?? '';
  expect(line).toContain('"${BASE#*://*/}"');
  const exported = { ...against(sound).env, ...PUBLIC };
  expect(await bash([line], exported)).toContain('"returnCode":1');
});

test.each([
  ['a target that is not there', (text: string) => text, 'http://127.0.0.1:9', 3],
  [
    'a file that does not fit',
    (text: string) => text.replace(/public-player-key-all-rules-\d+/, '"${env:OTHER}"'),
    '',
    3,
  ],
  ['a faulty file', (text: string) => text.replace('role: Player', 'role: "${env:TAG}"'), '', 2],
])('%s: the error shows none', async (_, change, url, exit) => {
  writeFileSync(at('wrong.yaml'), change(readFileSync(at('target.yaml'), 'utf8')));
  const surroundings = against(url === '' ? sound : url);
  const ended = await tagproof(`run ${SELECTED} --target ${at('wrong.yaml')}`, {
    env: { ...surroundings.env, OTHER: 'qx7playerz' },
  });
  expect([ended.exit, ended.err]).toEqual([exit, expect.stringContaining('error: ')]);
  expect([ended.out, ended.err].flatMap(shownIn)).toEqual([]);
});

const textsAt = (name: string): readonly string[] =>
  ['saved'].includes(name)
    ? filesIn(at(name)).map((each) => readFileSync(join(at(name), each), 'latin1'))
    : [readFileSync(at(name), 'utf8')];

function shownIn(text: string): readonly string[] {
  const found = HIDDEN.exec(text);
  return found === null ? [] : [text.slice(Math.max(0, found.index - 300), found.index + 60)];
}
