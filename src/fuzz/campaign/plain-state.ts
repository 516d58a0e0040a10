/** Whether the target still serves what it served before: plain requests that were answered rightly, asked again when a new failure is found. */
import { showActual } from '../../judge/compare/show-actual.ts';
import { finding } from '../../judge/finding.ts';
import { newFailure, type Failure } from '../failures/failure-buckets.ts';
import { sequence, single, type Trial } from '../trials/relations.ts';
import type { Tried } from '../trials/send-trial.ts';
import type { Step } from '../trials/step.ts';

/** A plain request that got the right reply. */
interface Served {
  readonly step: Step;
  readonly tried: Tried;
  readonly answer: string;
}

/** At most this many plain requests are remembered. */
const MAX_SERVED = 300;
/** A target that fails at random is taken for a changed one if it fails so many times in a row. */
const ASKS = 5;

const nameOf = ({ endpoint, given }: Step): string => JSON.stringify([endpoint, given]);
export const isPlainStep = ({ send, provoke }: Step): boolean =>
  Object.keys(send).length === 0 && provoke === undefined;
const isWrong = ({ found }: Tried): boolean => found.some(({ finding: { level } }) => level === 'must');

export class PlainState {
  readonly #send: (trial: Trial, number: number) => Promise<Tried>;
  readonly #served = new Map<string, Served>();
  /** The first of each endpoint. */
  readonly #first = new Map<string, Served>();

  constructor(send: (trial: Trial, number: number) => Promise<Tried>) {
    this.#send = send;
  }

  /** Notes the answer to a plain request that was served rightly. */
  note(tried: Tried): void {
    const [step, ...others] = tried.trial.steps;
    const envelope = tried.judged[0]?.judgement.envelope;
    if (step === undefined || others.length > 0 || !isPlainStep(step) || envelope?.returnCode !== 'Ok')
      return;
    if (tried.found.length > 0 || this.#served.size >= MAX_SERVED || this.#served.has(nameOf(step))) return;
    const served = { step, tried, answer: showActual(envelope) };
    this.#served.set(nameOf(step), served);
    if (!this.#first.has(step.endpoint)) this.#first.set(step.endpoint, served);
  }

  /** After a trial that failed: the failure that its plain request is answered differently now, as often as it is asked; undefined: it is not. */
  async changedBy({ trial, found }: Tried, number: number): Promise<Failure | undefined> {
    const step = trial.steps[found[0]?.requestIndex ?? 0];
    const served = step && (this.#served.get(nameOf(step)) ?? this.#first.get(step.endpoint));
    if (served === undefined) return undefined;
    let bad: Tried | undefined;
    for (let asked = 0; asked < ASKS; asked += 1) {
      const tried = await this.#send(single(served.step), number);
      if (!isWrong(tried)) return undefined;
      bad ??= tried;
    }
    return bad && changed(served, bad, number);
  }
}

/** The same request, answered rightly and then wrongly. */
function changed({ step, tried, answer }: Served, bad: Tried, number: number): Failure {
  const wrong = bad.found.find(({ finding: { level } }) => level === 'must')?.finding.actual ?? '';
  const differs = finding('differs', '1/read-only', '', `as before: ${answer}`, wrong);
  const cause = { property: 'history', finding: differs, requestIndex: 1 } as const;
  const both: Tried = {
    trial: sequence([step, { ...step }]),
    judged: [...tried.judged, ...bad.judged],
    found: [cause],
    notJudgedBecause: undefined,
  };
  return { ...newFailure(cause, both, number), repeats: { failed: ASKS, of: ASKS } };
}
