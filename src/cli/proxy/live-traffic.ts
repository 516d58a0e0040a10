/** Judges exchanges after they have passed, beside the way: a queue within a bound, the recording, and a line for each new cause. */
import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { checkOutput } from '../../base/file-in-place.ts';
import { fileTrouble, withFile } from '../../base/file-trouble.ts';
import { plural, showDuration } from '../../base/text/quantities.ts';
import { bucketKey, type Finding } from '../../judge/finding.ts';
import { findingLine } from '../../report/lines/case-lines.ts';
import { harEntry } from '../../run/traffic/har.ts';
import { recordedPlace } from '../../run/traffic/recorded-place.ts';
import type { Who } from '../../run/traffic/recorded.ts';
import { namedLines } from '../../run/traffic/sent.ts';
import type { Io } from '../io/io.ts';
import { liveLine } from '../session/live-progress.ts';
import type { Traffic } from '../session/traffic.ts';
import { harEntryOf, type HarEntry } from './har-entry.ts';
import type { Room } from './kept-message.ts';
import type { PassedExchange } from './passage.ts';
import type { ProxyJournal } from './proxy-journal.ts';

/** How many bytes of messages are kept, those under way and those that wait to be judged. */
const MAX_WAITING_BYTES = 33_554_432;
/** The longest body at an operation that is judged and recorded: reading and masking it holds up what passes. */
const MAX_BODY = 1_048_576;
/** Judging lets who waits for a reply have the processor first. */
const JUDGED_AFTER_MS = 5;
const COUNTER_MS = 250;
/** So many lines are said. */
const MOST_SAID = 100;

const CUT_BY = {
  backend: 'the backend was not reached, or ended the connection',
  client: 'the client gave up',
} as const satisfies Record<NonNullable<PassedExchange['cutBy']>, string>;

const RECORD_KIND = { name: 'a recording of tagproof proxy', begins: /^\{"startedDateTime":/ };

interface LiveOptions {
  readonly traffic: Traffic;
  readonly journal: ProxyJournal;
  /** Where each exchange is recorded; undefined: nowhere. */
  readonly path: string | undefined;
  /** Whether a counter is drawn, where there is a terminal. */
  readonly hasCounter: boolean;
  readonly io: Io;
}

/** Opens a recording to add to it, behind a line that may have no end. */
function openRecord(path: string): number {
  checkOutput(path, RECORD_KIND);
  return withFile(path, 'write', () => {
    const open = openSync(path, 'a', 0o600);
    if (fstatSync(open).size > 0) writeSync(open, '\n');
    return open;
  });
}

function releaseAll({ request, reply }: PassedExchange): void {
  request.release();
  reply?.message.release();
}

export class LiveTraffic {
  readonly room: Room = { left: MAX_WAITING_BYTES };
  /** How many exchanges came. */
  exchanges = 0;
  #dropped = 0;
  #unread = 0;
  /** How many requests at operations got no whole reply. */
  readonly #cut = { backend: 0, client: 0 };
  readonly #options: LiveOptions;
  readonly #line: ReturnType<typeof liveLine>;
  readonly #timer: NodeJS.Timeout | undefined;
  #record: number | undefined;
  readonly #waiting: { readonly har: HarEntry; readonly exchange: PassedExchange }[] = [];
  readonly #said = new Set<string>();
  readonly #causes = new Set<string>();

  constructor(options: LiveOptions) {
    const { path, io, hasCounter } = options;
    this.#options = options;
    this.#record = path === undefined ? undefined : openRecord(path);
    this.#line = liveLine(io);
    if (hasCounter)
      this.#timer = setInterval(() => this.#line.draw(() => this.#counter()), COUNTER_MS).unref();
  }

  /** Of what is at no operation the heads alone are kept. */
  readonly longestKept = (target: string): number => (recordedPlace(target) === undefined ? 0 : MAX_BODY);

  /** Takes an exchange that is over. */
  readonly take = (exchange: PassedExchange): void => {
    const { request, reply } = exchange;
    this.exchanges += 1;
    if (request.isDropped || reply?.message.isDropped === true) {
      this.#dropped += 1;
      return releaseAll(exchange);
    }
    const har = harEntryOf(exchange, this.#options.journal.origin);
    this.#append(har, exchange);
    if (this.#waiting.push({ har, exchange }) === 1) setTimeout(this.#judgeNext, JUDGED_AFTER_MS);
  };

  /** Takes why the rest of a connection is passed on unread. */
  readonly unread = (why: string): void => {
    this.#unread += 1;
    this.say(`not judged from here on, for one connection: ${why}`);
  };

  /** Says something once, whatever its words are by then. */
  readonly say = (text: string, about = text): void => {
    if (this.#said.has(about) || this.#said.size >= MOST_SAID) return;
    this.#said.add(about);
    this.#line.clear();
    const time = new Date().toTimeString().slice(0, 8);
    this.#options.io.err.write(`${time} ${this.#options.traffic.masking.text(text)}\n`);
  };

  #counter(): string {
    const found = this.#causes.size === 0 ? 'nothing found' : plural(this.#causes.size, 'cause');
    return `${plural(this.exchanges, 'exchange')}, ${found}, ${this.#waiting.length} to be judged, ${this.#dropped} dropped`;
  }

  /** Adds an entry to the recording, in one write. Where that fails, nothing more is recorded. */
  #append(har: HarEntry, { request: { headers } }: PassedExchange): void {
    const { traffic, path = '' } = this.#options;
    if (this.#record === undefined) return;
    // Its secrets are named before it is shown.
    namedLines({ headers, url: har.request.url }, traffic.secrets);
    try {
      writeSync(this.#record, `${JSON.stringify(traffic.masking.document(har))}\n`);
    } catch (error) {
      this.#record = undefined;
      const { message } = fileTrouble(path, error, 'write');
      traffic.unread.push(`the recording is not whole: ${message}`);
      this.say(message);
    }
  }

  /** Judges one, then lets go what waits to be passed on. */
  readonly #judgeNext = (): void => {
    this.#judgeOne();
    if (this.#waiting.length > 0) setImmediate(this.#judgeNext);
  };

  #judgeOne(): void {
    const { traffic, journal } = this.#options;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    releaseAll(next.exchange);
    const recorded = harEntry(next.har, `proxy#${journal.total + 1}`);
    if (recorded === undefined) return;
    const judged = traffic.judge.judge(recorded);
    traffic.record.add(judged);
    for (const found of journal.note(judged, next.har)) this.#sayCause(found, judged.place?.endpoint);
    if (judged.sides.length > 0) this.#countCut(next.exchange);
  }

  #sayCause(found: Finding & { readonly who: Who }, endpoint = ''): void {
    const { traffic, journal } = this.#options;
    const verdict = found.level === 'must' && traffic.record.isCounted(found) ? 'fail' : 'warn';
    const cause = bucketKey(found);
    this.#causes.add(cause);
    this.say(`${verdict} ${found.who} ${endpoint}, exchange ${journal.total}: ${findingLine(found)}`, cause);
  }

  #countCut({ cutBy, ms }: PassedExchange): void {
    if (cutBy === undefined) return;
    this.#cut[cutBy] += 1;
    this.say(`no whole reply came within ${showDuration(ms)}: ${CUT_BY[cutBy]}`, cutBy);
  }

  /** Judges what waits, and says what was not judged. */
  finish(): void {
    clearInterval(this.#timer);
    this.#line.clear();
    while (this.#waiting.length > 0) this.#judgeOne();
    if (this.#record !== undefined) closeSync(this.#record);
    this.#record = undefined;
    const { unread } = this.#options.traffic;
    for (const by of ['backend', 'client'] as const)
      if (this.#cut[by] > 0)
        unread.push(`no whole reply came to ${plural(this.#cut[by], 'request')}: ${CUT_BY[by]}`);
    if (this.#unread > 0)
      unread.push(
        `${plural(this.#unread, 'connection')} could not be read to the end: what followed was passed on unread`,
      );
    if (this.#dropped > 0)
      unread.push(
        `${plural(this.#dropped, 'exchange')} came faster than exchanges are judged, or were too large together: neither judged nor recorded`,
      );
  }
}
