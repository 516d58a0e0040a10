/** Judges exchanges after they have passed, beside the way: a queue within a bound, the recording, and a line for each new cause. */
import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { checkOutput } from '../../base/file-in-place.ts';
import { fileTrouble, withFile } from '../../base/file-trouble.ts';
import { plural } from '../../base/text/quantities.ts';
import { causeLine } from '../../report/lines/case-lines.ts';
import { harEntry } from '../../run/traffic/har.ts';
import { lostHeaders } from '../../run/traffic/sent.ts';
import type { Io } from '../io/io.ts';
import { liveLine } from '../session/live-progress.ts';
import type { Traffic } from '../session/traffic.ts';
import { harEntryOf, type HarEntry } from './har-entry.ts';
import type { KeptMessage, Room } from './kept-message.ts';
import type { PassedExchange } from './passage.ts';
import type { ProxyJournal } from './proxy-journal.ts';

/** How many bytes of messages are kept, those under way and those that wait to be judged. */
const MAX_KEPT_BYTES = 33_554_432;
/** Judging waits for this long, and then holds up what passes for no longer than that; it goes on at once where many wait. */
const JUDGED_AFTER_MS = 5;
const TURN_MS = 2;
const MANY_WAITING = 50;
const COUNTER_MS = 250;
/** So many lines are said about connections. */
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

export class LiveTraffic {
  readonly room: Room = { left: MAX_KEPT_BYTES };
  /** How many exchanges came. */
  exchanges = 0;
  #causes = 0;
  #dropped = 0;
  #cut = 0;
  readonly #options: LiveOptions;
  readonly #line: ReturnType<typeof liveLine>;
  readonly #timer: NodeJS.Timeout | undefined;
  #record: number | undefined;
  readonly #waiting: { readonly har: HarEntry; readonly kept: readonly KeptMessage[] }[] = [];
  readonly #said = new Set<string>();

  constructor(options: LiveOptions) {
    const { path, io, hasCounter } = options;
    this.#options = options;
    this.#record = path === undefined ? undefined : openRecord(path);
    this.#line = liveLine(io);
    if (hasCounter)
      this.#timer = setInterval(() => this.#line.draw(() => this.#counter()), COUNTER_MS).unref();
  }

  /** Takes an exchange that is over. */
  readonly take = (exchange: PassedExchange): void => {
    const { request, reply } = exchange;
    const kept = reply === undefined ? [request] : [request, reply.message];
    this.exchanges += 1;
    if (exchange.isCut) {
      this.#cut += 1;
      this.say('no whole reply came from the backend, which was not reached or ended the connection');
    }
    if (kept.some(({ lacks }) => lacks === 'no room')) {
      this.#dropped += 1;
      for (const each of kept) each.release();
      return;
    }
    const har = harEntryOf(exchange, this.#options.origin);
    this.#append(har);
    if (this.#waiting.push({ har, kept }) === 1) setTimeout(this.#judgeSome, JUDGED_AFTER_MS);
  };

  /** Says once what happens to connections: why one is passed on unread, a client refused, the upstream not reached. */
  readonly say = (text: string): void => {
    if (this.#said.has(text) || this.#said.size >= MOST_SAID) return;
    this.#said.add(text);
    this.#line.clear();
    const time = new Date().toTimeString().slice(0, 8);
    this.#options.io.err.write(`${time} ${this.#options.traffic.masking.text(text)}\n`);
  };

  #counter(): string {
    const found = this.#causes === 0 ? 'nothing found' : plural(this.#causes, 'cause');
    return `${plural(this.exchanges, 'exchange')}, ${found}, ${this.#waiting.length} to be judged, ${this.#dropped} dropped`;
  }

  /** Adds an entry to the recording, in one write. Where that fails, nothing more is recorded. */
  #append(har: HarEntry): void {
    const { traffic, path = '' } = this.#options;
    if (this.#record === undefined) return;
    // Its secrets are named before it is shown.
    lostHeaders([['', harEntry(har, '')]], traffic.secrets);
    try {
      writeSync(this.#record, `${JSON.stringify(traffic.masking.document(har))}\n`);
    } catch (error) {
      this.#record = undefined;
      const { message } = fileTrouble(path, error, 'write');
      traffic.unread.push(`the recording is not whole: ${message}`);
      this.say(message);
    }
  }

  readonly #judgeSome = (): void => {
    const until = performance.now() + TURN_MS;
    while (this.#waiting.length > 0 && performance.now() < until) this.#judgeOne();
    if (this.#waiting.length > MANY_WAITING) setImmediate(this.#judgeSome);
    else if (this.#waiting.length > 0) setTimeout(this.#judgeSome, JUDGED_AFTER_MS);
  };

  #judgeOne(): void {
    const { traffic, journal } = this.#options;
    const next = this.#waiting.shift();
    for (const each of next?.kept ?? []) each.release();
    const recorded = harEntry(next?.har, `proxy#${journal.total + 1}`);
    if (next === undefined || recorded === undefined) return;
    const judged = traffic.judge.judge(recorded);
    for (const found of traffic.record.add(judged, recorded.url, traffic.shownAt)) {
      const who = found.case.id.includes('/client/') ? 'client' : 'backend';
      this.#causes += 1;
      this.say(
        `${found.verdict} ${who} ${found.case.endpoint}, exchange ${journal.total + 1}: ${causeLine(found)}`,
      );
    }
    journal.note(judged, next.har);
  }

  /** Judges what waits, and says what was not judged. */
  finish(): void {
    clearInterval(this.#timer);
    this.#line.clear();
    while (this.#waiting.length > 0) this.#judgeOne();
    if (this.#record !== undefined) closeSync(this.#record);
    this.#record = undefined;
    if (this.#cut > 0)
      this.#options.traffic.unread.push(
        `no whole reply came to ${plural(this.#cut, 'request')}: the backend was not reached, or ended the connection`,
      );
    if (this.#dropped > 0)
      this.#options.traffic.unread.push(
        `${plural(this.#dropped, 'exchange')} came faster than exchanges are judged, or were too large together: neither judged nor recorded`,
      );
  }
}
