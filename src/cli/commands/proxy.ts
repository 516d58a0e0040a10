/** `tagproof proxy`: stands between a game and its backend, passes everything on, and says which side breaks the document. */
import { createServer } from 'node:net';
import { TagproofError } from '../../base/errors.ts';
import { linkOf, type Link } from '../../http/link.ts';
import { secretStoreOf } from '../../http/secrets/secrets.ts';
import { listen, type ListenAddress } from '../../../simulator/server/listen.ts';
import type { TargetFile } from '../../world/target-file/target-file.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { serveConsole } from '../proxy/console-server.ts';
import { LiveTraffic } from '../proxy/live-traffic.ts';
import { passOn } from '../proxy/passage.ts';
import { ProxyJournal } from '../proxy/proxy-journal.ts';
import { withReports, type Reports } from '../session/reports.ts';
import { readTarget } from '../session/target.ts';
import { Traffic } from '../session/traffic.ts';
import { givenToken } from '../simulate/controlled-options.ts';
import { LOOPBACK } from '../simulate/serving.ts';
import { forwardSignals, startCommand } from '../simulate/user-command.ts';

type ProxyCommand = CommandOptions<'proxy'>;

/** What is known of the backend, and where it is. */
async function upstreamOf(options: ProxyCommand, { env }: Io): Promise<{ file: TargetFile; url: URL }> {
  const { file, url } = await readTarget(options, env);
  if (url === undefined)
    throw new TagproofError(
      'usage',
      'proxy: it needs a backend that runs already\nname its base URL, or a target file with target: URL; a simulator is started by: tagproof simulate',
    );
  if (file.http.proxy !== undefined)
    throw new TagproofError(
      'usage',
      `proxy ${file.file}: it goes straight to the target, not through http: proxy\ntake proxy: out of the file`,
    );
  return { file, url };
}

/** Passes connections on until it is closed. */
async function passConnections(link: Link, live: LiveTraffic, place: ListenAddress) {
  const open = new Set<() => void>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const end = passOn(client, link, live);
    open.add(end);
    client.once('close', () => open.delete(end));
  });
  const here = await listen(server, place);
  server.on('error', ({ message }) => live.say(message));
  return {
    url: `http://${here}${link.prefix}`,
    close(): void {
      server.close();
      for (const end of open) end();
    },
  };
}

async function proxyInto(reports: Reports, options: ProxyCommand, io: Io): Promise<number> {
  const interrupted = new Promise<void>((resolve) => io.onInterrupt(() => resolve()));
  const command = io.argv.includes('--') ? io.argv.slice(io.argv.indexOf('--') + 1) : [];
  if (io.argv.at(-1) === '--')
    throw new TagproofError('usage', 'proxy: no command is behind --\nname one, or leave -- out');
  const { file, url } = await upstreamOf(options, io);
  const link = linkOf({ baseUrl: url, secretStore: secretStoreOf(file.secrets), settings: file.http });
  const traffic = new Traffic(
    file,
    options.failOn,
    link.prefix === '' ? undefined : link.prefix,
    (base) => `begin the URL of the backend with ${base}`,
  );
  const gate = await traffic.gate({});
  const journal = new ProxyJournal(traffic, link.origin);
  const hasCounter = command.length === 0;
  const live = new LiveTraffic({ traffic, journal, path: options.record, hasCounter, io });
  const proxy = await passConnections(link, live, options);
  const page = await serveConsole(journal.routes, givenToken(io), live.say);
  traffic.warnings.push(
    ...(LOOPBACK.test(options.host)
      ? []
      : [`${options.host} is not a loopback address: everyone who can reach it can call ${url.href}`]),
    ...(file.http.headers.length === 0
      ? []
      : ['http: headers of the file are not sent: what the client sends is passed on as it is']),
  );
  io.err.write(`${proxy.url} passes on to ${url.href}\nconsole: ${page.url}\n`);
  let exit: number = EXIT.ok;
  try {
    if (command.length === 0) await interrupted;
    else {
      const secrets = file.secrets.map(({ envName, value }) => [envName, value] as const);
      const env = { ...io.env, ...Object.fromEntries(secrets), TAGPROOF_URL: proxy.url };
      const { child, ended } = startCommand(command, { stdio: 'inherit', env }, 'proxy');
      forwardSignals(child, io);
      exit = await ended;
    }
  } finally {
    proxy.close();
    page.close();
    live.finish();
  }
  if (live.exchanges === 0 && traffic.unread.length === 0 && exit === EXIT.ok)
    throw new TagproofError(
      'nothing-selected',
      `proxy: no request came to ${proxy.url}\nlet the game call this URL in place of ${url.href}`,
    );
  const names = `proxy to ${url.href}`;
  const why = traffic.whyNothing(names);
  if (exit !== EXIT.ok && why !== undefined) {
    io.warn(why);
    return exit;
  }
  const judged: Exit = traffic.report({ names }, gate, reports, io);
  return exit === EXIT.ok ? judged : exit;
}

/** Passes on and judges until the user interrupts, or as long as a command runs. */
export function proxyCommand(options: ProxyCommand, io: Io): Promise<number> {
  return withReports(options.reporter, io, 'causes', (reports) => proxyInto(reports, options, io));
}
