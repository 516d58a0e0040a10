/** A target that exits while it is learned about, over real sockets, from the command line to its exit code; `run/send/outage.test.ts` has the rest. */
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { listening } from '../http/test-helpers/servers.ts';
import { tagproof } from './test-helpers/captured.ts';

/** Answers so many requests, then ends as a process does. */
async function mortal(requests: number): Promise<string> {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      count += 1;
      if (count <= requests)
        return response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"returnCode":-10}');
      server.close();
      return server.closeAllConnections();
    });
  });
  return `http://127.0.0.1:${await listening(server)}`;
}

test.concurrent.each([
  ['run', /^partial: 0 of \d+ cases ran: (.*)/m],
  ['probe', /^partial: (.*)/m],
  ['fuzz', /^error: (.*)/m],
])('while %s learns about it is exit 3, and the requests on their way are named', async (command, head) => {
  const words = `${command} --target ${await mortal(7)} --world fixtures/world.yaml`;
  const { exit, out, err } = await tagproof(words);
  const shown = command === 'fuzz' ? err : out;
  expect(head.exec(shown)?.[1]).toMatch(
    /^the target stopped answering after 7 answered requests: nothing listens on /,
  );
  expect(shown).toMatch(/; requests under way:\s+setup\/\S+@\S+: POST \//);
  expect(exit).toBe(3);
});
