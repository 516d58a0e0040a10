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
/** Characters of a body on one line. */
const MAX_OF_LINE = 500;
const SHOWN_HEADERS = 30;
const HEADER_CHARACTERS = 300;

/** How much is shown of an exchange. */
interface ShownExtent {
  /** Lines of the body of a request and of a reply; one that takes more stands on one line. */
  readonly request: number;
  readonly reply: number;
  /** Characters of the curl line: a longer one is of no use on a screen. */
  readonly command: number;
}

const FULL: ShownExtent = { request: 40, reply: 40, command: 8000 };
const BRIEF: ShownExtent = { request: 3, reply: 6, command: 2000 };

const short = (text: string): string => visibleLine(cut(text, HEADER_CHARACTERS));

/** A body, laid out where it is short JSON; of a long one the beginning on one line, and how many bytes there are. */
function shownBodyLines({ body, bytes }: RedactedMessage, most: number): TextLines {
  if (body === '' && bytes === 0) return [];
  const isWhole = bytes <= Buffer.byteLength(body);
  const laidOut = body.length > LAID_OUT_CHARACTERS ? body : (prettyJson(body) ?? body);
  const lines = laidOut.split('\n');
  if (isWhole && lines.length <= most && laidOut.length <= LAID_OUT_CHARACTERS) return lines.map(visibleLine);
  const line = body.slice(0, LAID_OUT_CHARACTERS).replaceAll(/\s*\n\s*/g, ' ');
  const size = isWhole && line.length <= MAX_OF_LINE ? '' : `  (${plural(bytes, 'byte')})`;
  return [`${visibleLine(cut(line, MAX_OF_LINE))}${size}`];
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

type IsShownHeader = (name: string) => boolean;

/** `request (within 3 of 5)  POST …`, its headers and body, the reply, the command. */
function shownLines(
  { step, request, reply, noReply, curl }: RedactedExchange,
  { colours }: Palette,
  extent: ShownExtent,
  [ofRequest, ofReply]: readonly [IsShownHeader, IsShownHeader],
): TextLines {
  const message = (word: string, of: RedactedMessage, most: number, isShown: IsShownHeader) => [
    `  ${colours.dim(word)}  ${short(of.start)}`,
    ...[
      ...shownHeaderLines(of.headers.filter(([name]) => isShown(name.toLowerCase()))),
      ...shownBodyLines(of, most),
    ].map((line) => `    ${line}`),
  ];
  const asked = step === '' ? 'request' : `request (${visibleLine(step)})`;
  return [
    ...message(asked, request, extent.request, ofRequest),
    ...(reply === undefined
      ? [`  ${colours.dim('no reply')}  ${oneLine(noReply ?? 'no reason given')}`]
      : message('reply', reply, extent.reply, ofReply)),
    commandLine(curl, extent.command),
  ];
}

const anyHeader: IsShownHeader = () => true;

export const exchangeLines = (exchange: RedactedExchange, palette: Palette): TextLines =>
  shownLines(exchange, palette, FULL, [anyHeader, anyHeader]);

/** At most fifteen lines of it: who asks, and the headers of the reply at which a finding is. */
export const briefExchangeLines = (exchange: RedactedExchange, at: string, palette: Palette): TextLines =>
  shownLines(exchange, palette, BRIEF, [
    (name) => CALLER.has(name),
    (name) => at.toLowerCase().includes(name),
  ]);
