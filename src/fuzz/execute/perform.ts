/** Sending a trial, and judging what came. */
import { cutOnceRead } from '../../engine/redact.ts';
import { sendJudged, type Sender } from '../../engine/send.ts';
import { judgeTrial, type Found, type JudgedRequest } from './judge-trial.ts';
import type { Material } from '../generate/material.ts';
import { planTrial, type TrialRequest } from '../generate/plan-trial.ts';
import { sequence, single, type Delivery, type Trial } from '../generate/trial.ts';

/** A trial that was tried. */
export interface Tried {
  readonly trial: Trial;
  readonly judged: readonly JudgedRequest[];
  readonly found: readonly Found[];
  /** Why some request got no reply to judge; undefined: all did. */
  readonly trouble: string | undefined;
}

async function sendKept(
  request: TrialRequest,
  transport: Sender['transport'],
  sender: Sender,
  before?: JudgedRequest,
): Promise<JudgedRequest> {
  const judged = await sendJudged(request, transport, sender, before);
  return { ...judged, exchange: cutOnceRead(judged.exchange) };
}

/** Stops at the first request without a reply to judge: later ones could prove nothing, and each may cost a time-out. */
async function inTurn(
  requests: readonly TrialRequest[],
  transport: Sender['transport'],
  sender: Sender,
): Promise<JudgedRequest[]> {
  const judged: JudgedRequest[] = [];
  for (const request of requests) {
    const before = judged.find(({ planned }) => planned === request);
    const one = await sendKept(request, transport, sender, before);
    judged.push(one);
    if (one.notJudgedBecause !== undefined) break;
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
  'in-turn': (requests, sender) => inTurn(requests, sender.transport, sender),
  concurrent: (requests, sender) =>
    Promise.all(requests.map((request) => sendKept(request, sender.transport, sender))),
  'one-connection': async (requests, sender) => {
    const connection = sender.transport.single();
    try {
      return await inTurn(requests, connection, sender);
    } finally {
      await connection.close();
    }
  },
} as const satisfies Record<
  Delivery,
  (requests: readonly TrialRequest[], sender: Sender) => Promise<readonly JudgedRequest[]>
>;

/** Sends the requests of a trial and judges the replies. Never rejects for what a target does. */
export async function perform(
  trial: Trial,
  requests: readonly TrialRequest[],
  sender: Sender,
  material: Material,
): Promise<Tried> {
  const judged = await SEND[trial.delivery](requests, sender);
  const trouble = judged.find((each) => each.notJudgedBecause !== undefined)?.notJudgedBecause;
  const sent = sentOf(trial, judged, requests);
  return { trial: sent, judged, found: judgeTrial(sent, judged, material), trouble };
}

/** The same, from the trial alone. */
export function performTrial(trial: Trial, name: string, sender: Sender, material: Material): Promise<Tried> {
  return perform(trial, planTrial(trial, material, name), sender, material);
}
