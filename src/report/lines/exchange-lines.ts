/** A request and its reply as a person is shown them: in full, or by what matters of them. */
import type { RedactedExchange, RedactedMessage } from '../record/events.ts';
import type { TextLines } from '../../base/text/columns.ts';
import { CONTENT_TYPE, CONTRACT_HEADERS } from '../../spec/headers.ts';
import { cut } from '../../judge/show.ts';
import { prettyJson } from '../../base/text/pretty-json.ts';
import { plural } from '../../base/text/quantities.ts';
import { oneLine, visibleCommand, visibleLine } from '../../base/text/visible.ts';
import type { Palette } from './colours.ts';

const LAID_OUT_CHARACTERS = 2000;
const RAW_CHARACTERS = 600;
const SHOWN_HEADERS = 30;
const HEADER_CHARACTERS = 300;

/** How much is shown of an exchange. */
interface ShownExtent {
  /** Lines of the body of a request and of a reply; one that takes more stands on one line where `isBrief`, else it is cut. */
  readonly request: number;
  readonly reply: number;
  readonly isBrief: boolean;
  /** Characters of the curl line: a longer one is of no use on a screen. */
  readonly command: number;
}

const FULL: ShownExtent = { request: 40, reply: 40, isBrief: false, command: 8000 };
const BRIEF: ShownExtent = { request: 3, reply: 6, isBrief: true, command: 2000 };
/** Characters of a body on one line. */
const MAX_OF_LINE = 500;

const belowMessage = (lines: TextLines): TextLines => lines.map((line) => (line === '' ? '' : `    ${line}`));
const short = (text: string): string => visibleLine(cut(text, HEADER_CHARACTERS));

/** A body, laid out where it is short JSON and cut where it is long; the last line says how many bytes there are if not all are shown. */
function shownBodyLines({ body, bytes }: RedactedMessage, most: number, isBrief: boolean): TextLines {
  const laidOut = body.length > LAID_OUT_CHARACTERS ? undefined : prettyJson(body)?.split('\n');
  const raw = body.slice(0, RAW_CHARACTERS).split('\n');
  const pretty = laidOut !== undefined && laidOut.length <= most ? laidOut : undefined;
  const lines = pretty ?? raw.slice(0, most);
  const isWhole =
    bytes <= Buffer.byteLength(body) && (pretty !== undefined || lines.join('\n').length === body.length);
  if (isWhole) return lines.map(visibleLine);
  if (!isBrief) return [...lines.map(visibleLine), `… (${bytes} bytes in all)`];
  const line = body.slice(0, LAID_OUT_CHARACTERS).replaceAll(/\s*\n\s*/g, ' ');
  return [`${visibleLine(cut(line, MAX_OF_LINE))}  (${plural(bytes, 'byte')})`];
}

function shownHeaderLines(headers: RedactedMessage['headers']): TextLines {
  const shown = headers.slice(0, SHOWN_HEADERS).map(([name, value]) => `${short(name)}: ${short(value)}`);
  const more = headers.length - shown.length;
  return more > 0 ? [...shown, `… and ${more} more headers`] : shown;
}

/** The headers of the document that a request has: who asks. */
const CALLER: ReadonlySet<string> = new Set(
  CONTRACT_HEADERS.filter((name) => name !== CONTENT_TYPE).map((name) => name.toLowerCase()),
);

/** The command at the very start of a line and on that line alone, so that it can be copied. */
const commandLine = (curl: string, most: number): string =>
  curl.length <= most
    ? visibleCommand(curl)
    : `  (the curl line has ${curl.length} characters: the json and ndjson reports have it)`;

/** `request (within 3 of 5)  POST …`, who asks, the reply, the command. `at`: where a finding is, by which headers of the reply are chosen. */
function shownLines(
  { step, request, reply, noReply, curl }: RedactedExchange,
  { colours }: Palette,
  extent: ShownExtent,
  at: string,
): TextLines {
  const { isBrief } = extent;
  const gap = isBrief ? [] : [''];
  const message = (word: string, of: RedactedMessage, most: number, matters: (name: string) => boolean) => [
    `  ${colours.dim(word)}  ${short(of.start)}`,
    ...belowMessage([
      ...shownHeaderLines(isBrief ? of.headers.filter(([name]) => matters(name.toLowerCase())) : of.headers),
      ...(of.body === '' && of.bytes === 0 ? [] : [...gap, ...shownBodyLines(of, most, isBrief)]),
    ]),
  ];
  const asked = step === '' ? 'request' : `request (${visibleLine(step)})`;
  return [
    ...message(asked, request, extent.request, (name) => CALLER.has(name)),
    ...gap,
    ...(reply === undefined
      ? [`  ${colours.dim('no reply')}  ${oneLine(noReply ?? 'no reason given')}`]
      : message('reply', reply, extent.reply, (name) => at.toLowerCase().includes(name))),
    ...gap,
    commandLine(curl, extent.command),
  ];
}

export const exchangeLines = (exchange: RedactedExchange, palette: Palette): TextLines =>
  shownLines(exchange, palette, FULL, '');

/** At most fifteen lines of it. */
export const briefExchangeLines = (exchange: RedactedExchange, at: string, palette: Palette): TextLines =>
  shownLines(exchange, palette, BRIEF, at);
