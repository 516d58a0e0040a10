/** A failure as a case of the suite: what was sent, in the words of the case format, and the right outcomes written out. */
import { clauseOf } from '../../spec/clauses.ts';
import { endpointOf } from '../../spec/endpoints.ts';
import { bucketKey, type Finding } from '../../judge/finding.ts';
import { cut } from '../../judge/show.ts';
import { sendsToken } from '../../cases/format/references.ts';
import type { Send } from '../../cases/format/schema/send-schema.ts';
import type { WrittenOutcome } from '../../cases/format/schema/outcome-schema.ts';
import { writtenExpectation, type CaseData } from '../../cases/format/saved-case.ts';
import { IMPLICIT_GAME } from '../../world/declared-world.ts';
import { askedSubjectOf, type FuzzInputs } from '../trials/fuzz-inputs.ts';
import type { Step } from '../trials/step.ts';
import { failureName, type Failure } from './failure-buckets.ts';
import type { Extension } from '../../spec/members.ts';
import type { TrialRequest } from '../trials/step-request.ts';
import { planTrial } from '../trials/send-trial.ts';
import { trialWords } from '../trials/trial-words.ts';
import { relationFacts, type Trial } from '../trials/relations.ts';

function idPart(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

const MAX_TITLE = 160;

/** The id of a case: words in lower case. */
function caseId(name: string): string {
  return ['fuzz', ...name.split('/').map(idPart)].filter((part) => part !== '').join('/');
}

/** The member of the backend's own that a step alters. */
function extensionOf({ endpoint, send: { alter } }: Step, { facts }: FuzzInputs): Extension | undefined {
  if (alter === undefined) return undefined;
  return facts.extensions.find(({ on, member }) => on === endpoint && Object.hasOwn(alter, member));
}

/** What is sent, the extension member by its role, which is the first of its type on the endpoint: a case never names a member that only some targets have. */
function sendOf(step: Step, inputs: FuzzInputs): Send {
  const extension = extensionOf(step, inputs);
  if (extension === undefined) return step.send;
  const alter = Object.entries(step.send.alter ?? {}).map(
    ([name, how]) => [name === extension.member ? '$extension' : name, how] as const,
  );
  return { ...step.send, alter: Object.fromEntries(alter) };
}

function givenOf(step: Step, inputs: FuzzInputs): CaseData {
  const { key, token, game, id } = step.given;
  const extension = extensionOf(step, inputs);
  return {
    ...(key !== undefined && { key: { name: key } }),
    // Shrinking may take away what sent it.
    ...(token !== undefined &&
      sendsToken([endpointOf(step.endpoint)], step.send) && { token: { name: token } }),
    subject: { id, ...(game !== IMPLICIT_GAME && { game }) },
    ...(extension !== undefined && { extension: extension.shape.type }),
    ...(step.provoke !== undefined && { provoke: step.provoke }),
  };
}

const expectOf = (
  { allowed, step }: TrialRequest,
  inputs: FuzzInputs,
): WrittenOutcome | readonly WrittenOutcome[] =>
  writtenExpectation(
    allowed,
    inputs.facts.dialect,
    askedSubjectOf(inputs, endpointOf(step.endpoint), step.given).exists?.tags,
  );

/** What all replies of a trial have in common, where a case can say it: it compares all of its replies. */
function sameOf(trial: Trial, requests: readonly TrialRequest[]): 'answer' | 'tags' | undefined {
  // One request again and again.
  if (new Set(requests).size === 1) return 'answer';
  return relationFacts(trial.relation).same;
}

/** Says why a failure is not saved: it breaks no must, or its case would pass although it shows; undefined: it is. */
export function unsaidOf({ finding, tried: { trial, judged, found }, between }: Failure): string | undefined {
  // A case that fails breaks a must, and a warning breaks none.
  if (finding.level !== 'must') return 'a warning is no failure';
  const [cause] = found;
  if (cause === undefined || between !== undefined) return undefined;
  const own = judged[cause.requestIndex]?.judgement.findings ?? [];
  if (own.some((each) => bucketKey(each) === bucketKey(cause.finding))) return undefined;
  if (cause.property === 'own-tags') return 'a case for which any reply is right can not forbid tags';
  return sameOf(
    trial,
    judged.map(({ planned }) => planned),
  ) === undefined
    ? 'each reply is right by itself, and a case compares either all of its replies or none'
    : undefined;
}

const ifAny = (name: string, part: CaseData): CaseData =>
  Object.keys(part).length === 0 ? {} : { [name]: part };

function stepOf(planned: TrialRequest, first: TrialRequest, at: number, inputs: FuzzInputs): CaseData {
  const { resource, variant, id } = endpointOf(planned.step.endpoint);
  const other = id === first.step.endpoint ? {} : { variant, resource };
  return {
    name: `request ${at + 1}`,
    ...other,
    given: givenOf(planned.step, inputs),
    ...ifAny('send', sendOf(planned.step, inputs)),
    expect: expectOf(planned, inputs),
  };
}

function bodyOfCase(trial: Trial, requests: readonly TrialRequest[], inputs: FuzzInputs): CaseData {
  const [first] = requests;
  if (first === undefined) throw new TypeError('a failure without requests');
  if (requests.length === 1)
    return {
      given: givenOf(first.step, inputs),
      ...ifAny('send', sendOf(first.step, inputs)),
      expect: expectOf(first, inputs),
    };
  const same = sameOf(trial, requests);
  const every = expectOf(first, inputs);
  return {
    ...(trial.delivery === 'one-connection' && { connection: 'one' }),
    ...(trial.delivery === 'concurrent' && { together: true }),
    steps: requests.map((planned, at) => stepOf(planned, first, at, inputs)),
    expect: same === undefined ? every : { every, same },
  };
}

const isNameable = (id: string): boolean => (clauseOf(id)?.level ?? 'unobservable') !== 'unobservable';

/** A clause that a case may name: of the register, and observable. */
const clauseFor = (clause: string, first: TrialRequest | undefined): string =>
  isNameable(clause) ? clause : (first?.allowed.clause ?? clause);

export const FUZZ_SUITE_CHAPTER = 'Found by fuzzing';

/** What is written as a case, and how it was found. */
export interface ToSave {
  /** The same for the same cause. */
  readonly name: string;
  readonly number: number;
  readonly trial: Trial;
  readonly requests: readonly TrialRequest[];
  readonly finding: Finding;
}

export function failureToSave(failure: Failure, inputs: FuzzInputs): ToSave {
  const { tried, number, between } = failure;
  const name = failureName(failure);
  const found = tried.found[0]?.finding ?? failure.finding;
  const requests = tried.judged.map(({ planned }) => planned);
  if (between === undefined) return { name, number, finding: found, trial: tried.trial, requests };
  const [first, ...last] = tried.trial.steps;
  const steps = [first, ...between.flatMap((each) => each.steps), ...last].filter(
    (step) => step !== undefined,
  );
  const trial: Trial = { ...tried.trial, delivery: 'in-turn', steps };
  // The case shows what is wrong with the last reply by itself.
  const kind = tried.judged.at(-1)?.judgement.findings[0]?.kind ?? found.kind;
  return { name, number, finding: { ...found, kind }, trial, requests: planTrial(trial, inputs, 'fuzz') };
}

/** The case of the suite. */
export function caseOf(
  { name, number, trial, requests, finding }: ToSave,
  inputs: FuzzInputs,
  seed: number,
): CaseData {
  const { clause, kind, expected, actual } = finding;
  const [first] = requests;
  return {
    id: caseId(name),
    title: cut(trialWords(trial, inputs), MAX_TITLE),
    clauses: [clauseFor(clause, first)],
    for: first?.step.endpoint,
    because: 'found by fuzzing; it expects what was right under the dialect of that run',
    found: { seed, trial: number, clause, kind, expected, actual },
    ...bodyOfCase(trial, requests, inputs),
  };
}
