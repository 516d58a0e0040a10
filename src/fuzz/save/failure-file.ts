/** A failure as a file: a suite file with one case, and `found`, which says how it was found. It holds no secret. */
import { z } from 'zod';
import { ENDPOINT_IDS } from '../../contract/endpoints.ts';
import { completeDialect, openQuestions, partialDialect, type Dialect } from '../../dialect/dialect.ts';
import { QUESTION_IDS } from '../../dialect/questions.ts';
import type { Secret } from '../../http/secret.ts';
import { FINDING_KINDS } from '../../judge/compare/finding.ts';
import { mapTexts, redactExchange, type Redaction } from '../../engine/redact.ts';
import { suiteSchema } from '../../suite/format/schema/case-schema.ts';
import { readOneCase } from '../../suite/format/load-suite.ts';
import { VERSION } from '../../version.ts';
import { PROPERTY_NAMES } from '../execute/properties.ts';
import { FORM_NAMES } from '../generate/equivalent-forms.ts';
import { keysOf } from '../generate/keys-of.ts';
import type { Material } from '../generate/material.ts';
import { RELATIONS } from '../generate/trial.ts';
import type { Failure } from '../shrink/confirm-and-shrink.ts';
import { safeYaml } from '../../text/safe-yaml.ts';
import { caseOf, CHAPTER, partsOf } from './case-of-failure.ts';

const FORMAT = 2;

const finding = z.strictObject({
  kind: z.enum(keysOf(FINDING_KINDS)),
  clause: z.string(),
  level: z.enum(['must', 'should']),
  at: z.string(),
  expected: z.string(),
  actual: z.string(),
});

const answer = z.strictObject({
  question: z.enum(QUESTION_IDS as [(typeof QUESTION_IDS)[number]]),
  at: z.string(),
  option: z.string(),
});

const found = z.strictObject({
  format: z.literal(FORMAT),
  tagproof: z.string(),
  property: z.enum(PROPERTY_NAMES as [(typeof PROPERTY_NAMES)[number]]),
  description: z.string(),
  finding,
  run: z.strictObject({
    target: z.string(),
    targetOption: z.string().nullable(),
    worldOption: z.string().nullable(),
    seed: z.int(),
    path: z.string(),
    flaky: z.boolean(),
  }),
  /** What was known about the backend's choices: all of them by default (`complete`), or only these. */
  dialect: z.strictObject({ complete: z.boolean(), answers: z.array(answer) }),
  /** What the replies have in common. */
  relation: z.enum(RELATIONS),
  form: z.enum(FORM_NAMES as [(typeof FORM_NAMES)[number]]).exactOptional(),
  /** The name of the extension member that the case alters by its role. */
  extension: z.string().exactOptional(),
  /** The replies of that run, for readers: a replay judges its own. */
  replies: z.array(z.unknown()),
});

const failureSchema = suiteSchema.extend({ found });

export type Found = z.infer<typeof found>;
export type FailureFile = z.infer<typeof failureSchema>;

/** The facts about the run that a file records beside the failure. */
export interface RunFacts {
  readonly target: string;
  readonly targetOption: string | undefined;
  readonly worldOption: string | undefined;
  readonly seed: number;
  readonly dialect: Dialect;
}

function writtenDialect(dialect: Dialect): Found['dialect'] {
  return {
    complete: ENDPOINT_IDS.every((id) => openQuestions(dialect, id).length === 0),
    answers: dialect.answers.map(({ question, at, option }) => ({ question, at, option })),
  };
}

/** What the failure was judged by. */
export function savedDialect({ found: { dialect } }: FailureFile): Dialect {
  return dialect.complete ? completeDialect(dialect.answers) : partialDialect(dialect.answers);
}

/** The extension member that some step alters. */
function extensionOf({ tried: { trial } }: Failure, { facts }: Material): string | undefined {
  return facts.extensions.find(({ on, member }) =>
    trial.steps.some(({ endpoint, send }) => endpoint === on && Object.hasOwn(send.alter ?? {}, member)),
  )?.member;
}

/** A case, or another value that is saved, without values of the environment; `withValues` puts them back. */
export const withoutValues = <T extends object>(written: T, { hide }: Pick<Redaction, 'hide'>): T =>
  hide === undefined ? written : (mapTexts(written, hide) as T);

/** The same with the values of the user's own target file in their places. */
export function withValues<T extends object>(saved: T, variables: readonly Secret[]): T {
  const fill = (text: string): string =>
    variables.reduce((all, { name, value }) => all.replaceAll(`<secret:${name}>`, () => value), text);
  return variables.length === 0 ? saved : (mapTexts(saved, fill) as T);
}

/** The text of a failure's file: `tagproof replay` judges it again, `tagproof run --suite` runs it as a case. */
export function failureText(
  failure: Failure,
  description: string,
  run: RunFacts,
  redaction: Redaction,
  material: Material,
): string {
  const { tried, found: all, bucket, repeats, property } = failure;
  const { trial, judged } = tried;
  const { kind, clause, level, at, expected, actual } = all[0]?.finding ?? bucket.finding;
  const { mask } = redaction;
  const extension = extensionOf(failure, material);
  const how: Found = {
    format: FORMAT,
    tagproof: VERSION,
    property,
    description: mask(description),
    finding: { kind, clause, level, at, expected: mask(expected), actual: mask(actual) },
    run: {
      target: run.target,
      targetOption: run.targetOption ?? null,
      worldOption: run.worldOption ?? null,
      seed: run.seed,
      path: bucket.at.path,
      flaky: repeats.failed < repeats.of,
    },
    dialect: writtenDialect(run.dialect),
    relation: trial.relation,
    ...(trial.form !== undefined && { form: trial.form }),
    ...(extension !== undefined && { extension }),
    replies: judged.map(({ exchange }) => {
      const { reply, noReply } = redactExchange({ label: '', exchange }, redaction);
      return reply ?? { noReply };
    }),
  };
  const cases = [withoutValues(caseOf(partsOf(failure, material), material), redaction)];
  return safeYaml({ chapter: CHAPTER, cases, found: how });
}

/** Reads a failure's file. Throws TagproofError('file') with the places of all faults if it is not one. */
export function readFailure(text: string, name: string): FailureFile {
  return readOneCase(
    text,
    name,
    failureSchema,
    'it must be a failure that `tagproof fuzz` saved, as it was saved',
  );
}
