/** What is wrong in recordings: of each cause a bounded number of exchanges is kept to be shown, the others are counted. */
import { createHash } from 'node:crypto';
import { keptToShow } from '../engine/redact.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Allowed } from '../judge/expect/allowed.ts';
import type { Finding } from '../judge/finding.ts';
import { dutyClause, type Duty } from '../rules/duties.ts';

/** What is wrong with an exchange: with its reply, by what was allowed, or with its request, by the duties that it breaks. */
export type Wrong =
  | {
      readonly who: 'backend';
      readonly allowed: Allowed;
      /** What is wrong besides, in words that quote no reply. */
      readonly more: readonly Finding[];
    }
  | { readonly who: 'client'; readonly duties: readonly Duty[] };

/** An exchange with findings, as long as its report is not made. */
export interface Kept {
  readonly origin: string;
  readonly exchange: Exchange;
  readonly wrong: Wrong;
  /** How many more exchanges were the same, byte for byte. */
  more: number;
}

/** The exchanges of one cause: at most a number of them are kept, the others are counted. */
interface CauseTally {
  readonly who: Wrong['who'];
  readonly kept: Kept[];
  count: number;
}

const MAX_PER_CAUSE = 100;
/** Bytes of all exchanges that are kept. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;
/** The same for exchanges that differ in nothing but their time. */
function printOf({ request, outcome }: Exchange): string {
  const { method, path, headers, body } = request;
  const hash = createHash('sha256').update(JSON.stringify([method, path, headers]));
  if (body !== undefined) hash.update(body);
  if (outcome.kind === 'reply') hash.update(`${outcome.status}`).update(outcome.body);
  return hash.digest('base64');
}

export class KeptFindings {
  readonly causes = new Map<string, CauseTally>();
  readonly #prints = new Map<string, Kept>();
  #keptBytes = 0;

  add(kept: Kept, cause = dutiesWord(kept.wrong)): void {
    const { who } = kept.wrong;
    const tally = this.causes.get(cause) ?? { who, kept: [], count: 0 };
    this.causes.set(cause, tally);
    tally.count += 1;
    const print = `${who} ${printOf(kept.exchange)}`;
    const same = this.#prints.get(print);
    if (same !== undefined) same.more += 1;
    else if (tally.kept.length < MAX_PER_CAUSE && this.#keptBytes < MAX_KEPT_BYTES) {
      const shown = { ...kept, exchange: keptToShow(kept.exchange) };
      tally.kept.push(shown);
      this.#prints.set(print, shown);
      this.#keptBytes += bytesOf(shown.exchange);
    }
  }
}

/** The cause of a request's finding: its first duty. */
const dutiesWord = (wrong: Wrong): string =>
  wrong.who === 'client' && wrong.duties[0] !== undefined ? dutyClause(wrong.duties[0]) : '';

const bytesOf = ({ request, outcome }: Exchange): number =>
  1000 + (request.body?.length ?? 0) + (outcome.kind === 'reply' ? outcome.body.length : 0);
