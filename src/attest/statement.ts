/** An in-toto statement with a Test Result (v0.1): what was tested, with what, and the result. Everything is derived from the events. */
import { observedIn } from '../drift/observed.ts';
import { digestOf } from '../gate/plan-facts.ts';
import type { RequirementSet } from '../gate/requirements/requirement-set.ts';
import { requiredCells } from '../gate/requirements/hold-requirements.ts';
import { countMustCells } from '../run/verdict/case-evidence.ts';
import { totalsOf, type Verdict } from '../engine/verdict.ts';
import type { Attestable } from './attestable.ts';
import type { Subject } from './subject.ts';

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
export const PREDICATE_TYPE = 'https://in-toto.io/attestation/test-result/v0.1';

type Annotations = Readonly<Record<string, unknown>>;

interface Resource {
  readonly name: string;
  readonly digest: { readonly sha256: string };
  readonly annotations?: Annotations;
}

export interface Statement {
  readonly _type: typeof STATEMENT_TYPE;
  readonly subject: readonly Subject[];
  readonly predicateType: typeof PREDICATE_TYPE;
  readonly predicate: {
    readonly result: 'PASSED' | 'WARNED' | 'FAILED';
    /** The suite, the document, the events; with a target file also that. */
    readonly configuration: readonly Resource[];
    readonly passedTests: readonly string[];
    readonly warnedTests: readonly string[];
    readonly failedTests: readonly string[];
  };
}

/** What a statement is made of. */
export interface Attested {
  readonly record: Attestable;
  /** The text of the record. */
  readonly events: string;
  readonly subject: Subject;
  readonly requirements?: RequirementSet | undefined;
}

function resultOf(totals: Readonly<Record<Verdict, number>>): Statement['predicate']['result'] {
  if (totals.fail > 0) return 'FAILED';
  return totals.warn > 0 ? 'WARNED' : 'PASSED';
}

function dialectOf({ cases }: Attestable): Annotations {
  return Object.fromEntries(
    [...observedIn(cases).values()].map(({ question, at, options }) => [
      at === '' ? question : `${question}@${at}`,
      options.join(' and '),
    ]),
  );
}

/** The statement of a record: the same for the same events, whenever it is made. */
export function statementOf({ record, events, subject, requirements }: Attested): Statement {
  const { started, plan, cases } = record;
  const held =
    requirements === undefined ? cases : cases.filter((event) => requirements.cases.has(event.case.id));
  const totals = totalsOf(held);
  const idsOf = (verdict: Verdict): readonly string[] =>
    held
      .filter((event) => event.verdict === verdict)
      .map((event) => event.case.id)
      .toSorted();
  const cells = countMustCells(cases, undefined);
  const counted = requirements === undefined ? cells : requiredCells(requirements, cases);
  return {
    _type: STATEMENT_TYPE,
    subject: [subject],
    predicateType: PREDICATE_TYPE,
    predicate: {
      result: resultOf(totals),
      configuration: [
        {
          name: 'tagproof suite',
          digest: { sha256: plan.suite },
          annotations: {
            version: started.version,
            selection: requirements === undefined ? 'whole suite' : `requirements ${requirements.name}`,
            totals,
          },
        },
        { name: 'getTag document', digest: { sha256: plan.document } },
        ...(plan.world === undefined ? [] : [{ name: 'target file', digest: { sha256: plan.world } }]),
        {
          name: 'events',
          digest: { sha256: digestOf(events) },
          annotations: {
            target: started.target,
            at: started.at,
            coverage: { mustCells: counted.mustCells, verified: counted.verified },
            dialect: dialectOf(record),
          },
        },
      ],
      passedTests: idsOf('pass'),
      warnedTests: idsOf('warn'),
      failedTests: idsOf('fail'),
    },
  };
}
