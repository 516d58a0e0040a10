/** What a person is shown of one case: its findings, requests and replies. */
import type { CaseFinished, RedactedExchange, RedactedFinding, RedactedMessage } from '../record/events.ts';
import { CONTENT_TYPE, CONTRACT_HEADERS } from '../../spec/headers.ts';
import type { Palette } from './colours.ts';
import { oneLine, visibleCommand, visibleLine } from '../../base/text/visible.ts';
import { FINDING_KINDS } from '../../judge/finding.ts';
import { cut } from '../../judge/show.ts';
import { clauseWords } from '../facts/clause-words.ts';
import { plural, showDuration } from '../../base/text/quantities.ts';
import { prettyJson } from '../../base/text/pretty-json.ts';

type Lines = readonly string[];

const MAX_OF_VALUE = 800;
export const shortValue = (text: string) => visibleLine(cut(text, MAX_OF_VALUE));

/** `7.3/known (must, §7.3): invalidMemberType is a type of the table in 7.3`. */
export function clauseText({ clause, level }: Pick<RedactedFinding, 'clause' | 'level'>): string {
  const { section, description } = clauseWords(clause);
  return visibleLine(`${clause} (${level}, ${section})${description === '' ? '' : `: ${description}`}`);
}

/** What is wrong in words, the clause, the place in the reply, and expected above actual. */
export function findingLines(found: RedactedFinding, { colours }: Palette): Lines {
  const line = (word: string, text: string) => `    ${colours.dim(word.padEnd(8))}  ${text}`;
  return [
    `  ${colours.bold(FINDING_KINDS[found.kind])}`,
    line('clause', clauseText(found)),
    ...(found.at === '' ? [] : [line('where', shortValue(found.at))]),
    line('expected', colours.green(shortValue(found.expected))),
    line('actual', colours.red(shortValue(found.actual))),
  ];
}

/** A finding in one line, where a format has room for no more. */
export function findingLine({ kind, clause, expected, actual }: RedactedFinding): string {
  return visibleLine(
    `${FINDING_KINDS[kind]} (${clause}): expected ${cut(expected, MAX_OF_VALUE)}, actual ${cut(actual, MAX_OF_VALUE)}`,
  );
}

const PRETTY_CHARACTERS = 2000;
const PRETTY_LINES = 40;
const RAW_CHARACTERS = 600;
const RAW_LINES = 20;

function prettyLines(body: string): Lines | undefined {
  if (body.length > PRETTY_CHARACTERS) return undefined;
  const lines = prettyJson(body)?.split('\n');
  return lines !== undefined && lines.length <= PRETTY_LINES ? lines : undefined;
}

function rawLines(body: string): Lines {
  return body.slice(0, RAW_CHARACTERS).split('\n').slice(0, RAW_LINES);
}

/** A body, laid out where it is short JSON and cut where it is long, safe to print and without indentation; the last line says how many bytes there are if not all are shown. */
function bodyLines({ body, bytes }: RedactedMessage): Lines {
  const pretty = prettyLines(body);
  const raw = rawLines(body);
  const lines = (pretty ?? raw).map(visibleLine);
  const whole = bytes <= Buffer.byteLength(body) && (pretty !== undefined || raw.join('\n') === body);
  return whole ? lines : [...lines, `… (${bytes} bytes in all)`];
}

const MAX_EXCHANGES = 2;
const MAX_HEADERS = 30;
const MAX_OF_HEADER = 300;
/** A longer command is of no use on a screen, and still less among many. */
const MAX_OF_COMMAND = 8000;
const MAX_OF_BRIEF_COMMAND = 2000;

const indented = (lines: Lines) => lines.map((line) => (line === '' ? '' : `    ${line}`));
const short = (text: string) => visibleLine(cut(text, MAX_OF_HEADER));

function headerLines({ headers }: RedactedMessage): Lines {
  const shown = headers.slice(0, MAX_HEADERS).map(([name, value]) => `${short(name)}: ${short(value)}`);
  const more = headers.length - shown.length;
  return more > 0 ? [...shown, `… and ${more} more headers`] : shown;
}

function messageLines(word: string, message: RedactedMessage, { colours }: Palette): Lines {
  const body = message.body === '' && message.bytes === 0 ? [] : ['', ...bodyLines(message)];
  return [`  ${colours.dim(word)}  ${short(message.start)}`, ...indented([...headerLines(message), ...body])];
}

/** The command at the very start of a line and on that line alone, so that it can be copied. */
function commandLine({ curl }: RedactedExchange, most: number): string {
  if (curl.length <= most) return visibleCommand(curl);
  return `  (the curl line has ${curl.length} characters: the json and ndjson reports have it)`;
}

/** The exchange in full, for instance `request (within 3 of 5)  POST …`. */
export function exchangeLines(exchange: RedactedExchange, palette: Palette): Lines {
  const { step, request, reply, noReply } = exchange;
  const reason = oneLine(noReply ?? 'no reason given');
  const answer =
    reply === undefined
      ? [`  ${palette.colours.dim('no reply')}  ${reason}`]
      : messageLines('reply', reply, palette);
  const word = step === '' ? 'request' : `request (${visibleLine(step)})`;
  return [...messageLines(word, request, palette), '', ...answer, '', commandLine(exchange, MAX_OF_COMMAND)];
}

/** Lines of a body where a screen shows many causes. */
const BRIEF_REQUEST = 3;
const BRIEF_REPLY = 6;
/** Characters of a body on one line. */
const MAX_OF_BRIEF = 500;

const LONG_BLANKS = /(?<=\S) {20,}/g;

/** A body in a few lines: laid out where that takes no more, else on one line, cut. */
function briefBody(message: RedactedMessage, most: number): Lines {
  const lines = bodyLines(message);
  if (lines.length <= most) return lines.map((line) => line.replaceAll(LONG_BLANKS, ' … '));
  const line = message.body.slice(0, PRETTY_CHARACTERS).replaceAll(/\s*\n\s*/g, ' ');
  return [`${visibleLine(cut(line, MAX_OF_BRIEF))}  (${plural(message.bytes, 'byte')})`];
}

/** The headers of the document that a request has: who asks. */
const callerLines = ({ headers, ...rest }: RedactedMessage): Lines =>
  headerLines({ ...rest, headers: headers.filter(([name]) => CALLER.has(name.toLowerCase())) });

const CALLER: ReadonlySet<string> = new Set(
  CONTRACT_HEADERS.filter((name) => name !== CONTENT_TYPE).map((name) => name.toLowerCase()),
);

/** The header that a finding is about, as the reply has it. */
const headerAt = ({ headers, ...rest }: RedactedMessage, at: string): Lines =>
  headerLines({
    ...rest,
    headers: headers.filter(([name]) => at.toLowerCase().includes(name.toLowerCase())),
  });

/** An exchange by what matters of it, at most fifteen lines: who asks what, the reply and what is wrong with it, the command. */
export function briefExchangeLines(exchange: RedactedExchange, at: string, { colours }: Palette): Lines {
  const { step, request, reply, noReply } = exchange;
  const word = step === '' ? 'request' : `request (${visibleLine(step)})`;
  const answer =
    reply === undefined
      ? [`  ${colours.dim('no reply')}  ${oneLine(noReply ?? 'no reason given')}`]
      : [
          `  ${colours.dim('reply')}  ${short(reply.start)}`,
          ...indented([...headerAt(reply, at), ...briefBody(reply, BRIEF_REPLY)]),
        ];
  return [
    `  ${colours.dim(word)}  ${short(request.start)}`,
    ...indented([...callerLines(request), ...briefBody(request, BRIEF_REQUEST)]),
    ...answer,
    commandLine(exchange, MAX_OF_BRIEF_COMMAND),
  ];
}

/** The exchanges that show the findings, the cause's first; the last one of a case that got no reply to judge. */
export function exchangesOfFindings({
  findings,
  exchanges,
  verdict,
}: CaseFinished): readonly RedactedExchange[] {
  const indices = new Set(findings.flatMap(({ exchange }) => exchange ?? []));
  if (verdict === 'error' && indices.size === 0) return exchanges.slice(-1);
  return [...indices].flatMap((index) => exchanges[index] ?? []).slice(0, MAX_EXCHANGES);
}

const spaced = (parts: readonly Lines[]): Lines =>
  parts.filter((part) => part.length > 0).flatMap((part, index) => (index === 0 ? part : ['', ...part]));

/** `suites/7.3-members.yaml:12`; nothing for a case without a file. */
export function placeLines({ case: { file, line } }: CaseFinished): Lines {
  return file === '' ? [] : [visibleLine(`${file}:${line}`)];
}

/** Why it has its verdict, in a few lines. */
const whyLines = ({ reason, notes = [] }: CaseFinished): Lines =>
  [...(reason === '' ? [] : [reason]), ...notes].map((line) => `  ${oneLine(line)}`);

/** What is wrong first, in one line; the reason of a case without findings. */
export const causeLine = ({ findings: [first], reason }: CaseFinished): string =>
  first === undefined ? oneLine(reason) : findingLine(first);

/** The same of a case that a baseline knows. */
export const knownLine = (event: CaseFinished, baseline: string): string =>
  `known, in ${oneLine(baseline)}: ${causeLine(event)}`;

/** Everything under the headline: why, each finding, the exchanges that show them. */
export function caseDetails(event: CaseFinished, palette: Palette): Lines {
  return spaced([
    event.reason === '' ? [] : [`  ${oneLine(event.reason)}`],
    (event.notes ?? []).map((note) => `  ${oneLine(note)}`),
    ...event.findings.map((found) => findingLines(found, palette)),
    ...exchangesOfFindings(event).map((exchange) => exchangeLines(exchange, palette)),
  ]);
}

/** `✗ id/one-short@group.client  an id …`, and where the case is written. */
function headlines(event: CaseFinished, { colours, mark }: Palette): Lines {
  const { id, title } = event.case;
  return [
    `${mark(event.verdict)} ${colours.bold(visibleLine(id))}  ${visibleLine(title)}`,
    ...placeLines(event).map((place) => `  ${colours.dim(place)}`),
  ];
}

/** The headline with its place, then the details. */
export const caseLines = (event: CaseFinished, palette: Palette): Lines =>
  spaced([headlines(event, palette), caseDetails(event, palette)]);

/** `4.5.2/tags  §4.5.2: tags lists the tags of the target`. */
function clauseLine(id: string): string {
  const { section, description } = clauseWords(id);
  return visibleLine(`${id}  ${section}${description === '' ? '' : `: ${description}`}`);
}

/** All that the record holds, in the order of sending as far as it knows that. */
export function exchangesOf({ exchanges, others = [] }: CaseFinished): readonly RedactedExchange[] {
  return [...exchanges, ...others].toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
}

/** Why there is nothing to see, and how to see it. */
function absence({ verdict }: CaseFinished): Lines {
  if (verdict === 'skip') return ['  nothing was sent'];
  return ['  the record holds no exchange of this case: run with --exchanges all'];
}

/** Everything of a case, for a reader who asked for this very one: what it checks, its findings, every exchange, and its time. */
export function wholeCaseLines(event: CaseFinished, palette: Palette): Lines {
  const { colours } = palette;
  const exchanges = exchangesOf(event);
  return [
    ...headlines(event, palette),
    ...whyLines(event),
    ...event.case.clauses.map((clause) => `  ${colours.dim('checks')}   ${clauseLine(clause)}`),
    ...event.decided.map((each) => `  ${colours.dim('decided')}  ${oneLine(each)}`),
    `  took     ${showDuration(event.ms)}`,
    ...event.findings.flatMap((found) => ['', ...findingLines(found, palette)]),
    '',
    ...(exchanges.length === 0 ? absence(event) : []),
    ...exchanges.flatMap((exchange, at) => [...(at === 0 ? [] : ['']), ...exchangeLines(exchange, palette)]),
  ];
}
