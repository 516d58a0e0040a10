/** A request, its reply and the command that repeats it, as they are shown under a finding. */
import { cut } from '../../judge/compare/show.ts';
import type { CaseFinished, RedactedExchange, RedactedMessage } from '../../engine/events.ts';
import type { Palette } from './colours.ts';
import { oneLine, visibleCommand, visibleLine } from '../../text/visible.ts';
import { prettyJson } from '../../text/pretty-json.ts';

const PRETTY_CHARACTERS = 2000;
const PRETTY_LINES = 40;
const RAW_CHARACTERS = 600;
const RAW_LINES = 20;

function prettyLines(body: string): readonly string[] | undefined {
  if (body.length > PRETTY_CHARACTERS) return undefined;
  const lines = prettyJson(body)?.split('\n');
  return lines !== undefined && lines.length <= PRETTY_LINES ? lines : undefined;
}

function rawLines(body: string): readonly string[] {
  return body.slice(0, RAW_CHARACTERS).split('\n').slice(0, RAW_LINES);
}

/** A body, laid out where it is short JSON and cut where it is long, safe to print and without indentation; the last line says how many bytes there are if not all are shown. */
function bodyLines({ body, bytes }: RedactedMessage): readonly string[] {
  const pretty = prettyLines(body);
  const raw = rawLines(body);
  const lines = (pretty ?? raw).map(visibleLine);
  const whole = bytes <= Buffer.byteLength(body) && (pretty !== undefined || raw.join('\n') === body);
  return whole ? lines : [...lines, `… (${bytes} bytes in all)`];
}

const MOST_EXCHANGES = 2;
const MOST_HEADERS = 30;
const MOST_OF_HEADER = 300;
/** A longer command is of no use on a screen. */
const MOST_OF_COMMAND = 8000;

const indented = (lines: readonly string[]) => lines.map((line) => (line === '' ? '' : `    ${line}`));
const short = (text: string) => visibleLine(cut(text, MOST_OF_HEADER));

function headerLines({ headers }: RedactedMessage): readonly string[] {
  const shown = headers.slice(0, MOST_HEADERS).map(([name, value]) => `${short(name)}: ${short(value)}`);
  const more = headers.length - shown.length;
  return more > 0 ? [...shown, `… and ${more} more headers`] : shown;
}

function messageLines(word: string, message: RedactedMessage, { colours }: Palette): readonly string[] {
  const body = message.body === '' && message.bytes === 0 ? [] : ['', ...bodyLines(message)];
  return [`  ${colours.dim(word)}  ${short(message.start)}`, ...indented([...headerLines(message), ...body])];
}

/** The command at the very start of a line and on that line alone, so that it can be copied. */
function commandLine({ curl }: RedactedExchange): string {
  if (curl.length <= MOST_OF_COMMAND) return visibleCommand(curl);
  return `  (the curl line has ${curl.length} characters: the json and ndjson reports have it)`;
}

/** The exchange in full, for instance `request (within 3 of 5)  POST …`. */
export function exchangeLines(exchange: RedactedExchange, palette: Palette): readonly string[] {
  const { step, request, reply, noReply } = exchange;
  const reason = oneLine(noReply ?? 'no reason given');
  const answer =
    reply === undefined
      ? [`  ${palette.colours.dim('no reply')}  ${reason}`]
      : messageLines('reply', reply, palette);
  const word = step === '' ? 'request' : `request (${visibleLine(step)})`;
  return [...messageLines(word, request, palette), '', ...answer, '', commandLine(exchange)];
}

/** The exchanges that show the findings, the cause's first; the last one of a case that got no reply to judge. */
export function tellingExchanges({
  findings,
  exchanges,
  verdict,
}: CaseFinished): readonly RedactedExchange[] {
  const indices = new Set(findings.flatMap(({ exchange }) => exchange ?? []));
  if (verdict === 'error' && indices.size === 0) return exchanges.slice(-1);
  return [...indices].flatMap((index) => exchanges[index] ?? []).slice(0, MOST_EXCHANGES);
}
