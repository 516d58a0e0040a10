/** A fuzz run with secret keys against a server that echoes them: they are in no written file or output. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readTargetFile } from '../../config/target-file/read-target-file.ts';
import { listening } from '../../transport/test-helpers/servers.ts';
import { filesIn, folder, tagproof, type Ended } from '../test-helpers/captured.ts';
import { servingMutant, WORLD } from '../test-helpers/serving.ts';

/** The default world, with its keys and tokens taken from the environment. */
function hidden(): { readonly world: string; readonly env: Readonly<Record<string, string>> } {
  const env: Record<string, string> = {};
  const world = readFileSync(WORLD, 'utf8')
    .replace('public: true', '')
    .replaceAll(/(key|token): (public-[a-zA-Z0-9-]+)/g, (_, kind: string, value: string) => {
      const name = `SECRET_${Object.keys(env).length + 1}`;
      env[name] = createHash('sha256').update(value).digest('base64url').slice(0, 30);
      return `${kind}: "\${env:${name}}"`;
    });
  return { world, env };
}

const HEADERS = ['secret-key', 'auth-token'];
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const hex = (text: string): string => Buffer.from(text).toString('hex');

/** Echoes its secrets: in a message, in tags, in invalid JSON and in headers. */
function echoing(): ReturnType<typeof createServer> {
  let turn = 0;
  return createServer((request, response) => {
    request.resume();
    const values = HEADERS.flatMap((name) => request.headers[name] ?? []);
    const all = values.flatMap((value) => [value, base64(value), hex(value), encodeURIComponent(value)]);
    const tags = all.map((value) => ({ key: value, value }));
    const replies = [
      JSON.stringify({ returnCode: -10, debugMessage: all.join(' ') }),
      JSON.stringify({ returnCode: 1, parameters: { errorCode: 1, infoResponseParameters: { tags } } }),
      `{"returnCode": ${all.join(' ')}`,
      JSON.stringify({ returnCode: all.join(' ') }),
    ];
    if (turn % 7 === 6) for (const [at, value] of all.entries()) response.setHeader(`X-Echo-${at}`, value);
    response.setHeader('Content-Type', 'application/json').end(replies[turn % replies.length]);
    turn += 1;
  });
}

describe('no secret is written', () => {
  const { world, env } = hidden();
  const path = folder();
  const texts = new Map<string, string>();
  let ran: Ended = { exit: 4, out: '', err: '' };
  let replayed: Ended = ran;
  let right: Ended = ran;

  beforeAll(async () => {
    const file = join(path, 'world.yaml');
    writeFileSync(file, world);
    const url = `http://127.0.0.1:${await listening(echoing())}`;
    const reports = ['junit', 'ndjson', 'json'].map((name) => `--reporter ${name}=${path}/run.${name}`);
    const words = `--target ${url} --world ${file} --ignore-setup`;
    const out = join(path, 'failures');
    ran = await tagproof(
      `fuzz --seed 1 --runs 500 ${words} --failures ${out} --save-case ${path}/cases ${reports.join(' ')}`,
      { env },
    );
    replayed = await tagproof(`replay ${out} ${words}`, { env });
    right = await tagproof(`fuzz --seed 1 --runs 500 --world ${file} --failures ${join(path, 'right')}`, {
      env,
    });
    const odd = await servingMutant('hang-up-on-expect', readTargetFile(file, env));
    const wired = await tagproof(
      `fuzz --seed 1 --runs 600 --phase wire --target ${odd} --world ${file} --failures ${path}/wire`,
      { env },
    );
    const { out: reported, err: warned } = ran;
    for (const [name, text] of Object.entries({
      reported,
      warned,
      replayed: replayed.out + replayed.err,
      wired: wired.out + wired.err,
    }))
      texts.set(name, text);
    const names = ['', 'failures', 'wire', 'cases'].flatMap((each) =>
      filesIn(join(path, each)).map((name) => join(each, name)),
    );
    for (const name of names.filter((each) => each.includes('.') && each !== 'world.yaml'))
      texts.set(name, readFileSync(join(path, name), 'latin1'));
  }, 60_000);

  test('the run wrote failures, raw bytes and cases', () => {
    expect([ran.exit, replayed.exit]).toEqual([1, 1]);
    const names = [...texts.keys()];
    expect(names.filter((name) => name.endsWith('.failure.yaml')).length).toBeGreaterThan(5);
    const raw = [...texts].filter(([name]) => name.endsWith('.raw'));
    expect(raw.map(([, text]) => text).join('\n')).toContain('Secret-Key: {{TAGPROOF_1}}');
    expect(texts.get('wired')).toContain('exact bytes: ');
    expect(names.filter((name) => name.startsWith('cases/')).length).toBeGreaterThan(5);
    expect(texts.get('reported')).toContain('<secret:player>');
  });

  test.each([
    ['raw', (text: string) => text],
    ['without its ends', (text: string) => text.slice(4, -4)],
    ['base64', (text: string) => base64(text).slice(0, -4)],
    ['hexadecimal', hex],
  ])('%s', (_, form) => {
    const found = [...texts].flatMap(([name, text]) =>
      Object.entries(env)
        .filter(([, value]) => text.includes(form(value)))
        .map(([secret]) => {
          const at = text.indexOf(form(env[secret] ?? ''));
          return `${name}: ${secret} in …${text.slice(Math.max(0, at - 80), at + 50)}…`;
        }),
    );
    expect(found.slice(0, 5)).toEqual([]);
  });

  test('a correct backend with such keys has no failures', () => {
    expect(right.exit).toBe(0);
    expect(right.out).toMatch(/ 0 failed, .* 0 errored\n$/);
  });
});
