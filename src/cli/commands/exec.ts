/** `tagproof exec`: a simulator for as long as a command runs, which finds it by variables. */
import { clientsView, entryDetails } from '../../../simulator/journal/entry-view.ts';
import { fewLines, plural, shortened } from '../../base/text/quantities.ts';
import { oneLine } from '../../base/text/visible.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { type Serving, startServing } from '../simulate/serving.ts';
import { execVariables, forwardSignals, startCommand } from '../simulate/user-command.ts';

type ExecCommand = CommandOptions<'exec'>;

/** So many lines say what was broken. */
const MAX_LINES = 12;

const MAX_CHARACTERS = 300;

/** `first in request 11: POST /api/... {...}`. The journal may have dropped what came first, or a test cleared it; then the last one. */
function placeOf({ first, last }: { readonly first: number; readonly last: number }, { simulator }: Serving) {
  const { journal } = simulator;
  const entry = journal.entry(first) ?? journal.entry(last);
  if (entry === undefined) return `first in request ${first}`;
  const { id, method, target, request } = entryDetails(entry, simulator);
  const sent = shortened(oneLine(`${method} ${target} ${request.body}`.trim()), MAX_CHARACTERS);
  return `${id === first ? 'first' : 'last'} in request ${id}: ${sent}`;
}

const NOT_CALLED =
  'no operation was called, so nothing is known of what clients owe\nlet the command call the base URL in TAGPROOF_URL, with the keys and tokens in its environment\n';

/** Says which duties clients broke: in full, and with exit code 1, where that is to fail. What is only guessed fails nothing. */
function checkClients(serving: Serving, isCalled: boolean, { failOn, quiet }: ExecCommand, io: Io): Exit {
  const { simulator } = serving;
  const all = clientsView(simulator.journal, simulator.world).items.flatMap(({ name, broken: duties }) =>
    duties.map((each) => ({ ...each, name })),
  );
  // For each client and duty: what is wrong, what to do, the section, and the first request.
  const lineOf = ({ name, text, section, guess, count, ...where }: (typeof all)[number]): string =>
    `${oneLine(name)}: ${text}${guess ? '' : ` (§${section})`}; ${plural(count, 'time')}, ${placeOf(where, serving)}`;
  const guesses = all.filter(({ guess }) => guess).map(lineOf);
  if (quiet !== true) io.warn(fewLines(guesses, MAX_LINES));
  const broken = all.filter(({ guess }) => !guess);
  if (broken.length === 0 && failOn !== undefined && !isCalled) {
    io.err.write(`error: ${NOT_CALLED}`);
    return EXIT.usage;
  }
  if (broken.length === 0) return EXIT.ok;
  const which = new Set(broken.map(({ duty, section }) => `${duty} (§${section})`));
  const times = broken.reduce((sum, { count }) => sum + count, 0);
  const summary = `clients broke ${which.size === 1 ? 'a duty' : `${which.size} duties`} of the document, ${plural(times, 'time')} in ${plural(simulator.journal.total, 'request')}: ${[...which].join(', ')}`;
  if (failOn === undefined) {
    if (quiet !== true) io.warn([`${summary}; --fail-on client shows by whom, and exits with 1`]);
    return EXIT.ok;
  }
  const lines = fewLines(broken.map(lineOf), MAX_LINES);
  io.err.write([summary, ...lines.map((line) => `  ${line}`), ''].join('\n'));
  return EXIT.broken;
}

/** Serves while the command runs; its exit code, or that of `--fail-on client` where it has none. With `--vary`: what it comes to with each of many simulators. */
export async function execCommand(options: ExecCommand, io: Io): Promise<number> {
  const { vary } = options;
  if (vary !== undefined) return (await import('../vary/vary-command.ts')).varyCommand(options, vary, io);
  let interrupted = false;
  io.onInterrupt(() => (interrupted = true));
  // The output of the command stays its own unless a log is asked for.
  const serving = await startServing({ log: 'none', ...options }, io);
  try {
    if (options.quiet !== true) io.warn(serving.warnings);
    if (interrupted) return EXIT.interrupted;
    let isCalled = false;
    // Browsers send OPTIONS by themselves.
    serving.simulator.observers.push(
      ({ method }, call) => (isCalled ||= call !== undefined && method !== 'OPTIONS'),
    );
    const env = { ...io.env, ...execVariables(serving) };
    const { child, ended } = startCommand(options.command, { stdio: 'inherit', env });
    forwardSignals(child, io);
    const exit = await ended;
    const ofClients = checkClients(serving, isCalled, options, io);
    return exit === EXIT.ok ? ofClients : exit;
  } finally {
    await serving.close();
  }
}
