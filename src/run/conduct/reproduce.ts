/** Sending a failing case again, alone and on a fresh connection: whether it fails always, sometimes, or only in company. */
import type { Planned } from '../../suite/plan/plan.ts';
import { burstOf } from './burst.ts';
import type { CaseResult } from '../verdict/case-result.ts';
import { isByChance } from './confirm.ts';
import type { Confirmation } from '../../engine/events.ts';
import { isLimited } from '../verdict/sent.ts';

/** What the repeats of a failing case show. */
export interface Reproduced {
  readonly confirmation: Confirmation;
  /** The same in words. */
  readonly note: string;
}

/** How many failing cases of a run are sent again, whatever they break. */
const MOST = 50;
/** How many more, of those that break a clause on an endpoint which no case before did. */
const MOST_BY_BUCKET = 150;
const REPEATS = 2;
/** A case that did not fail again is tried once more. */
const REPEATS_OF_PASSING = 3;

/** Why a case can't be sent again in a way that would say anything; undefined: it can. */
function whyNot(plan: Planned, { sent }: CaseResult): string | undefined {
  if (burstOf(plan) > 1) return 'it sends several requests at once';
  if (plan.steps.some(({ idle, until }) => idle || until !== undefined) || sent.some(isLimited))
    return 'it uses up a limit of the target';
  return isByChance(plan) ? 'most of its tries failed' : undefined;
}

const notTried = (why: string): Reproduced => ({ confirmation: 'not-tried', note: `not sent again: ${why}` });

/** Which failing cases of a run are sent again: the first ones, then one for each clause and endpoint. */
export class Reproductions {
  readonly #buckets = new Set<string>();
  #done = 0;

  /** Why the case is not sent again; undefined: it is, and counts from now on. */
  refusal(plan: Planned, result: CaseResult): Reproduced | undefined {
    const why = whyNot(plan, result);
    if (why !== undefined) return notTried(why);
    const [first] = result.findings;
    const bucket = `${first?.[0].clause ?? ''} ${plan.instance.endpoint.id}`;
    const isNew = !this.#buckets.has(bucket);
    this.#buckets.add(bucket);
    if (this.#done >= MOST && !isNew)
      return notTried(`after ${MOST} cases, one for each clause and endpoint is`);
    if (this.#done >= MOST + MOST_BY_BUCKET) return notTried(`${this.#done} other failing cases were`);
    this.#done += 1;
    return undefined;
  }
}

const inWords = (failed: number, of: number): Reproduced => {
  if (failed === of)
    return {
      confirmation: 'always',
      note: `failed again in each of ${of} repeats, alone on a fresh connection`,
    };
  return failed > 0
    ? {
        confirmation: 'sometimes',
        note: `flaky: failed in ${failed} of ${of} repeats, alone on a fresh connection`,
      }
    : {
        confirmation: 'in-company',
        note: `passed in ${of} repeats, alone on a fresh connection: it fails only among other requests, on a used connection, or now and then`,
      };
};

/** Repeats a failing case; `again` sends it alone on a fresh connection. */
export async function reproduce(again: () => Promise<CaseResult>): Promise<Reproduced> {
  let failed = 0;
  let of = 0;
  while (of < REPEATS || (failed === 0 && of < REPEATS_OF_PASSING)) {
    const { verdict, reason } = await again();
    if (verdict === 'error' || verdict === 'skip') {
      if (of === 0) return notTried(`the repeat had nothing to judge: ${reason}`);
      break;
    }
    of += 1;
    if (verdict === 'fail') failed += 1;
  }
  return inWords(failed, of);
}
