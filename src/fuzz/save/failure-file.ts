/** A failure as a file that stands for itself: what was sent, what is right for it, what came. It holds no secret. */
import { z } from 'zod';
import { RETURN_CODES } from '../../contract/codes.ts';
import { ENDPOINT_IDS } from '../../contract/endpoints.ts';
import { partialDialect, openQuestions, completeDialect, type Dialect } from '../../dialect/dialect.ts';
import { QUESTION_IDS } from '../../dialect/questions.ts';
import { TagproofError } from '../../errors.ts';
import type { HeaderLine } from '../../http/header-value.ts';
import { bodyOf, type Request } from '../../http/request.ts';
import { STRING_ALTERATIONS } from '../../http/alterations/string-alterations.ts';
import { WIRE_ALTERATIONS } from '../../http/alterations/wire-alterations.ts';
import { FINDING_KINDS } from '../../judge/compare/finding.ts';
import { bodyText } from '../../judge/reply/reply-body.ts';
import { redactExchange, type Redaction } from '../../run/sending/redact.ts';
import { sendSchema } from '../../suite/format/case-schema.ts';
import { VERSION } from '../../version.ts';
import { allowedSchema, readAllowed, writeAllowed } from './allowed-json.ts';
import { keysOf } from '../generate/keys-of.ts';
import { PROPERTY_NAMES } from '../execute/properties.ts';
import type { Failure } from '../shrink/confirm-and-shrink.ts';
import type { TrialRequest } from '../generate/plan-trial.ts';
import { SPELLING_NAMES } from '../generate/spellings.ts';
import { TRAVEL, type Trial } from '../generate/trial.ts';

const FORMAT = 1;

const headerValue = z.union([
  z.string(),
  z.strictObject({ secret: z.string(), alter: z.enum(keysOf(STRING_ALTERATIONS)).exactOptional() }),
]);

const request = z.strictObject({
  endpoint: z.enum(ENDPOINT_IDS),
  method: z.string(),
  path: z.string(),
  headers: z.array(z.tuple([z.string(), headerValue])),
  body: z.union([z.strictObject({ text: z.string() }), z.strictObject({ base64: z.string() }), z.null()]),
  wire: z.enum(keysOf(WIRE_ALTERATIONS)).exactOptional(),
});

const given = z.strictObject({
  key: z.string().exactOptional(),
  token: z.string().exactOptional(),
  game: z.string(),
  id: z.string(),
});

const shot = z.strictObject({
  request,
  given,
  send: sendSchema,
  provoke: z.enum(keysOf(RETURN_CODES)).exclude(['Ok']).exactOptional(),
  allowed: allowedSchema,
});

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

const failureSchema = z.object({
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
  /** What was known of the backend's choices: all of them by default, or only these. */
  dialect: z.strictObject({ settled: z.boolean(), answers: z.array(answer) }),
  trial: z.strictObject({
    kind: z.enum(keysOf(TRAVEL)),
    spelling: z.enum(SPELLING_NAMES as [(typeof SPELLING_NAMES)[number]]).exactOptional(),
    shots: z.array(shot).min(1),
  }),
});

export type FailureFile = z.infer<typeof failureSchema>;

/** What of the run a file tells, beside the failure. */
export interface RunFacts {
  readonly target: string;
  readonly targetOption: string | undefined;
  readonly worldOption: string | undefined;
  readonly seed: number;
  readonly dialect: Dialect;
}

function writtenDialect(dialect: Dialect): FailureFile['dialect'] {
  return {
    settled: ENDPOINT_IDS.every((id) => openQuestions(dialect, id).length === 0),
    answers: dialect.answers.map(({ question, at, option }) => ({ question, at, option })),
  };
}

/** What the failure was judged by. */
export function savedDialect({ dialect }: FailureFile): Dialect {
  return dialect.settled ? completeDialect(dialect.answers) : partialDialect(dialect.answers);
}

/** UTF-8 without any byte lost, or undefined. */
function asText(body: Uint8Array): string | undefined {
  const text = bodyText(body);
  return Buffer.from(bodyOf(text)).equals(body) ? text : undefined;
}

function writtenBody(body: Uint8Array | undefined): z.infer<typeof request>['body'] {
  if (body === undefined) return null;
  const text = asText(body);
  return text === undefined ? { base64: Buffer.from(body).toString('base64') } : { text };
}

function writtenRequest({
  request: { body, headers, ...rest },
  step,
  allowed,
}: TrialRequest): z.infer<typeof shot> {
  const { key, token, game, id } = step.given;
  return {
    request: {
      ...rest,
      headers: headers.map(([name, value]) => [name, value]),
      body: writtenBody(body),
    },
    given: { ...(key !== undefined && { key }), ...(token !== undefined && { token }), game, id },
    send: step.send,
    ...(step.provoke !== undefined && { provoke: step.provoke }),
    allowed: writeAllowed(allowed),
  };
}

/** The text of a failure's file. The replies are in it for people; a replay judges those that come then. */
export function failureText(
  failure: Failure,
  description: string,
  run: RunFacts,
  redaction: Redaction,
): string {
  const { tried, found, bucket, repeats, property } = failure;
  const { trial, judged } = tried;
  const { kind, clause, level, at, expected, actual } = found[0]?.finding ?? bucket.finding;
  const mask = redaction.mask;
  const file: FailureFile & { readonly replies: unknown } = {
    format: FORMAT,
    tagproof: VERSION,
    property,
    description,
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
    trial: {
      kind: trial.kind,
      ...(trial.kind === 'spelled' && { spelling: trial.spelling }),
      shots: judged.map(({ planned }) => writtenRequest(planned)),
    },
    replies: judged.map(({ exchange }) => {
      const { reply, noReply } = redactExchange({ label: '', exchange }, redaction);
      return reply ?? { noReply };
    }),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function invalid(name: string, what: string): TagproofError {
  return new TagproofError(
    'file',
    `${name}: ${what}\nit must be a failure that \`tagproof fuzz\` saved, as it was saved`,
  );
}

/** Reads a failure's file. TagproofError('file') where it is none. */
export function readFailure(text: string, name: string): FailureFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw invalid(name, `is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const read = failureSchema.safeParse(json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw invalid(name, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not as expected'}`);
}

function readRequest({ body, headers, ...rest }: z.infer<typeof request>): Request {
  const bytes =
    body === null
      ? undefined
      : 'text' in body
        ? bodyOf(body.text)
        : new Uint8Array(Buffer.from(body.base64, 'base64'));
  return { ...rest, headers: headers.map(([name, value]): HeaderLine => [name, value]), body: bytes };
}

type SavedRequest = FailureFile['trial']['requests'][number];

function savedRequest({
  request: written,
  given: { key, token, game, id },
  send,
  provoke,
  allowed,
}: SavedRequest): TrialRequest {
  return {
    step: {
      endpoint: written.endpoint,
      given: { key, token, game, id },
      send,
      ...(provoke !== undefined && { provoke }),
    },
    request: readRequest(written),
    allowed: readAllowed(allowed),
    fixtures: { key: undefined },
  };
}

/** The requests of a saved trial, each with what is right for it; one that is sent again is the same request. */
export function savedRequests({ trial }: FailureFile): readonly TrialRequest[] {
  const made = new Map<string, TrialRequest>();
  return trial.shots.map((each) => {
    const text = JSON.stringify(each);
    const found = made.get(text) ?? savedRequest(each);
    made.set(text, found);
    return found;
  });
}

/** The trial that a file tells of. */
export function savedTrial(file: FailureFile): Trial {
  const steps = savedRequests(file).map(({ step }) => step);
  const [first, second] = steps;
  if (first === undefined) throw new TypeError('a failure without requests');
  switch (file.trial.kind) {
    case 'single':
      return { kind: 'single', step: first };
    case 'again':
      return { kind: 'again', step: first, between: steps.slice(1, -1) };
    case 'spelled':
      return { kind: 'spelled', step: first, spelling: file.trial.spelling ?? 'white space' };
    case 'existence':
      return { kind: 'existence', step: first, absent: second?.given.id ?? '' };
    case 'after-odd':
      return { kind: 'after-odd', odd: first, next: second ?? first };
    case 'variants':
    case 'sequence':
    case 'at-once':
      return { kind: file.trial.kind, steps };
  }
}

/** The names of all secrets that a file's requests refer to. */
export function secretsNeeded(file: FailureFile): readonly string[] {
  const names = file.trial.shots.flatMap((each) =>
    each.request.headers.flatMap(([, value]) => (typeof value === 'string' ? [] : [value.secret])),
  );
  return [...new Set(names)];
}
