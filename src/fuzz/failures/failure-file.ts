/** A failure as a file: a suite file with one case, and `found`, which says how it was found; and the trial that such a file holds. It holds no secret. */
import { z } from 'zod';
import { ENDPOINT_IDS, type EndpointId, endpointOf } from '../../contract/endpoints.ts';
import { completeDialect, openQuestions, partialDialect, type Dialect } from '../../dialect/dialect.ts';
import { QUESTION_IDS } from '../../dialect/questions.ts';
import type { Secret } from '../../http/secret.ts';
import { FINDING_KINDS } from '../../judge/finding.ts';
import { mapTexts, redactExchange, type Redaction } from '../../engine/redact.ts';
import { suiteSchema, type WrittenCase, type WrittenStep } from '../../suite/format/schema/case-schema.ts';
import { readOneCase } from '../../suite/format/load-suite.ts';
import { VERSION } from '../../version.ts';
import { PROPERTY_NAMES } from '../trials/properties.ts';
import { FORM_NAMES } from '../trials/equivalent-forms.ts';
import { type Step } from '../trials/step.ts';
import { namesOf } from '../../suite/format/schema/schema-parts.ts';
import type { FuzzInputs } from '../trials/fuzz-inputs.ts';
import { extensionOf } from '../trials/step-request.ts';
import { type TrialDelivery, RELATIONS, type Trial } from '../trials/relations.ts';
import type { Failure } from './failure-buckets.ts';
import { safeYaml } from '../../text/safe-yaml.ts';
import { caseOf, FUZZ_SUITE_CHAPTER, casePartsOf } from './case-of-failure.ts';
import { TagproofError } from '../../errors.ts';
import type { Given } from '../../suite/format/schema/given-schema.ts';
import type { Send } from '../../suite/format/schema/send-schema.ts';
import { IMPLICIT_GAME } from '../../world/declared-world.ts';

const FORMAT = 2;

const findingSchema = z.strictObject({
  kind: z.enum(namesOf(FINDING_KINDS)),
  clause: z.string(),
  level: z.enum(['must', 'should']),
  at: z.string(),
  expected: z.string(),
  actual: z.string(),
});

const answerSchema = z.strictObject({
  question: z.enum(QUESTION_IDS as [(typeof QUESTION_IDS)[number]]),
  at: z.string(),
  option: z.string(),
});

const foundSchema = z.strictObject({
  format: z.literal(FORMAT),
  tagproof: z.string(),
  property: z.enum(PROPERTY_NAMES as [(typeof PROPERTY_NAMES)[number]]),
  description: z.string(),
  finding: findingSchema,
  run: z.strictObject({
    target: z.string(),
    targetOption: z.string().nullable(),
    worldOption: z.string().nullable(),
    seed: z.int(),
    path: z.string(),
    flaky: z.boolean(),
  }),
  /** What was known about the backend's choices: all of them by default (`complete`), or only these. */
  dialect: z.strictObject({ complete: z.boolean(), answers: z.array(answerSchema) }),
  /** What the replies have in common. */
  relation: z.enum(namesOf(RELATIONS)),
  form: z.enum(FORM_NAMES as [(typeof FORM_NAMES)[number]]).exactOptional(),
  /** The name of the extension member that the case alters by its role. */
  extension: z.string().exactOptional(),
  /** The replies of that run, for readers: a replay judges its own. */
  replies: z.array(z.unknown()),
});

const failureSchema = suiteSchema.extend({ found: foundSchema });

type FoundSection = z.infer<typeof foundSchema>;
export type FailureFile = z.infer<typeof failureSchema>;

/** The facts about the run that a file records beside the failure. */
interface RunFacts {
  readonly target: string;
  readonly targetOption: string | undefined;
  readonly worldOption: string | undefined;
  readonly seed: number;
  readonly dialect: Dialect;
}

function writtenDialect(dialect: Dialect): FoundSection['dialect'] {
  return {
    complete: ENDPOINT_IDS.every((id) => openQuestions(dialect, id).length === 0),
    answers: dialect.answers.map(({ question, at, option }) => ({ question, at, option })),
  };
}

/** What the failure was judged by. */
export function savedDialect({ found: { dialect } }: FailureFile): Dialect {
  return dialect.complete ? completeDialect(dialect.answers) : partialDialect(dialect.answers);
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
  inputs: FuzzInputs,
): string {
  const { tried, at: seenAt, repeats, property } = failure;
  const { trial, judged } = tried;
  const { kind, clause, level, at, expected, actual } = tried.found[0]?.finding ?? failure.finding;
  const { mask } = redaction;
  const [extension] = trial.steps.flatMap((step) => extensionOf(step, inputs)?.member ?? []);
  const how: FoundSection = {
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
      path: seenAt.path,
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
  const cases = [withoutValues(caseOf(casePartsOf(failure, inputs), inputs), redaction)];
  return safeYaml({ chapter: FUZZ_SUITE_CHAPTER, cases, found: how });
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

const isEndpoint = (id: unknown): id is EndpointId => ENDPOINT_IDS.some((each) => each === id);

function endpointFor({ for: of }: WrittenCase, { resource, variant }: WrittenStep): EndpointId {
  if (!isEndpoint(of)) throw new TagproofError('file', 'the case of a saved failure is for one endpoint');
  const own = endpointOf(of);
  const id = `${resource ?? own.resource}.${variant ?? own.variant}`;
  return isEndpoint(id) ? id : of;
}

/** What is sent, the extension member by its own name again. */
function sendOf({ alter, ...send }: Send, extension: string | undefined): Send {
  if (alter === undefined) return send;
  const named = Object.entries(alter).map(
    ([name, how]) => [name === '$extension' && extension !== undefined ? extension : name, how] as const,
  );
  return { ...send, alter: Object.fromEntries(named) };
}

function stepOf(whole: WrittenCase, step: WrittenStep, extension: string | undefined): Step {
  const given: Given = step.given ?? {};
  return {
    endpoint: endpointFor(whole, step),
    given: {
      key: given.key?.name,
      token: given.token?.name,
      game: given.subject?.game ?? IMPLICIT_GAME,
      id: given.subject?.id ?? '',
    },
    send: sendOf(step.send ?? {}, extension),
    ...(given.provoke !== undefined && { provoke: given.provoke }),
  };
}

/** Equal steps are one object: the same request again. */
function sharing(steps: readonly Step[]): readonly Step[] {
  const byText = new Map<string, Step>();
  return steps.map((step) => {
    const text = JSON.stringify(step);
    const known = byText.get(text) ?? step;
    byText.set(text, known);
    return known;
  });
}

function deliveryOf({ connection, together }: WrittenCase): TrialDelivery {
  if (together === true) return 'concurrent';
  return connection === 'one' ? 'one-connection' : 'in-turn';
}

/** The trial that a file holds. */
export function trialOfFile({ cases: [whole], found }: FailureFile): Trial {
  if (whole === undefined) throw new TypeError('a failure without a case');
  const written: readonly WrittenStep[] = whole.steps ?? [whole as WrittenStep];
  return {
    steps: sharing(written.map((step) => stepOf(whole, step, found.extension))),
    delivery: deliveryOf(whole),
    relation: found.relation,
    ...(found.form !== undefined && { form: found.form }),
  };
}

function secretsOf({ given, send: { headers = {} } }: Step): readonly (string | undefined)[] {
  const repeated = Object.values(headers.repeat ?? {}).map((how) =>
    typeof how === 'object' ? how.secret : undefined,
  );
  return [given.key, given.token, ...(headers.lines ?? []).map(({ secret }) => secret), ...repeated];
}

/** The names of all keys and tokens that a file's requests need. */
export function secretsNeeded(file: FailureFile): readonly string[] {
  const names = trialOfFile(file).steps.flatMap(secretsOf);
  return [...new Set(names.filter((name) => name !== undefined))];
}
