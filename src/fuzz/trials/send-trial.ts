/** Plans the requests of a trial, sends them and judges what comes: all that the fuzzer sends goes through here. */
import { cutOnceRead } from '../../report/record/redact.ts';
import { quotedOf } from '../../report/record/judge-masked.ts';
import { attempt, type How } from '../../run/send/attempt.ts';
import type { Target } from '../../run/send/target.ts';
import type { Allowed } from '../../judge/expect/allowed.ts';
import type { FuzzInputs } from './fuzz-inputs.ts';
import { judgeTrial, type TrialFinding } from './judge-trial.ts';
import { sequence, single, type Trial } from './relations.ts';
import type { JudgedRequest } from './compare-replies.ts';
import { requestFor, type TrialRequest } from './step-request.ts';
import type { Step } from './step.ts';

const ALIVE = '1/http-200/reply';

/** The request after an odd one: whatever is wrong with its reply, the clause is that the next connection works. */
const asNext = ({ endpoint, strictness, outcomes }: Allowed): Allowed => ({
  endpoint,
  strictness,
  clause: ALIVE,
  outcomes: outcomes.map((outcome) => ({ ...outcome, clause: ALIVE })),
});

/** The requests of a trial, a step that is sent again the same one; `name` is how a backend's log shows them. */
export function planTrial(trial: Trial, inputs: FuzzInputs, name: string): readonly TrialRequest[] {
  const made = new Map<Step, TrialRequest>();
  for (const step of trial.steps) if (!made.has(step)) made.set(step, requestFor(step, inputs, name));
  const requests = trial.steps.map((step) => made.get(step) as TrialRequest);
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
  /** Why nothing was sent: the transport can't send it as planned. */
  readonly leftOut?: string;
}

/** Sends one after the other, up to the first request without a reply to judge: later ones could prove nothing, and each may cost a time-out. */
async function inTurn(requests: readonly TrialRequest[], to: Target, how: How): Promise<JudgedRequest[]> {
  const judged: JudgedRequest[] = [];
  for (const request of requests) {
    const one = await attempt(request, to, how);
    judged.push(one);
    if (one.trouble !== undefined) break;
  }
  return judged;
}

async function sendAll(
  { delivery }: Trial,
  requests: readonly TrialRequest[],
  to: Target,
  name: string,
): Promise<readonly JudgedRequest[]> {
  if (delivery === 'concurrent') {
    await to.pace.takeSlots(requests.length);
    return Promise.all(requests.map((request) => attempt(request, to, { name, isBurst: true })));
  }
  if (delivery === 'in-turn') return inTurn(requests, to, { name });
  const over = to.transport.single();
  try {
    return await inTurn(requests, to, { name, over });
  } finally {
    await over.close();
  }
}

/** The trial as it was sent: all of it, or its requests up to an early end. */
function sentOf(trial: Trial, judged: readonly JudgedRequest[]): Trial {
  if (judged.length === trial.steps.length) return trial;
  const steps = trial.steps.slice(0, judged.length);
  const [only] = steps;
  return steps.length === 1 && only !== undefined ? single(only) : sequence(steps);
}

/** Sends the requests of a trial and judges the replies. Never rejects for what a target does. `name` is how a backend's log shows it, `number` how an outage names it. */
export async function performTrial(
  trial: Trial,
  name: string,
  to: Target,
  inputs: FuzzInputs,
  number = '',
): Promise<Tried> {
  const requests = planTrial(trial, inputs, name);
  const leftOut = requests
    .map(({ request }) => to.transport.cannot?.(request))
    .find((why) => why !== undefined);
  if (leftOut !== undefined) return { trial, judged: [], found: [], notJudgedBecause: undefined, leftOut };
  const judged = (await sendAll(trial, requests, to, number)).map((one) => ({
    ...one,
    exchange: cutOnceRead(one.exchange),
  }));
  const sent = sentOf(trial, judged);
  const exchanges = judged.map(({ exchange }) => exchange);
  const found = judgeTrial(sent, judged, inputs).map((each): TrialFinding => {
    const isOfOne = judged[each.requestIndex]?.judgement.findings.includes(each.finding) === true;
    return isOfOne ? each : { ...each, finding: quotedOf(each.finding, exchanges, to.mask) };
  });
  const notJudgedBecause = judged.find(({ trouble }) => trouble !== undefined)?.why;
  return { trial: sent, judged, found, notJudgedBecause };
}
