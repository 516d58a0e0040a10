/** How a case is conducted: when it may send, and when it is sent again (`AGAIN`), as its result may hang on something else than its own requests. */
import { SPLIT_WIRE } from '../../../http/alterations/wire-alterations.ts';
import type { Planned } from '../../../cases/plan/plan-case.ts';
import { again } from '../../send/again.ts';
import { skippedCase, isOfLimitedKey, type CaseVerdict, type Reproduction } from '../verdict/case-records.ts';
import {
  burstBeyond,
  burstOf,
  burstResult,
  metOtherLimit,
  OTHER_LIMIT,
  outlasting,
  spoiledBy,
} from './limits.ts';
import { ANY_TIME, Turns } from './locks.ts';
import {
  byMajority,
  combined,
  confirmedByLast,
  isDecided,
  isReproduced,
  notReproduced,
  oddlyFiltered,
  reproductionOf,
  sharesCause,
  withRepeats,
} from './repeats.ts';
import { overOne, sendCase, sendOne, type CaseContext } from './send-case.ts';

/** Whether chance has a part in what the server gets, so that a single try shows little. */
const isByChance = ({ instance, steps }: Planned): boolean =>
  instance.from.shipped &&
  steps.some(({ requests }) =>
    requests.some(({ request: { wire } }) => wire !== undefined && SPLIT_WIRE.has(wire)),
  );

const limited = (reason: string): CaseVerdict => ({ ...skippedCase(reason), limited: true });

/** Runs a case, and again while what it sends shows nothing about the limit that it is about. */
async function runWithinLimits(plan: Planned, context: CaseContext): Promise<CaseVerdict> {
  const { pace, signal, permit = ANY_TIME } = context;
  const lacking = burstBeyond(plan, pace) ?? outlasting(plan);
  if (lacking !== undefined) return limited(lacking);
  const once = async (): Promise<CaseVerdict> => {
    const result = burstResult(plan, await sendCase(plan, context), pace);
    if (result.verdict !== 'fail') return result;
    return (await permit.send(() => metOtherLimit(result, context))) ? limited(OTHER_LIMIT) : result;
  };
  const isEnough = (result: CaseVerdict): boolean => spoiledBy(plan, result) === undefined || signal.aborted;
  const results = await again('spoiled', once, isEnough);
  const last = results.at(-1) ?? results[0];
  return isEnough(last) ? last : skippedCase(spoiledBy(plan, last) ?? '');
}

/** Sends a request with odd tags twice more over a connection of its own. */
async function withoutTheOneBefore(result: CaseVerdict, context: CaseContext): Promise<CaseVerdict> {
  const first = oddlyFiltered(result);
  if (first === undefined) return result;
  const { permit = ANY_TIME } = context;
  return overOne(context, async (connection) => {
    const send = () => permit.send(() => sendOne(first.planned, connection, context));
    return withRepeats(
      result,
      await again('the request before', send, ({ state }) => state !== 'judged', { first }),
    );
  });
}

/** Runs a case until its result counts. Never rejects for what a target does. */
async function runCase(plan: Planned, context: CaseContext): Promise<CaseVerdict> {
  if (isByChance(plan))
    return byMajority(
      await again('chance', () => runWithinLimits(plan, { ...context, once: true }), isDecided),
    );
  const first = await runWithinLimits(plan, context);
  if (!plan.instance.from.shipped || context.signal.aborted) return first;
  if (first.verdict === 'warn') return withoutTheOneBefore(first, context);
  if (first.verdict !== 'fail' || first.notes.length === 0) return first;
  const isEnough = (last: CaseVerdict): boolean => last.verdict === 'error' || sharesCause(first, last);
  const all = await again('a learned fact', () => runWithinLimits(plan, context), isEnough, { first });
  return confirmedByLast(first, all.at(-1) ?? first);
}

/** How many failing cases of a run are sent again, whatever they break. */
const MAX_REPRODUCED = 50;
/** How many more, of those that break a clause on an endpoint which no case before did. */
const MAX_BY_BUCKET = 150;

/** Why a case can't be sent again in a way that would say anything; undefined: it can. */
function whyNotAgain(plan: Planned, { attempts }: CaseVerdict): string | undefined {
  if (burstOf(plan) > 1) return 'it sends several requests at once';
  if (plan.steps.some(({ idle, until }) => idle || until !== undefined) || attempts.some(isOfLimitedKey))
    return 'it uses up a limit of the target';
  return isByChance(plan) ? 'most of its tries failed' : undefined;
}

/** The names of the keys on whose limits a case draws. */
function keysOf({ steps }: Planned): readonly string[] {
  const names = steps.flatMap(({ requests }) => requests.flatMap(({ who }) => who.key?.name ?? []));
  return [...new Set(names)];
}

export class Conduct {
  readonly #confirms: boolean;
  readonly #repeat: number;
  readonly #turns = new Turns();
  /** The clauses and endpoints that cases broke which were sent again, and how many these were. */
  readonly #buckets = new Set<string>();
  #reproduced = 0;

  /** `confirm`: failing cases are sent again; `repeat`: how often each runs. */
  constructor({ confirm = false, repeat = 1 }: { readonly confirm?: boolean; readonly repeat?: number }) {
    this.#confirms = confirm;
    this.#repeat = repeat;
  }

  /** What came of a case, and how many milliseconds its last run took, without its waiting for others. */
  async run(
    plan: Planned,
    context: CaseContext,
  ): Promise<{ readonly result: CaseVerdict; readonly ms: number }> {
    let began = performance.now();
    const work = (by: CaseContext): Promise<CaseVerdict> => {
      began = performance.now();
      return runCase(plan, by);
    };
    const isEnough = ({ verdict }: CaseVerdict, { length }: readonly CaseVerdict[]): boolean =>
      length >= this.#repeat || verdict === 'error';
    const result = combined(await again('--repeat', () => this.#inTurn(plan, context, work), isEnough));
    const ms = performance.now() - began;
    const reproduction = await this.#reproduction(plan, result, context);
    return { result: reproduction === undefined ? result : { ...result, reproduction }, ms };
  }

  /** Side by side with others; cases that need the target for themselves, one by one. */
  #inTurn(
    plan: Planned,
    context: CaseContext,
    work: (context: CaseContext) => Promise<CaseVerdict>,
  ): Promise<CaseVerdict> {
    if (!plan.alone) return work({ ...context, permit: this.#turns.sideBySide });
    return this.#turns.ofKeys(
      keysOf(plan),
      (permit) => work({ ...context, permit, places: undefined }),
      ({ verdict }) => verdict === 'pass',
      context.places,
      { size: burstOf(plan), most: () => context.pace.concurrency.atOnce },
    );
  }

  /** What the repeats of a failing case show, alone and on a fresh connection; undefined: it is not looked at. */
  async #reproduction(
    plan: Planned,
    result: CaseVerdict,
    context: CaseContext,
  ): Promise<Reproduction | undefined> {
    if (!this.#confirms || result.verdict !== 'fail' || result.flaky !== undefined || context.signal.aborted)
      return undefined;
    const why = whyNotAgain(plan, result) ?? this.#whyTooMany(plan, result);
    if (why !== undefined) return notReproduced(why);
    const afresh = () =>
      overOne(context, (transport) => runCase(plan, { ...context, transport, places: undefined }));
    const repeats = () => again('failed', afresh, isReproduced);
    return reproductionOf(await this.#turns.alone(repeats));
  }

  /** Why too many cases were sent again: the first ones are, then one for each clause and endpoint. Undefined: this one is, and counts from now on. */
  #whyTooMany({ instance }: Planned, { findings: [first] }: CaseVerdict): string | undefined {
    const bucket = `${first?.[0].clause ?? ''} ${instance.endpoint.id}`;
    const isNew = !this.#buckets.has(bucket);
    this.#buckets.add(bucket);
    if (this.#reproduced >= MAX_REPRODUCED && !isNew)
      return `after ${MAX_REPRODUCED} cases, one for each clause and endpoint is`;
    if (this.#reproduced >= MAX_REPRODUCED + MAX_BY_BUCKET)
      return `${this.#reproduced} other failing cases were`;
    this.#reproduced += 1;
    return undefined;
  }
}
