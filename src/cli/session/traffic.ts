/** Exchanges of clients with a backend, judged one by one, and what they come to: those of recordings, and those that pass by. */
import { TagproofError } from '../../base/errors.ts';
import { digits, fewOf } from '../../base/text/quantities.ts';
import { visibleLine } from '../../base/text/visible.ts';
import { runHead, type RunEvent } from '../../report/record/events.ts';
import { TrafficJudge } from '../../run/traffic/judge-exchange.ts';
import type { FailOnWho } from '../../run/traffic/recorded.ts';
import { RecordedSecrets } from '../../run/traffic/recorded-secrets.ts';
import { TrafficRecord } from '../../run/traffic/traffic-record.ts';
import { partialDialect } from '../../spec/dialect/dialect.ts';
import type { TargetFile } from '../../world/target-file/target-file.ts';
import { runGateOf } from '../gate/run-gate.ts';
import type { Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import type { GateOptions } from '../options/option-register.ts';
import type { Reports } from './reports.ts';

export class Traffic {
  readonly secrets: RecordedSecrets;
  readonly judge: TrafficJudge;
  readonly record: TrafficRecord;
  readonly warnings: string[];
  /** Why the result is partial. */
  readonly unread: string[] = [];
  readonly masking: RecordedSecrets['masking'];
  readonly #began = performance.now();
  readonly #at = new Date();
  readonly #aim: (base: string) => string;

  /** `server`: the URL or path before that of an operation; undefined: operations are judged wherever they lie. `aim`: says how a user chooses it. */
  constructor(
    file: TargetFile,
    failOn: FailOnWho,
    server: string | undefined,
    aim: (base: string) => string,
  ) {
    const { world, extensions, provoke } = file;
    const dialect = partialDialect(file.dialectAnswers);
    const secrets = new RecordedSecrets(file.secrets, world.complete, file.variables);
    this.secrets = secrets;
    const facts = { world, extensions, dialect, secrets, provoke, failOn, server };
    this.judge = new TrafficJudge(facts);
    this.record = new TrafficRecord(facts);
    this.warnings = [...file.warnings];
    this.masking = secrets.masking;
    this.#aim = aim;
  }

  /** Why nothing could be judged, and what to do; undefined: something was. */
  whyNothing(names: string): readonly string[] | undefined {
    const why = this.record.whyNothing(names, this.#aim);
    return why && [...why, ...this.unread].map(this.masking.text);
  }

  gate(options: GateOptions): ReturnType<typeof runGateOf> {
    return runGateOf(options, { whole: false, at: this.#at });
  }

  /** Reports what it comes to. `names`: what was read; `from`: words between that and the base URL, which is left out without them. Throws where nothing could be judged. */
  report(
    { names, from }: { readonly names: string; readonly from?: string },
    gate: Awaited<ReturnType<typeof runGateOf>>,
    reports: Reports,
    io: Io,
  ): Exit {
    const { record, unread, warnings } = this;
    const { text: mask } = this.masking;
    const { tooLong, judged } = record.counts;
    const [base = '', ...otherBases] = record.bases();
    if (tooLong > 0) unread.push(`${digits(tooLong)} of the replies are too long to be read`);
    if (otherBases.length > 0)
      warnings.push(
        `operations occur below several base URLs: ${fewOf(record.bases())}; to judge one, ${this.#aim(base)}`,
      );
    const why = this.whyNothing(names);
    if (why !== undefined) throw new TagproofError('nothing-selected', why.map(visibleLine).join('\n'));
    const said = warnings.map(mask);
    io.warn(said);
    const cases = record.cases();
    const emit = (event: RunEvent): void => reports.on(gate.on(event));
    emit({
      kind: 'run-started',
      ...runHead(
        mask(base === '' || from === undefined ? names : `${names}, ${from} ${base}`),
        said,
        this.#at,
      ),
      planned: cases.length,
      read: record.lines().map(mask),
      recorded: record.figures(),
    });
    for (const each of cases) emit(each);
    emit({
      kind: 'run-finished',
      totals: record.totals,
      ms: performance.now() - this.#began,
      requests: judged,
      partial: unread.map(mask).join('\n'),
    });
    return gate.explain(io);
  }
}
