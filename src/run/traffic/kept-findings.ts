/** What is wrong in recordings: of each cause a bounded number of exchanges is kept to be shown, the others are counted. */
import { createHash } from 'node:crypto';
import { keptToShow } from '../../report/record/redact.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Allowed } from '../../judge/expect/allowed.ts';
import { bucketKey, type Finding } from '../../judge/finding.ts';
import type { Who } from './recorded.ts';

/** An exchange with findings, as long as its report is not made. */
export interface Kept {
  readonly origin: string;
  readonly exchange: Exchange;
  /** What was right for the request where the backend's reply is wrong; undefined: the client's request is. */
  readonly allowed: Allowed | undefined;
  /** What is wrong besides what `allowed` says, in words that quote no reply. */
  readonly more: readonly Finding[];
}

/** With how many more exchanges were the same, byte for byte. */
export type KeptOnce = Kept & { same: number };

const MAX_PER_CAUSE = 100;
/** Bytes of all exchanges that are kept. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;
const HEAD_BYTES = 1000;

/** The same for exchanges that differ in nothing but their time. */
function printOf({ request, outcome }: Exchange): string {
  const { method, path, headers, body = '' } = request;
  const hash = createHash('sha256')
    .update(JSON.stringify([method, path, headers]))
    .update(body);
  if (outcome.kind === 'reply') hash.update(`${outcome.status}`).update(outcome.body);
  return hash.digest('base64');
}

export class KeptFindings {
  /** By their causes: a bounded number of exchanges, and how many there were. */
  readonly causes = new Map<string, { who: Who; kept: KeptOnce[]; count: number }>();
  readonly #prints = new Map<string, KeptOnce>();
  #keptBytes = 0;

  /** `first`: the finding that names its cause. */
  add(kept: Kept, first: Finding): void {
    const cause = bucketKey(first);
    const who = kept.allowed === undefined ? 'client' : 'backend';
    const tally = this.causes.get(cause) ?? { who, kept: [], count: 0 };
    this.causes.set(cause, tally);
    tally.count += 1;
    const print = `${who} ${printOf(kept.exchange)}`;
    const same = this.#prints.get(print);
    if (same !== undefined) same.same += 1;
    else if (tally.kept.length < MAX_PER_CAUSE && this.#keptBytes < MAX_KEPT_BYTES) {
      const shown = { ...kept, exchange: keptToShow(kept.exchange), same: 0 };
      tally.kept.push(shown);
      this.#prints.set(print, shown);
      const { request, outcome } = shown.exchange;
      this.#keptBytes += HEAD_BYTES + (request.body?.length ?? 0);
      if (outcome.kind === 'reply') this.#keptBytes += outcome.body.length;
    }
  }
}
