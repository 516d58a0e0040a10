/** Judges exchanges after they have passed: a bounded queue beside the way, the recording, and a line for each new cause. */
import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { checkOutput } from '../../base/file-in-place.ts';
import { fileTrouble, withFile } from '../../base/file-trouble.ts';
import { digits, plural } from '../../base/text/quantities.ts';
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

/** How many exchanges wait to be judged, and how many bytes of messages are kept for that, those under way among them. */
const MAX_WAITING = 5000;
const MAX_KEPT_BYTES = 33_554_432;
/** Longer than this, no exchange waits to be passed on because others are judged. */
const TURN_MS = 2;
const DRAW_MS = 250;

const RECORD_KIND = { name: 'a recording of tagproof proxy', begins: /^\{"startedDateTime":/ };

interface Waiting {
  readonly har: HarEntry;
  readonly kept: readonly KeptMessage[];
}

export interface LiveOptions {
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
  readonly #options: LiveOptions;
  readonly #line: ReturnType<typeof liveLine>;
  readonly #timer: NodeJS.Timeout | undefined;
  #record: number | undefined;
  #waiting: Waiting[] = [];
  #isJudging = false;
  /** How many came, how many causes there are, how many were dropped, and how many connections were passed on unread. */
  readonly #counts = { exchanges: 0, causes: 0, dropped: 0, unread: 0 };
  /** What was said already of connections. */
  readonly #said = new Set<string>();

  constructor(options: LiveOptions) {
    const { path, io, hasCounter } = options;
    this.#options = options;
    this.#record = path === undefined ? undefined : openRecord(path);
    this.#line = liveLine(io);
    this.#timer = hasCounter
      ? setInterval(() => this.#line.draw(() => this.#counter()), DRAW_MS).unref()
      : undefined;
  }

  /** Takes an exchange that is over. */
  readonly take = (exchange: PassedExchange): void => {
    this.#counts.exchanges += 1;
    const kept = [exchange.request, ...(exchange.reply === undefined ? [] : [exchange.reply.message])];
    if (kept.some(({ lacks }) => lacks === 'no room') || this.#waiting.length >= MAX_WAITING) {
      this.#counts.dropped += 1;
      for (const each of kept) each.release();
      return;
    }
    const har = harEntryOf(exchange, this.#options.origin);
    this.#append(har);
    this.#waiting.push({ har, kept });
    if (!this.#isJudging) setImmediate(this.#judgeSome);
    this.#isJudging = true;
  };

  /** Takes why a connection is passed on unread from here on. */
  readonly unread = (why: string): void => {
    this.#counts.unread += 1;
    this.#sayOnce(`not judged from here on, for one connection: ${why}`);
  };

  /** Takes why a client was refused, or the upstream not reached. */
  readonly failed = (why: string): void => this.#sayOnce(why);

  #sayOnce(text: string): void {
    const MOST = 100;
    if (this.#said.has(text) || this.#said.size >= MOST) return;
    this.#said.add(text);
    this.#say(text);
  }

  #say(text: string): void {
    const { io, traffic } = this.#options;
    this.#line.clear();
    io.err.write(`${new Date().toTimeString().slice(0, 8)} ${traffic.masking.text(text)}\n`);
  }

  #counter(): string {
    const { exchanges, causes, dropped } = this.#counts;
    const waiting = this.#waiting.length;
    return [
      plural(exchanges, 'exchange'),
      causes === 0 ? 'nothing found' : plural(causes, 'cause'),
      ...(waiting === 0 ? [] : [`${digits(waiting)} to be judged`]),
      ...(dropped === 0 ? [] : [`${digits(dropped)} dropped`]),
    ].join(', ');
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
      this.#say(message);
    }
  }

  readonly #judgeSome = (): void => {
    const until = performance.now() + TURN_MS;
    while (this.#waiting.length > 0 && performance.now() < until) this.#judgeOne();
    this.#isJudging = this.#waiting.length > 0;
    if (this.#isJudging) setImmediate(this.#judgeSome);
  };

  #judgeOne(): void {
    const { traffic, journal } = this.#options;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    for (const each of next.kept) each.release();
    const recorded = harEntry(next.har, `proxy#${journal.total + 1}`);
    if (recorded === undefined) return;
    const judged = traffic.judge.judge(recorded);
    for (const { verdict, case: about, ...rest } of traffic.record.add(
      judged,
      recorded.url,
      traffic.shownAt,
    )) {
      this.#counts.causes += 1;
      const who = about.id.includes('/client/') ? 'client' : 'backend';
      this.#say(
        `${verdict} ${who} ${about.endpoint}, exchange ${journal.total + 1}: ${causeLine({ verdict, case: about, ...rest })}`,
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
    const { dropped, unread } = this.#counts;
    const { traffic, path } = this.#options;
    if (dropped > 0)
      traffic.unread.push(
        `${plural(dropped, 'exchange')} came faster than exchanges are judged, or were too large together: not judged${path === undefined ? '' : ', nor recorded'}`,
      );
    if (unread > 0)
      traffic.unread.push(
        `${plural(unread, 'connection')} could not be read to the end, and was passed on as it came`,
      );
  }

  get exchanges(): number {
    return this.#counts.exchanges;
  }
}
