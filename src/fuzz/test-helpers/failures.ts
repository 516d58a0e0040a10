/** Failures as a run hands them on, each from one trial. */
import type { Transport } from '../../http/exchange.ts';
import type { Mask } from '../../engine/judge-masked.ts';
import type { Found } from '../execute/compare.ts';
import { bucketKeyOf } from '../shrink/failure-buckets.ts';
import type { Material } from '../generate/material.ts';
import { performTrial } from '../execute/perform.ts';
import type { Failure } from '../shrink/confirm-and-shrink.ts';
import { endpointsOf } from '../generate/plan-trial.ts';
import type { Trial } from '../generate/trial.ts';
import { MATERIAL, senderTo } from './made.ts';

/** A stand-in where nothing is wrong with the replies, so that the failure still has a finding. */
const NOTHING: Found = {
  property: 'allowed',
  requestIndex: 0,
  finding: { kind: 'wrong-outcome', clause: '4.5.2/tags', level: 'must', at: '', expected: '', actual: '' },
};

interface Redactions {
  readonly mask?: Mask;
  readonly material?: Material;
}

/** What a trial shows, not shrunk. */
export async function failureOf(
  trial: Trial,
  transport: Transport,
  { mask = (text) => text, material = MATERIAL }: Redactions = {},
): Promise<Failure> {
  const sender = { ...senderTo(transport), mask, dialect: material.facts.dialect };
  const tried = await performTrial(trial, 'made', sender, material);
  const { property, finding } = tried.found[0] ?? NOTHING;
  const at = { path: 'random:1:2', requests: 1 };
  const endpoints = new Set(endpointsOf(trial));
  const bucket = {
    key: bucketKeyOf({ finding }),
    property,
    finding,
    example: tried,
    at,
    first: at,
    count: 1,
    endpoints,
  };
  return {
    bucket,
    property,
    tried,
    found: tried.found,
    repeats: { failed: 4, of: 4 },
    changes: [],
    ended: 'smallest',
  };
}
