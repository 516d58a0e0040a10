/** An in-toto statement with a Test Result (v0.1): what was tested, with what, and the result. Everything is derived from the events. */
import { z } from 'zod';
import { observedIn } from '../drift/drift.ts';
import { digestOf } from '../gate/digests.ts';
import type { RequirementSet } from '../gate/requirement-set.ts';
import { requiredCells } from '../gate/hold-requirements.ts';
import { countMustCells } from '../run/verdict/case-evidence.ts';
import { totalsOf, type Verdict } from '../engine/verdict.ts';
import { TagproofError } from '../errors.ts';
import { isSynthetic, type PlanFacts, type RunRecord } from '../engine/events.ts';
import { parsedJson } from '../text/parsed-json.ts';

// Which records a statement can be made of: whole runs of the whole suite, with nothing lost.

interface Attestable extends RunRecord {
  readonly plan: PlanFacts;
}

/** Why no statement can be made; undefined: it can. */
function whyNot({ started, cases, finished }: RunRecord): string | undefined {
  const { plan, planned } = started;
  if (plan === undefined) return 'it does not say which suite was run';
  if (finished.partial !== '') return `the run was cut: ${finished.partial}`;
  if (plan.quick !== undefined)
    return 'it is of a quick run, which leaves most cases out: run without --quick';
  if (!plan.whole) return 'it is of selected cases, or of another suite than that of tagproof';
  const suite = cases.filter((event) => !isSynthetic(event));
  if (new Set(suite.map((event) => event.case.id)).size !== suite.length) return 'it has a case twice';
  if (suite.length !== planned) return `it has ${suite.length} of ${planned} planned cases`;
  if (cases.some(({ verdict }) => verdict === 'error')) return 'some cases got no reply to judge';
  if (!cases.some(({ verdict }) => verdict === 'pass')) return 'no case passed, so it verified nothing';
  return undefined;
}

/** The record, where it can be attested. Throws a `file` error that says why it can't. */
export function attestable(record: RunRecord, file: string): Attestable {
  const why = whyNot(record);
  const { plan } = record.started;
  if (why === undefined && plan !== undefined) return { ...record, plan };
  throw new TagproofError(
    'file',
    `${file}: no statement can be made of this record: ${why ?? ''}\nattest a whole run: tagproof run --target … --reporter ndjson=${file}`,
  );
}

// What a statement is about: `git:COMMIT`, or `oci:DIGEST` of an image.

/** A resource as in-toto names one. */
export type Subject = Statement['subject'][number];

const GIT = /^git:(?:(.+)@)?([0-9a-f]{40}|[0-9a-f]{64})$/;
const OCI = /^oci:(?:(.+)@)?(?:sha256:)?([0-9a-f]{64})$/;

/** Reads a subject; the name before an `@` is kept. Throws a usage error that says how they are written. */
export function subjectOf(text: string): Subject {
  const [, repository, commit] = GIT.exec(text) ?? [];
  if (commit !== undefined) return { name: repository ?? 'source', digest: { gitCommit: commit } };
  const [, image, digest] = OCI.exec(text) ?? [];
  if (digest !== undefined) return { name: image ?? 'image', digest: { sha256: digest } };
  throw new TagproofError(
    'usage',
    `--subject ${text}: it names neither a commit nor an image\nwrite git: and the whole commit (git:$(git rev-parse HEAD)), or oci: and the digest (oci:registry.example.com/backend@sha256:…)`,
  );
}

const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
const PREDICATE_TYPE = 'https://in-toto.io/attestation/test-result/v0.1';

const digest = z.record(z.string(), z.string());
const names = z.array(z.string()).readonly();
const annotations = z.record(z.string(), z.unknown());

export const statementSchema = z.object({
  _type: z.literal(STATEMENT_TYPE),
  subject: z
    .array(z.object({ name: z.string(), digest }))
    .length(1)
    .readonly(),
  predicateType: z.literal(PREDICATE_TYPE),
  predicate: z.object({
    result: z.enum(['PASSED', 'WARNED', 'FAILED']),
    /** The suite, the document, the events; with a target file also that. */
    configuration: z
      .array(z.object({ name: z.string(), digest, annotations: annotations.optional() }))
      .readonly(),
    passedTests: names,
    warnedTests: names,
    failedTests: names,
  }),
});

export type Statement = z.infer<typeof statementSchema>;

/** What a statement is made of. */
interface Attested {
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

function dialectOf({ cases }: Attestable): Readonly<Record<string, string>> {
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

// Checking a statement against its events: derived once more, it has to say the same.

/** Reads a statement from its text. Throws a `file` error where the text is not a statement. */
export function readStatement(text: string, file: string): Statement {
  const refuse = (what: string): TagproofError =>
    new TagproofError(
      'file',
      `${file}: ${what}\na statement is what tagproof attest writes; take it out of its envelope first where it is signed`,
    );
  const value = parsedJson(text);
  if (value === undefined) throw refuse('it is not valid JSON');
  const read = statementSchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw refuse(`no statement of a test result: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

/** The requirement set that the statement is about; undefined: the whole suite. */
export function requirementsOf({ predicate }: Statement): string | undefined {
  const selection = predicate.configuration[0]?.annotations?.['selection'];
  return typeof selection === 'string' ? /^requirements (.+)$/.exec(selection)?.[1] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The paths at which two values differ. */
function differences(a: unknown, b: unknown, path: string): readonly string[] {
  if (!isObject(a) || !isObject(b)) return a === b ? [] : [path];
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return keys.flatMap((key) => differences(a[key], b[key], path === '' ? key : `${path}.${key}`));
}

/** Where a statement does not say what its events do: `predicate.result`, `predicate.failedTests.0` …; none: it holds. */
export function differencesFrom(said: Statement, derived: Statement): readonly string[] {
  return differences(said, JSON.parse(JSON.stringify(derived)), '');
}
