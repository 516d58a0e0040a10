/** Plans the requests of a trial, sends them and judges what comes: all that the fuzzer sends goes through here. */
import { cutOnceRead } from '../../report/record/redact.ts';
import { quotedOf } from '../../report/record/judge-masked.ts';
import { attempt, type How } from '../../run/send/attempt.ts';
import type { Target } from '../../run/send/target.ts';
import { hasReached } from '../../http/exchange.ts';
import type { Allowed } from '../../judge/expect/allowed.ts';
import type { FuzzInputs } from './fuzz-inputs.ts';
import { judgeTrial, type TrialFinding } from './judge-trial.ts';
import { sequence, single, type Trial, type TrialDelivery } from './relations.ts';
import type { JudgedRequest } from './compare-replies.ts';
import { requestFor, type TrialRequest } from './step-request.ts';
import type { Step } from './step.ts';

const ALIVE = '1/http-200/reply';

/** The request after an odd one: whatever is wrong with its reply, the clause is that the next connection works. */
function asNext({ endpoint, strictness, outcomes }: Allowed): Allowed {
  return {
    endpoint,
    strictness,
    clause: ALIVE,
    outcomes: outcomes.map((outcome) => ({ ...outcome, clause: ALIVE })),
  };
}

/** The requests of a trial, a step that is sent again the same one; `name` is how a backend's log shows them. */
export function planTrial(trial: Trial, inputs: FuzzInputs, name: string): readonly TrialRequest[] {
  const made = new Map<Step, TrialRequest>();
  const requests = trial.steps.map((step) => {
    const planned = made.get(step) ?? requestFor(step, inputs, name);
    made.set(step, planned);
    return planned;
  });
  if (trial.relation !== 'next-works') return requests;
  return requests.map((request, index) =>
    index === 0 ? request : { ...request, allowed: asNext(request.allowed) },
  );
}

/** A trial that was tried. */
export interface Tried {
  readonly trial: Trial;
  readonly judged: readonly JudgedRequest[];
  readonly found: readonly TrialFinding[];
  /** Why some request got no reply to judge; undefined: all did. */
  readonly notJudgedBecause: string | undefined;
}

/** Whether some unanswered request reached the target: only such a trial can have caused the outage. */
export function wasSent({ judged }: Tried): boolean {
  return judged.some(({ exchange: { outcome } }) => outcome.kind === 'no-reply' && hasReached(outcome));
}

async function sendKept(request: TrialRequest, to: Target, how: How): Promise<JudgedRequest> {
  const judged = await attempt(request, to, how);
  return { ...judged, exchange: cutOnceRead(judged.exchange) };
}

/** Stops at the first request without a reply to judge: later ones could prove nothing, and each may cost a time-out. */
async function inTurn(
  requests: readonly TrialRequest[],
  over: Target['transport'],
  to: Target,
): Promise<JudgedRequest[]> {
  const judged: JudgedRequest[] = [];
  for (const request of requests) {
    const one = await sendKept(request, to, { over });
    judged.push(one);
    if (one.trouble !== undefined) break;
  }
  return judged;
}

/** The trial as it was sent: all of it, or its requests up to an early end. */
function sentOf(trial: Trial, judged: readonly JudgedRequest[], requests: readonly TrialRequest[]): Trial {
  if (judged.length === requests.length) return trial;
  const steps = judged.map(({ planned: { step } }) => step);
  const [only] = steps;
  return steps.length === 1 && only !== undefined ? single(only) : sequence(steps);
}

const SEND = {
  'in-turn': (requests, to) => inTurn(requests, to.transport, to),
  concurrent: (requests, to) =>
    Promise.all(requests.map((request) => sendKept(request, to, { isBurst: true }))),
  'one-connection': async (requests, to) => {
    const connection = to.transport.single();
    try {
      return await inTurn(requests, connection, to);
    } finally {
      await connection.close();
    }
  },
} as const satisfies Record<
  TrialDelivery,
  (requests: readonly TrialRequest[], to: Target) => Promise<readonly JudgedRequest[]>
>;

/** Sends the requests of a trial and judges the replies. Never rejects for what a target does. */
export async function perform(
  trial: Trial,
  requests: readonly TrialRequest[],
  to: Target,
  inputs: FuzzInputs,
): Promise<Tried> {
  const judged = await SEND[trial.delivery](requests, to);
  const notJudgedBecause = judged.find(({ trouble }) => trouble !== undefined)?.why;
  const sent = sentOf(trial, judged, requests);
  const exchanges = judged.map(({ exchange }) => exchange);
  const found = judgeTrial(sent, judged, inputs).map((each): TrialFinding => {
    const isOfOne = judged[each.requestIndex]?.judgement.findings.includes(each.finding) === true;
    return isOfOne ? each : { ...each, finding: quotedOf(each.finding, exchanges, to.mask) };
  });
  return { trial: sent, judged, found, notJudgedBecause };
}

/** The same, from the trial alone. */
export function performTrial(trial: Trial, name: string, to: Target, inputs: FuzzInputs): Promise<Tried> {
  return perform(trial, planTrial(trial, inputs, name), to, inputs);
}
