/** Sending a trial, and judging what came. */
import { sendJudged, type Sender } from '../../run/sending/send.ts';
import { judgeTrial, type Found, type JudgedRequest } from './judge-trial.ts';
import type { Material } from '../generate/material.ts';
import { planTrial, type TrialRequest } from '../generate/plan-trial.ts';
import { travelOf, type Travel, type Trial } from '../generate/trial.ts';

/** A trial that was tried. */
export interface Tried {
  readonly trial: Trial;
  readonly judged: readonly JudgedRequest[];
  readonly found: readonly Found[];
  /** Why some request got no reply to judge; undefined: all did. */
  readonly trouble: string | undefined;
}

/** Ends with the first request that gets no reply to judge: nothing can be held against the others, and each may cost a time-out. */
async function inTurn(
  shots: readonly TrialRequest[],
  transport: Sender['transport'],
  sender: Sender,
): Promise<JudgedRequest[]> {
  const judged: JudgedRequest[] = [];
  for (const shot of shots) {
    const before = judged.find(({ planned }) => planned === shot);
    const one = await sendJudged(shot, transport, sender, before);
    judged.push(one);
    if (one.trouble !== undefined) break;
  }
  return judged;
}

/** The trial that these requests are: the whole one, or what was sent of it until it ended early. */
function sentOf(trial: Trial, judged: readonly JudgedRequest[], shots: readonly TrialRequest[]): Trial {
  if (judged.length === shots.length) return trial;
  const steps = judged.map(({ planned: { step } }) => step);
  const [only] = steps;
  return steps.length === 1 && only !== undefined
    ? { kind: 'single', step: only }
    : { kind: 'sequence', steps };
}

const SEND = {
  'in turn': (shots, sender) => inTurn(shots, sender.transport, sender),
  'at once': (shots, sender) => Promise.all(shots.map((shot) => sendJudged(shot, sender.transport, sender))),
  'over one connection': async (shots, sender) => {
    const connection = sender.transport.single();
    try {
      return await inTurn(shots, connection, sender);
    } finally {
      await connection.close();
    }
  },
} as const satisfies Record<
  Travel,
  (shots: readonly TrialRequest[], sender: Sender) => Promise<readonly JudgedRequest[]>
>;

/** Sends the requests of a trial and judges the replies. Never rejects for what a target does. */
export async function perform(
  trial: Trial,
  shots: readonly TrialRequest[],
  sender: Sender,
  material: Material,
): Promise<Tried> {
  const judged = await SEND[travelOf(trial)](shots, sender);
  const trouble = judged.find((each) => each.trouble !== undefined)?.trouble;
  const sent = sentOf(trial, judged, shots);
  return { trial: sent, judged, found: judgeTrial(sent, judged, material), trouble };
}

/** The same, from the trial alone. */
export function performTrial(trial: Trial, name: string, sender: Sender, material: Material): Promise<Tried> {
  return perform(trial, planTrial(trial, material, name), sender, material);
}
