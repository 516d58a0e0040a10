/** Runs cases concurrently, those that need the target for themselves one by one, and failed ones again, alone and on a fresh connection. */
import type { Planned } from '../../suite/plan/plan.ts';
import type { CaseResult } from '../verdict/case-result.ts';
import { Company, Turns } from './locks.ts';
import type { KnownFacts } from '../orientation/learned.ts';
import { reproduce, Reproductions, type Reproduced } from './reproduce.ts';
import { overOne, runCase, type CaseSender } from './run-case.ts';

export class CaseRunner {
  readonly #confirms: boolean;
  readonly #company = new Company();
  readonly #turns = new Turns();
  readonly #reproductions = new Reproductions();

  /** `confirms`: failing cases are sent again. */
  constructor(confirms: boolean) {
    this.#confirms = confirms;
  }

  /** `onBegin` is called once the case no longer has to wait for others. */
  run(plan: Planned, sender: CaseSender, facts: KnownFacts, onBegin: () => void): Promise<CaseResult> {
    if (!plan.alone) {
      return this.#company.together(() => {
        onBegin();
        return runCase(plan, sender, facts);
      });
    }
    return this.#turns.run(
      plan,
      (turn) => {
        onBegin();
        return runCase(plan, { ...sender, turn }, facts);
      },
      ({ verdict }) => verdict === 'pass',
    );
  }

  /** What the repeats of a failing case show; undefined: it did not fail, or is not sent again by design. */
  async reproduced(
    plan: Planned,
    result: CaseResult,
    sender: CaseSender,
    facts: KnownFacts,
  ): Promise<Reproduced | undefined> {
    if (!this.#confirms || result.verdict !== 'fail' || sender.signal.aborted) return undefined;
    const refusal = this.#reproductions.refusal(plan, result);
    if (refusal !== undefined) return refusal;
    const again = (): Promise<Reproduced> =>
      reproduce(() => overOne(sender, (transport) => runCase(plan, { ...sender, transport }, facts)));
    return plan.alone ? this.#turns.strictly(again) : this.#company.alone(again);
  }
}
