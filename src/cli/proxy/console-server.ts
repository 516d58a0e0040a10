/** The console page of the proxy, on a port of its own: no page that is served through the proxy has its origin. */
import { createServer } from 'node:http';
import { consolePages } from '../../../simulator/console/console-pages.ts';
import { CONTROL_PREFIX } from '../../../simulator/control/control-reply.ts';
import { controlServer } from '../../../simulator/control/control-server.ts';
import { generateToken, guardOf } from '../../../simulator/control/guard.ts';
import type { ServedRoute } from '../../../simulator/control/route.ts';
import { Drain } from '../../../simulator/server/drain.ts';
import { listen } from '../../../simulator/server/listen.ts';
import { Message } from '../../../simulator/server/message.ts';

/** Serves on any free port of this machine alone. `given`: the token that the user chose. */
export async function serveConsole(
  routes: readonly ServedRoute[],
  given: string | undefined,
  log: (line: string) => void,
) {
  const token = given ?? generateToken();
  const drain = new Drain();
  const beside = controlServer({
    routes: () => Promise.resolve(routes),
    guard: guardOf(token),
    pages: consolePages('proxy'),
    log,
  });
  const server = createServer({ IncomingMessage: Message }, (message, response) =>
    beside.serve(message, response, drain),
  );
  const authority = await listen(server, {});
  return {
    url: `http://${authority}${CONTROL_PREFIX}/${given === undefined ? `#token=${token}` : ''}`,
    close(): void {
      beside.end?.();
      server.close();
      server.closeAllConnections();
      drain.destroyAll();
    },
  };
}
