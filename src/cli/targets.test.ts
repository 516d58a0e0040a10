/** Targets that are not a backend, or a bad one: what `run --target` makes of them, over real sockets. */
import { createServer, type RequestListener } from 'node:http';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { beforeAll, describe, expect, test } from 'vitest';
import { readNdjson } from '../report/record/read-ndjson.ts';
import type { CaseFinished } from '../engine/events.ts';
import { outcomesIn } from '../suite/format/case-faults.ts';
import { loadSuite } from '../suite/format/load-suite.ts';
import { freePort, listening, rawServer } from '../transport/test-helpers/servers.ts';
import { folder, simulating, start, tagproof, type Ended } from './test-helpers/captured.ts';

const serving = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listening(createServer(listener))}`;

const saying =
  (body: string, status = 200, type = 'application/json'): RequestListener =>
  (request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(status, { 'Content-Type': type }).end(body));
  };

const BRIEF = 'run --suite suites/7.2-not-found.yaml';

describe('a target that is not a backend ends the run with exit 3 and why', () => {
  test('nothing listens there', async () => {
    const port = await freePort();
    const { exit, out, err } = await tagproof(
      `run --target http://127.0.0.1:${port} --world fixtures/world.yaml`,
    );
    expect(exit).toBe(3);
    expect(out).toBe('');
    expect(err).toBe(
      `error: the target http://127.0.0.1:${port} can't be checked: nothing listens on 127.0.0.1:${port}; start the server, or correct the host and the port of the target; if it is just starting, wait for it with --wait-for-start 30s\n`,
    );
  });

  test.each<readonly [what: string, target: () => Promise<string>, said: string]>([
    [
      'it has pages',
      () => serving(saying('<!doctype html><h1>It works</h1>', 200, 'text/html')),
      "can't be checked: it answers with a page (HTTP 200, text/html), not with JSON: is this the base URL of the backend?",
    ],
    [
      'it has pages for what it does not know',
      () => serving(saying('<html>no</html>', 404, 'text/html; charset=utf-8')),
      "can't be checked: it answers with a page (HTTP 404, text/html; charset=utf-8), not with JSON",
    ],
    [
      'it speaks no TLS where https was said',
      async () => (await serving(saying('{}'))).replace('http:', 'https:'),
      'does not speak https; begin the URL of the target with http://',
    ],
    [
      'it speaks another protocol',
      async () => (await rawServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'))).href,
      'the reply does not begin with HTTP/',
    ],
    [
      'it hangs up',
      async () => (await rawServer((socket) => socket.destroy())).href,
      'closed without a reply; if the target speaks https, begin its URL with https://',
    ],
    ['it does not answer', async () => (await rawServer(() => {})).href, 'within 150 ms; raise --timeout'],
    ['it has a name that nobody knows', async () => 'http://no-such-host.invalid', 'no-such-host.invalid'],
  ])('%s', async (_, target, said) => {
    const { exit, out, err } = await tagproof(`${BRIEF} --target ${await target()} --timeout 150ms`);
    expect(err).toContain(said);
    expect(err).toMatch(/^error: the target \S+ can't be checked: [^\n]+\n$/);
    expect([exit, out]).toEqual([3, '']);
  });

  /** What servers do whose TLS port is asked in plain HTTP: end the connection, send an alert, or answer in words. */
  const ALERT = Buffer.from([0x15, 3, 1, 0, 2, 2, 0x46]);
  const IN_WORDS = 'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n';

  test.each<readonly [how: string, target: () => Promise<string>]>([
    ['and ends the connection', async () => `http://127.0.0.1:${await listening(createTlsServer())}`],
    [
      'and sends an alert',
      async () => (await rawServer((socket) => socket.once('data', () => socket.end(ALERT)))).href,
    ],
    [
      'and says so',
      async () => (await rawServer((socket) => socket.once('data', () => socket.end(IN_WORDS)))).href,
    ],
  ])('it speaks TLS where http was said, %s', async (_, target) => {
    const { exit, err } = await tagproof(`${BRIEF} --target ${await target()}`);
    expect(err).toMatch(/^error: the target \S+ can't be checked: .*https/);
    expect(exit).toBe(3);
  });
});

test('a target that stops answering ends the run with exit 3 and a report of what was done', async () => {
  let left = 31;
  const target = await rawServer((socket) => {
    socket.on('data', (data) => {
      if (!data.toString('latin1').includes('orientation/')) left -= 1;
      if (left >= 0) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 18\r\n\r\n{"returnCode":-10}');
      else socket.destroy();
    });
  });
  const { exit, out } = await tagproof(
    `run --ignore-setup --target ${target.href} --world fixtures/world.yaml --only secret --only json-body --concurrency 1`,
  );
  expect(exit).toBe(3);
  expect(out).toMatch(
    /\npartial: \d+ of \d+ cases ran: the target stopped answering after \d+ answered requests: closed without a reply; requests under way:\n {2}\S+@\S+ \(\w+\): POST /,
  );
  expect(out).toMatch(/, 1 errored\n$/);
});

describe('a server that answers every request with {"returnCode":1}', () => {
  const written = new Map(loadSuite(['suites']).map((placed) => [placed.written.id, placed.written]));
  let ran: Ended = { exit: 4, out: '', err: '' };
  let cases: readonly CaseFinished[] = [];
  let failed: readonly CaseFinished[] = [];

  beforeAll(async () => {
    const url = await serving(saying('{"returnCode":1}'));
    const path = join(folder(), 'run.ndjson');
    // A third of the cases of one endpoint, without those that let their keys rest: the others show nothing more.
    ran = await tagproof(
      `run --target ${url} --world fixtures/world.yaml --only gamePlayer.server --skip limit --shard 1/3 --reporter ndjson=${path}`,
    );
    const events = readNdjson(readFileSync(path, 'utf8'), path);
    cases = events.filter((event) => event.kind === 'case-finished');
    failed = cases.filter(({ verdict }) => verdict === 'fail');
  }, 30_000);

  const repliesOf = ({ case: { id } }: CaseFinished): readonly string[] => {
    const found = written.get(id.replace(/@.*$/, ''));
    return found === undefined ? [] : outcomesIn(found).map(({ outcome }) => outcome.reply);
  };

  test('fails a hundred cases', () => {
    expect(ran.exit).toBe(1);
    expect(failed.length).toBeGreaterThan(100);
    expect(cases.filter(({ verdict }) => verdict === 'error' || verdict === 'skip')).toEqual([]);
  });

  test('passes none', () => {
    expect(cases.filter(({ verdict }) => verdict === 'pass').map((each) => each.case.id)).toEqual([]);
  });

  test('first lacks infoResponseParameters where tags are expected, and gives another outcome where they are not', () => {
    const odd = failed.filter((event) => {
      const {
        case: { id, clauses },
        findings: [first],
      } = event;
      const replies = repliesOf(event);
      if (first?.kind === 'missing-data')
        return (
          first.clause !== '2.4/info/required' ||
          !replies.some((each) => each === 'tags' || each === 'document')
        );
      // Of several ids that nothing has, none is not found: this is seen before any single reply.
      if (first?.kind === 'none-of-many') return first.clause !== '7.4.2/not-found';
      // Elsewhere than at the nine paths the envelope is not a must, the tags of the endpoint are.
      if (first?.kind === 'wrong-tags') return first.clause !== '4.1/path' || !id.startsWith('path/');
      return (
        first?.kind !== 'wrong-outcome' ||
        !clauses.includes(first.clause) ||
        replies.every((reply) => reply === 'tags')
      );
    });
    expect(
      odd.map(({ case: { id }, findings: [first] }) => `${id}: ${first?.kind} ${first?.clause}`),
    ).toEqual([]);
  });

  test('each finding has a request, a reply and a curl line', () => {
    for (const { findings, exchanges } of failed) {
      const exchange = exchanges[findings[0]?.exchange ?? -1];
      expect(exchange?.reply?.body).toBe('{"returnCode":1}');
      expect(exchange?.curl).toMatch(/curl /);
    }
  });

  test('the report ends with the totals', () => {
    expect(ran.out).toMatch(/\n0 passed, \d+ failed, \d+ warned, 0 skipped, 0 errored\n$/);
  });
});

describe('what a target is asked', () => {
  test('a path of the base URL stands before that of every request, with or without a slash at its end', async () => {
    const urls: string[] = [];
    const target = await serving((request, response) => {
      urls.push(request.url ?? '');
      saying('{"returnCode":-10}')(request, response);
    });
    for (const base of ['/base/v1', '/base/v1/']) {
      await tagproof(`run --target ${target}${base} --only secret-key/missing`);
    }
    expect(urls).toHaveLength(2 * (3 + 6));
    expect(urls.filter((url) => !url.startsWith('/base/v1/api/rJson/'))).toEqual([]);
  });

  test('each request names its case in the User-Agent', async () => {
    const agents = new Set<string>();
    const target = await serving((request, response) => {
      agents.add(request.headers['user-agent'] ?? '');
      saying('{"returnCode":-10}')(request, response);
    });
    await tagproof(`run --target ${target} --only secret-key/missing@group.admin`);
    expect([...agents]).toEqual([
      expect.stringMatching(/^tagproof\/\S+ \(preflight\)$/),
      expect.stringMatching(/^tagproof\/\S+ \(secret-key\/missing@group\.admin\)$/),
    ]);
  });

  test('a redirect of everything is a fault of the set-up that names the other URL, and is not followed', async () => {
    let followed = 0;
    const elsewhere = await serving((_, response) => {
      followed += 1;
      response.end();
    });
    const target = await serving((request, response) => {
      request.resume();
      response.writeHead(307, { Location: `${elsewhere}${request.url}` }).end();
    });
    const { exit, err } = await tagproof(`run --target ${target} --only secret-key/missing`);
    expect([exit, err]).toEqual([
      3,
      expect.stringContaining(`every request is redirected to ${elsewhere}\n  use that URL as the target`),
    ]);
    expect(followed).toBe(0);
  });

  test('a redirect of one path is a fail, and is not followed', async () => {
    const target = await serving((request, response) => {
      if (request.url?.includes('/group/') !== true) return saying('{"returnCode":-10}')(request, response);
      request.resume();
      return response.writeHead(307, { Location: `http://127.0.0.1:9${request.url}` }).end();
    });
    const { exit, out } = await tagproof(`run --target ${target} --only secret-key/missing`);
    expect(exit).toBe(1);
    expect(out).toContain('principle/no-redirect');
  });

  test('a URL alone knows nothing of its world: what needs no credentials is checked, the rest says what to declare', async () => {
    const target = await serving(saying('{"returnCode":-10}'));
    const { exit, out } = await tagproof(`run --target ${target}`);
    expect(exit).toBe(0);
    expect(out).toMatch(/\n\d{2,} passed, 0 failed, 0 warned, \d{4} skipped, 0 errored\n$/);
    expect(out).toContain(
      'skipped: needs a secret key of role Player with the rule group.getTag.selfEnable (world.secretKeys)',
    );
  });
});

describe('a target file', () => {
  test('names the target, its headers and its world, and may be given as its own world, too', async () => {
    const seen = new Set<string | undefined>();
    const target = await serving((request, response) => {
      seen.add(request.headers['x-gateway'] as string | undefined);
      saying('{"returnCode":-10}')(request, response);
    });
    const path = join(folder(), 'target.yaml');
    writeFileSync(
      path,
      `target: ${target}\nhttp: { headers: { X-Gateway: "\${env:GATEWAY}" } }\nworld: { secretKeys: [{ name: admin, key: "\${env:GATEWAY}2", role: Admin }] }\n`,
    );
    for (const more of ['', `--world ${path}`]) {
      const { exit, out, err } = await tagproof(
        `run --ignore-setup --target ${path} --only secret-key/missing@group.admin ${more}`,
        { env: { GATEWAY: 'gateway-secret-1' } },
      );
      expect([exit, err]).toEqual([0, '']);
      expect(out).toContain(`1 case against ${target}`);
    }
    expect([...seen]).toEqual(['gateway-secret-1']);
  });

  test('keeps its own choices and headers beside the world of --world', async () => {
    const { url, stop } = await simulating();
    const path = join(folder(), 'target.yaml');
    writeFileSync(path, `target: ${url}\ndialect: { codes.returnCode: name }\n`);
    const { exit, out } = await tagproof(
      `run --target ${path} --world fixtures/world.yaml --only path/runs-operation@group.admin`,
    );
    // No case passed, so that the run verified nothing.
    expect(exit).toBe(2);
    expect(out).toContain('dialect/codes.returnCode');
    expect(out).toMatch(/\n0 passed, 0 failed, 1 warned, /);
    expect(await stop()).toBe(0);
  });
});

describe('a world file that names a target', () => {
  const file = join(folder(), 'target.yaml');
  writeFileSync(file, 'target: http://127.0.0.1:1/base\nworld: {}\n');

  test.each(['run', 'fuzz --runs 1', 'probe', 'coverage'])(
    'is refused where that target would be left aside: %s',
    async (command) => {
      const { exit, out, err } = await tagproof(`${command} --world ${file}`);
      expect([exit, out]).toEqual([2, '']);
      expect(err).toBe(
        `error: --world ${file}: this file names the target http://127.0.0.1:1/base, which --world does not use\ngive --target ${file} to reach it, or take target: out of the file to use the embedded simulator\n`,
      );
    },
  );

  test('serves beside a target, and for what reaches none', async () => {
    const beside = await tagproof(`run --target http://127.0.0.1:1 --world ${file}`);
    expect([beside.exit, beside.err]).toEqual([3, expect.stringContaining('127.0.0.1:1 can')]);
    expect((await tagproof(`list --lint --world ${file}`)).err).not.toContain('which --world does not use');
    const command = start(`simulate --port 0 --world ${file}`);
    await command.said('listens at');
    command.interrupt();
    expect(await command.exit).toBe(0);
  });
});
