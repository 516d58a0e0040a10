/** Failing cases are sent again, alone: whether they fail always, sometimes, or only in company. */
import type { CaseFinished } from '../../report/record/events.ts';
import { CHANGED_STATE_ID } from '../../report/record/unanswered-events.ts';
import type { Planned } from '../../cases/plan/plan-case.ts';
import { findChangedState, isExplainedBy } from './changed-state.ts';
import { askAgain, overOne, runCase, type KnownTarget } from './run-case.ts';
import type { FailingCase, OpenRecord } from './run-record.ts';
import type { CaseVerdict } from './verdict/case-records.ts';

/** How often a failing case is sent again. */
const CONFIRMATIONS = 2;
/** How many failing cases of a run are sent again, whatever they break. */
const FIRST_CONFIRMED = 50;
/** How many in all. */
const MAX_CONFIRMED = 200;

const brokenClause = ({ event }: FailingCase): string => event.findings[0]?.clause ?? '';
const brokenCell = (held: FailingCase): string => `${brokenClause(held)} ${held.plan.instance.endpoint.id}`;

/** The first case of each key. */
const firstOfEach = (held: readonly FailingCase[], keyOf: (of: FailingCase) => string) => [
  ...new Map(held.toReversed().map((each) => [keyOf(each), each])).values(),
];

/** The cases that are sent again: one of each clause, so that each cause has one, the first ones, and one of each clause and endpoint. */
const toConfirm = (held: readonly FailingCase[]): ReadonlySet<FailingCase> => {
  const all = [
    ...firstOfEach(held, brokenClause),
    ...held.slice(0, FIRST_CONFIRMED),
    ...firstOfEach(held, brokenCell),
  ];
  return new Set([...new Set(all)].slice(0, MAX_CONFIRMED));
};

/** Reports the failing cases that a record holds, each with what sending it again shows, or with what explains it. */
export async function confirmFailing(record: OpenRecord, to: KnownTarget): Promise<void> {
  const { held, sent } = record;
  const changed = await findChangedState(sent, (planned) => askAgain(planned, to));
  record.changed = changed;
  const explained = new Set(
    held.filter(({ wrong }) => changed !== undefined && isExplainedBy(changed, wrong)),
  );
  const confirmed = toConfirm(held.filter((each) => !explained.has(each)));
  for (const each of held) {
    const { plan, event } = each;
    if (explained.has(each)) {
      record.report(following(each));
      continue;
    }
    const { confirmation, note } = confirmed.has(each)
      ? await sendAgain(plan, to)
      : notConfirmed(`of many failing cases ${confirmed.size} are, one of each clause among them`);
    record.report({ ...event, confirmation, notes: [...(event.notes ?? []), note] });
  }
}

/** Sends a failing case again, alone and over a connection of its own. */
async function sendAgain(plan: Planned, to: KnownTarget): Promise<Confirmed> {
  const repeats: CaseVerdict[] = [];
  for (let n = 0; n < CONFIRMATIONS && !to.signal.aborted; n += 1)
    repeats.push(await overOne(to.transport, (over) => runCase(plan, to, { over })));
  return to.signal.aborted ? notConfirmed('the run ended') : confirmedBy(repeats);
}

/** A failing case that the changed state explains: it is not the file that is out of date. */
function following({ event, doubts }: FailingCase): CaseFinished {
  const notes = (event.notes ?? []).filter((note) => !doubts.includes(note));
  const { confirmation, note } = notConfirmed(`the backend changes its state, see ${CHANGED_STATE_ID}`);
  return { ...event, confirmation, follows: CHANGED_STATE_ID, notes: [...notes, note] };
}

type Confirmed = Required<Pick<CaseFinished, 'confirmation'>> & { readonly note: string };

const notConfirmed = (why: string): Confirmed => ({
  confirmation: 'not-tried',
  note: `not sent again: ${why}`,
});

/** What the repeats of a failing case show: it fails always, sometimes, or only in company. */
function confirmedBy(repeats: readonly CaseVerdict[]): Confirmed {
  const judged = repeats.filter(({ verdict }) => verdict !== 'error' && verdict !== 'skip');
  if (judged.length === 0)
    return notConfirmed(`the repeat had nothing to judge: ${repeats[0]?.reason ?? 'the run ended'}`);
  const failed = judged.filter(({ verdict }) => verdict === 'fail').length;
  if (failed === judged.length)
    return {
      confirmation: 'always',
      note: `failed again each time it was sent alone (${failed} of ${failed})`,
    };
  if (failed > 0)
    return {
      confirmation: 'sometimes',
      note: `flaky: failed ${failed} of ${judged.length} times when sent alone`,
    };
  return {
    confirmation: 'in-company',
    note: 'flaky: passed each time it was sent alone; it may depend on other requests or on a reused connection',
  };
}
