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
const COUNTER_MS = 250;
/** So many lines are said. */
const MOST_SAID = 100;

const RECORD_KIND = { name: 'a recording of tagproof proxy', begins: /^\{"startedDateTime":/ };

interface LiveOptions {
  readonly traffic: Traffic;
  readonly journal: ProxyJournal;
  /** Of the upstream. */
  readonly origin: string;
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
  /** Requests at operations without a whole reply: how many, and how long the longest took. */
  readonly #cut = { client: { count: 0, ms: 0 }, backend: { count: 0, ms: 0 } };
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
    const har = harEntryOf(exchange, this.#options.origin);
    this.#append(har, exchange);
    if (this.#waiting.push({ har, exchange }) === 1) setImmediate(this.#judgeNext);
  };

  /** Says something once. */
  readonly say = (text: string): void => {
    if (this.#said.has(text) || this.#said.size >= MOST_SAID) return;
    this.#said.add(text);
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
    const key = bucketKey(found);
    if (this.#causes.has(key)) return;
    this.#causes.add(key);
    const { traffic, journal } = this.#options;
    const verdict = found.level === 'must' && traffic.record.isCounted(found) ? 'fail' : 'warn';
    this.say(`${verdict} ${found.who} ${endpoint}, exchange ${journal.total}: ${findingLine(found)}`);
  }

  #countCut({ cutBy, ms }: PassedExchange): void {
    if (cutBy === undefined) return;
    const cut = this.#cut[cutBy];
    cut.count += 1;
    cut.ms = Math.max(cut.ms, ms);
    this.say(
      cutBy === 'client'
        ? 'a client gave a request up before its whole reply came'
        : 'no whole reply came from the backend, which was not reached or ended the connection',
    );
  }

  /** Judges what waits, and says what was not judged. */
  finish(): void {
    clearInterval(this.#timer);
    this.#line.clear();
    while (this.#waiting.length > 0) this.#judgeOne();
    if (this.#record !== undefined) closeSync(this.#record);
    this.#record = undefined;
    const { client, backend } = this.#cut;
    const { unread } = this.#options.traffic;
    if (backend.count > 0)
      unread.push(
        `no whole reply came to ${plural(backend.count, 'request')}: the backend was not reached, or ended the connection`,
      );
    if (client.count > 0)
      unread.push(
        `no whole reply came to ${plural(client.count, 'request')} before the client gave up, the longest after ${showDuration(client.ms)}`,
      );
    if (this.#dropped > 0)
      unread.push(
        `${plural(this.#dropped, 'exchange')} came faster than exchanges are judged, or were too large together: neither judged nor recorded`,
      );
  }
}
