/** Outages of a target and of what stands before it, over real sockets, from the command line to its exit code. */
import { createServer, type RequestListener } from 'node:http';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readNdjson } from '../report/record/read-ndjson.ts';
import type { CaseFinished } from '../report/record/events.ts';
import { listening } from '../http/test-helpers/servers.ts';
import { folder, tagproof, type Ended } from './test-helpers/captured.ts';

const PREFLIGHT_REQUESTS = 3;

/** What a server does with the request of this number, counted from 1 behind the preflight. */
type Treat = (number: number, ...exchange: Parameters<RequestListener>) => void;

const answer = (response: Parameters<RequestListener>[1], status = 200): void =>
  void response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"returnCode":-10}');

interface Served {
  readonly url: string;
  /** Refuses connections and drops those that are open, as the end of a process does. */
  readonly stop: () => void;
  /** The User-Agent of each request behind the preflight. */
  readonly agents: readonly string[];
}

async function served(treat: Treat): Promise<Served> {
  const agents: string[] = [];
  let count = -PREFLIGHT_REQUESTS;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      count += 1;
      if (count <= 0) return answer(response);
      agents.push(request.headers['user-agent'] ?? '');
      return treat(count, request, response);
    });
  });
  const port = await listening(server);
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, stop, agents };
}

const caseIn = (agent: string | undefined): string => /\((.+)\)$/.exec(agent ?? '')?.[1] ?? 'none';

interface Ran extends Ended {
  readonly cases: readonly CaseFinished[];
  readonly partial: string;
}

/** Cases that run against a bare URL, 32 of 279: the others are skipped between them. */
const MIXED = ['path', 'who', 'reply', 'secret', 'secret-key'].map((group) => `--only ${group}/*`).join(' ');

async function running(url: string, words = '', only = MIXED): Promise<Ran> {
  const path = join(folder(), 'run.ndjson');
  const ended = await tagproof(
    `run --target ${url} --reporter console --reporter ndjson=${path} ${only} ${words}`,
  );
  const events = readNdjson(readFileSync(path, 'utf8'), path);
  const finished = events.find((event) => event.kind === 'run-finished');
  return {
    ...ended,
    cases: events.filter((event) => event.kind === 'case-finished'),
    partial: finished?.partial ?? '',
  };
}

const errored = ({ cases }: Ran): readonly CaseFinished[] =>
  cases.filter(({ verdict }) => verdict === 'error');

describe.concurrent('a server that exits', () => {
  test.each([1, 8])(
    'at request 20 ends the run, with %i at once: exit 3, and that request named',
    async (n) => {
      const target: Served = await served((number, _, response) => {
        if (number < 20) answer(response);
        else target.stop();
      });
      const ran = await running(target.url, `--concurrency ${n}`);
      expect(ran.exit).toBe(3);
      expect(ran.partial).toMatch(
        /^the target stopped answering after \d+ answered requests: nothing listens on 127/,
      );
      expect(ran.partial.split('\n').slice(1).join('\n')).toContain(caseIn(target.agents[19]));
      // Four requests in a row without a reply are two cases, each sent twice.
      expect(errored(ran).length).toBeLessThanOrEqual(2);
      expect(ran.cases.some(({ verdict }) => verdict === 'skip')).toBe(true);
      expect(ran.out.match(/nothing listens/g)?.length).toBeLessThan(6);
      expect(ran.out).toMatch(
        /\npartial: \d+ of \d+ cases ran: the target stopped answering after .* requests under way:\n {2}\S+@/,
      );
      expect(ran.out).toMatch(/, [12] errored\n$/);
    },
  );

  test.each([
    ['run', /^partial: 0 of \d+ cases ran: (.*)/m],
    ['probe', /^partial: (.*)/m],
    ['fuzz', /^error: (.*)/m],
  ])('while %s learns about it is exit 3, and the requests on their way are named', async (command, head) => {
    const target: Served = await served((number, _, response) => {
      if (number < 5) answer(response);
      else target.stop();
    });
    const words = `${command} --target ${target.url} --world fixtures/world.yaml`;
    const { exit, out, err } = await tagproof(words);
    const shown = command === 'fuzz' ? err : out;
    expect(head.exec(shown)?.[1]).toMatch(
      /^the target stopped answering after 7 answered requests: nothing listens on /,
    );
    expect(shown).toMatch(/; requests under way:\s+setup\/\S+@\S+: POST \//);
    expect(exit).toBe(3);
  });
});
