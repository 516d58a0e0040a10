/** Requests after which a server may close the connection or refuse what it reads: only the next request shows anything. */
import { strictnessOf } from '../../judge/expect/strictness.ts';
import type { Send } from '../../suite/format/schema/send-schema.ts';
import { plainStep, type Material, type Stage } from './material.ts';
import type { Step } from './step.ts';
import { requestOf } from './request-of.ts';
import { recovery, single, type Trial } from './trial.ts';

/** Alterations of a header after which the head may be malformed or too long. */
const SUSPECT: ReadonlySet<string> = new Set(['nul-last', 'nul-added', 'far-too-long']);

function isShort({ alter = {}, repeat = {} }: NonNullable<Send['headers']>): boolean {
  for (const name in alter) if (SUSPECT.has(alter[name] ?? '')) return false;
  for (const name in repeat) if (SUSPECT.has(String(repeat[name]))) return false;
  return true;
}

/** Whether only the next connection shows anything. Checks the cheap conditions first, as they rule out most steps. */
export function endsConnection(step: Step, material: Material): boolean {
  const { wire, method, headers } = step.send;
  const plain = wire === undefined && method === undefined && (headers === undefined || isShort(headers));
  return !plain && strictnessOf(requestOf(step, material, '')) === 'only liveness';
}

/** The trial of a step. After a request that may end its connection a plain one follows, as the first shows nothing by itself. */
export function trialOf(step: Step, stage: Stage, material: Material): Trial {
  return endsConnection(step, material) ? recovery(step, plainStep(stage)) : single(step);
}
