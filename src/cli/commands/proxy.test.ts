/** `tagproof proxy` through the command line: what it says live and at the end, what it records, and how it ends. */
import { readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listening, rawServer } from '../../http/test-helpers/servers.ts';
import { endpointOf } from '../../spec/endpoints.ts';
import { fileWith, folder, lastLine, tagproof } from '../test-helpers/captured.ts';
import type { HarEntry } from '../proxy/har-entry.ts';
import { ask, ASKED, backendOf, proxying } from '../test-helpers/proxying.ts';
import { entry, replyWith, WORLD } from '../test-helpers/recordings.ts';

const RIGHT = replyWith({});
const SILVER = replyWith({ tags: [{ key: 'vip', value: 'silver' }] });
const HEADERS = { ...ASKED.headers };
const WITHOUT_TYPE = { headers: { ...HEADERS, 'Content-Type': 'text/plain' } };

/** A target file with the small world, in front of a backend. */
const targetOf = (url: string): string => fileWith(`target: ${url}/base\n${WORLD}`);

describe('a proxy', () => {
  it('passes on, names each new cause once, and ends with the last screen', async () => {
    let replies = 0;
    const backend = await backendOf(() => (++replies < 3 ? RIGHT : SILVER));
    const { url, command, stop } = await proxying(targetOf(backend));
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/base$/);
    for (let sent = 0; sent < 5; sent += 1)
      expect(await ask(url)).toBe(JSON.stringify(sent < 2 ? RIGHT : SILVER));
    await command.said(/fail backend gamePlayer\.client, exchange 3: .*4\.5\.2\/tags/);
    expect(await stop()).toBe(1);
    expect(command.err().match(/fail backend/g)).toHaveLength(1);
    expect(command.out()).toContain('5 exchanges: 5 judged');
    expect(command.out()).toMatch(/\nproxy to http:\S+: 5 requests/);
    expect(command.out()).toContain('FAILED: 1 cause in 3 cases');
    expect(lastLine(command.out())).toBe('2 passed, 3 failed, 0 warned, 0 skipped, 0 errored');
    expect(command.out() + command.err()).not.toContain('0123456789');
  });

  it.each([
    ['backend', 0, ' 0 failed, 1 warned'],
    ['client', 1, ' 1 failed, 0 warned'],
    ['both', 1, ' 1 failed, 0 warned'],
  ])("with --fail-on %s, a client's mistake ends with %i", async (who, exit, words) => {
    const { url, command, stop } = await proxying(
      `${targetOf(await backendOf(() => RIGHT))} --fail-on ${who}`,
    );
    await ask(url, WITHOUT_TYPE);
    await command.said(/(?:fail|warn) client gamePlayer\.client, exchange 1: .*4\.2\/client\/content-type/);
    expect(await stop()).toBe(exit);
    expect(command.out()).toContain(words);
  });

  it('names a further cause of an exchange whose first one is known', async () => {
    const { url, command, stop } = await proxying(`${targetOf(await backendOf(() => RIGHT))} --fail-on both`);
    await ask(url, WITHOUT_TYPE);
    for (let sent = 0; sent < 21; sent += 1) await ask(url, WITHOUT_TYPE);
    await ask(url, { ...WITHOUT_TYPE, body: '{"userId":"short"}' });
    await command.said(/fail client gamePlayer\.client, exchange 23: .*\(4\.3\/client\/id\)/);
    await stop();
    expect(command.err().match(/4\.2\/client\/content-type/g)).toHaveLength(1);
    expect(command.out()).toContain('4.3/client/id');
  });

  it('says how its own user aims it where operations lie below another path', async () => {
    const backend = await backendOf(() => RIGHT);
    const { url, command, stop } = await proxying(targetOf(backend));
    await ask(url.replace('/base', '/other'));
    expect(await stop()).toBe(2);
    expect(command.err()).toContain(`begin the URL of the backend with ${backend}/other`);
    expect(command.err()).not.toContain('--server');
  });

  it('passes on what is at no operation, and counts it', async () => {
    const { url, command, stop } = await proxying(targetOf(await backendOf((_, path) => path)));
    expect(await (await fetch(url.replace('/base', '/cdn/app.js?a=b'))).json()).toBe('/cdn/app.js?a=b');
    await ask(url);
    await stop();
    expect(command.out()).toContain('2 exchanges: 1 judged, 1 elsewhere (/cdn/...)');
  });

  it('to which nothing came says so, and where to send it', async () => {
    const { url, command, stop } = await proxying(targetOf(await backendOf(() => RIGHT)));
    expect(await stop()).toBe(2);
    expect(command.err()).toContain(`error: proxy: no request came to ${url}\n`);
  });

  it('of a backend that hangs until the client gives up is partial', async () => {
    let hangs = false;
    const backend = http.createServer((request, response) => {
      request.resume();
      if (!hangs) response.setHeader('Content-Type', 'application/json').end(JSON.stringify(RIGHT));
    });
    const { url, command, stop } = await proxying(targetOf(`http://127.0.0.1:${await listening(backend)}`));
    await ask(url);
    hangs = true;
    await expect(ask(url, { signal: AbortSignal.timeout(100) })).rejects.toThrow('timeout');
    expect(await stop()).toBe(3);
    expect(command.out()).toContain('2 exchanges: 1 judged, 1 without a reply');
    expect(command.out()).toContain('partial: no whole reply came to 1 request: the client gave up');
  });

  it.each([
    ['nothing', ''],
    ['a part of its reply', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{'],
  ])('of a backend that ends a connection after %s says so, and its result is partial', async (_, part) => {
    let isRight = true;
    const text = JSON.stringify(RIGHT);
    const whole = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
    const backend = await rawServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(isRight ? whole : part));
    });
    const { url, command, stop } = await proxying(targetOf(String(backend).replace(/\/$/, '')));
    await ask(url);
    isRight = false;
    await expect(ask(url)).rejects.toThrow(/fetch failed|terminated/);
    await command.said(/no whole reply came within .*: the backend was not reached/);
    expect(await stop()).toBe(3);
    expect(command.out()).toContain('partial: no whole reply came to 1 request: ');
  });

  it('that could read nothing of what came does not say that nothing came', async () => {
    const backend = await rawServer((socket) => void socket.once('data', () => socket.end('SSH-2.0\r\n')));
    const { url, command, stop } = await proxying(String(backend));
    await expect(ask(url)).rejects.toThrow('fetch failed');
    await command.said('a message begins in another way');
    await stop();
    expect(command.err()).not.toContain('no request came');
  });

  it('of a backend that is not there ends the connection, and says why once', async () => {
    const { url, command, stop } = await proxying('http://127.0.0.1:1');
    for (let tries = 0; tries < 3; tries += 1) await expect(ask(url)).rejects.toThrow('fetch failed');
    await command.said('no connection to the backend: nothing listens on 127.0.0.1:1');
    expect(command.err().match(/nothing listens/g)).toHaveLength(1);
    expect(await stop()).toBe(2);
  });

  it.each([
    ['', 'proxy: it needs a backend that runs already'],
    ['simulator', 'proxy: it needs a backend that runs already'],
    ['http://127.0.0.1:1 --', 'proxy: no command is behind --'],
    [
      fileWith('target: http://127.0.0.1:1\nhttp: { proxy: "http://127.0.0.1:2" }\n'),
      'not through http: proxy',
    ],
    [`http://127.0.0.1:1 --record ${fileWith('mine', 'notes.txt')}`, 'notes.txt'],
  ])('is not started with %j', async (words, said) => {
    const { exit, err } = await tagproof(`proxy --port 0 ${words}`);
    expect(err).toContain(said);
    expect(exit).toBe(2);
  });
});

describe('the case that the console makes of an exchange', () => {
  it('is one that a suite may hold, and sends the same request again', async () => {
    const seen: unknown[] = [];
    const backend = http.createServer((request, response) => {
      const body: Buffer[] = [];
      request.on('data', (part: Buffer) => body.push(part));
      request.on('end', () => {
        const own = ['secret-key', 'auth-token', 'content-type', 'game-id', 'x-price'];
        const headers = own.map((name) => request.headers[name]);
        seen.push([request.method, request.url, headers, Buffer.concat(body).toString('hex')]);
        response.setHeader('Content-Type', 'application/json').end(JSON.stringify(RIGHT));
      });
    });
    const target = targetOf(`http://127.0.0.1:${await listening(backend)}`);
    const { url, api, stop } = await proxying(target);
    const { 'Auth-Token': _, ...noToken } = HEADERS;
    for (const changes of [
      {},
      WITHOUT_TYPE,
      { headers: noToken },
      { headers: { ...HEADERS, 'X-Price': '$id', 'Game-Id': 'g', Cookie: 'a=b' } },
      { body: '{"userId":"$id"}' },
      { body: 'no JSON, \u00e9' },
      { body: Buffer.from([0xff, 0xfe]) },
    ])
      await ask(url, changes);
    const sent = seen.splice(0);
    const suite = folder();
    for (let id = 1; id <= sent.length; id += 1) {
      await expect.poll(async () => (await api(`/journal/${id}`)).status).toBe(200);
      const details = (await (await api(`/journal/${id}`)).json()) as { readonly suite: string };
      writeFileSync(join(suite, `${id}.yaml`), details.suite);
    }
    await stop();
    const { out } = await tagproof(`run --target ${target} --suite ${suite} --only traffic/* --ignore-setup`);
    expect(out).toContain('0 skipped, 0 errored');
    expect(seen).toEqual(expect.arrayContaining(sent));
  });

  it('is not made where it would show a secret', async () => {
    const { url, api, stop } = await proxying(targetOf(await backendOf(() => RIGHT)));
    await ask(url, { body: `{"userId":"aaaaaaaaaa","note":"${HEADERS['Secret-Key']}"}` });
    await ask(url, { headers: { ...HEADERS, 'X-Note': HEADERS['Auth-Token'] } });
    for (const id of [1, 2]) {
      await expect.poll(async () => (await api(`/journal/${id}`)).status).toBe(200);
      expect(await (await api(`/journal/${id}`)).json()).toMatchObject({ suite: null });
    }
    await stop();
  });
});

describe('a recording', () => {
  it('holds each exchange as it happens, secrets by name, and is judged as it was live', async () => {
    let replies = 0;
    const target = targetOf(await backendOf(() => (++replies % 2 === 0 ? SILVER : RIGHT)));
    const path = join(folder(), 'traffic.ndjson');
    const { url, command, stop } = await proxying(`${target} --record ${path}`);
    const entries = (): readonly string[] => readFileSync(path, 'utf8').trim().split('\n');
    for (let sent = 1; sent <= 4; sent += 1) {
      await ask(url, sent === 3 ? WITHOUT_TYPE : {});
      await expect.poll(() => entries().length).toBe(sent);
    }
    await ask(url, { headers: { ...HEADERS, 'Secret-Key': 'sk-unknown-0123456789' } });
    await stop();
    const text = readFileSync(path, 'utf8');
    expect(text).not.toContain('0123456789');
    expect(text).toContain('<secret:player>');
    expect(text).toContain('<secret:key#1>');
    const judged = await tagproof(`judge ${path} --target ${target}`);
    expect(lastLine(judged.out)).toBe(lastLine(command.out()));
  });

  it('holds bodies at operations, up to a bound, and of anything else its heads', async () => {
    const target = targetOf(await backendOf((_, path) => (path.startsWith('/cdn') ? 'an asset' : RIGHT)));
    const path = join(folder(), 'traffic.ndjson');
    const { url, stop } = await proxying(`${target} --record ${path}`);
    await fetch(url.replace('/base', '/cdn/a'), { method: 'POST', body: 'an upload' });
    await ask(url);
    await ask(url, { body: `{"userId":"aaaaaaaaaa","x":"${'y'.repeat(2_000_000)}"}` });
    await stop();
    const [elsewhere, usual, long] = readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as HarEntry);
    expect([elsewhere?.request.postData, elsewhere?.response.content]).toEqual([
      { size: 9, text: '', comment: 'only the beginning of 9 bytes is recorded' },
      { size: 10, text: '', comment: 'only the beginning of 10 bytes is recorded' },
    ]);
    expect(usual?.request.postData.text).toBe(ASKED.body);
    expect(long?.request.postData.text).toBe('');
    const judged = await tagproof(`judge ${path} --target ${target}`);
    expect(judged.out).toContain(
      '3 exchanges: 1 judged, 1 elsewhere (/cdn/...), 1 with a body that is not whole',
    );
  });

  it('is added to one that is there, also behind a line that was cut', async () => {
    const whole = JSON.stringify(entry({}));
    const path = fileWith(`${whole}\n${whole.slice(0, 40)}`, 'traffic.ndjson');
    const { url, stop } = await proxying(`${targetOf(await backendOf(() => RIGHT))} --record ${path}`);
    await ask(url);
    await stop();
    const { out, exit } = await tagproof(`judge ${path}`);
    expect(out).toContain('3 exchanges: 2 judged, 1 not readable');
    expect(exit).toBe(3);
  });
});

describe('a command behind --', () => {
  const SCRIPT = join(folder(), 'client.mjs');
  writeFileSync(
    SCRIPT,
    `const [exit, type] = process.argv.slice(2);
await fetch(process.env.TAGPROOF_URL + '${endpointOf('gamePlayer.client').path}', { ...${JSON.stringify(ASKED)}, headers: { ...${JSON.stringify(HEADERS)}, 'Content-Type': type } });
process.exit(Number(exit));`,
  );

  it.each([
    ['0 application/json', 0],
    ['0 text/plain', 1],
    ['7 text/plain', 7],
  ])('that ends with %s ends the proxy with %i', async (words, exit) => {
    const target = targetOf(await backendOf(() => RIGHT));
    const ended = await tagproof(
      `proxy ${target} --port 0 --fail-on both -- ${process.execPath} ${SCRIPT} ${words}`,
      { env: { PATH: process.env['PATH'] } },
    );
    expect(ended.out).toContain('1 exchange: 1 judged');
    expect(ended.exit).toBe(exit);
  });

  it('that can not be started is one of this command', async () => {
    const target = targetOf(await backendOf(() => RIGHT));
    const ended = await tagproof(`proxy ${target} --port 0 -- no-such-command-here`, {
      env: { PATH: process.env['PATH'] },
    });
    expect(ended.err).toContain('error: proxy no-such-command-here: there is no such command');
    expect(ended.exit).toBe(2);
  });

  it('that fails before it has called anything ends the proxy with its own exit code', async () => {
    const target = targetOf(await backendOf(() => RIGHT));
    const ended = await tagproof(`proxy ${target} --port 0 -- ${process.execPath} -e process.exit(7)`, {
      env: { PATH: process.env['PATH'] },
    });
    expect(ended.err).toContain('no reply can be judged');
    expect(ended.exit).toBe(7);
  });
});
