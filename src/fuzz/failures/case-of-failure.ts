/** A failure as a case of the suite: what was sent, in the words of the case format, and the right outcomes written out. */
import { clauseOf } from '../../contract/clauses.ts';
import { endpointOf } from '../../contract/endpoints.ts';
import { breaches, type Dialect } from '../../dialect/dialect.ts';
import { isQuestionId, questionOf } from '../../dialect/questions.ts';
import type { Allowed, AllowedOutcome } from '../../judge/expect/allowed.ts';
import { cut } from '../../judge/show.ts';
import { sendsToken } from '../../suite/format/references.ts';
import type { Send } from '../../suite/format/schema/send-schema.ts';
import type { WrittenOutcome } from '../../suite/format/schema/outcome-schema.ts';
import { safeYaml } from '../../text/safe-yaml.ts';
import { IMPLICIT_GAME } from '../../world/declared-world.ts';
import { UNKNOWN } from '../../world/world.ts';
import { failureName } from './failure-buckets.ts';
import { askedSubjectOf, type FuzzInputs } from '../trials/fuzz-inputs.ts';
import type { Step } from '../trials/step.ts';
import type { Failure } from './failure-buckets.ts';
import { extensionOf, type TrialRequest } from '../trials/step-request.ts';
import { trialWords } from '../trials/trial-words.ts';
import { sameTags } from '../trials/compare-replies.ts';
import { relationFacts, type Trial } from '../trials/relations.ts';

/** A part of a suite file as plain data. */
export type CaseData = Readonly<Record<string, unknown>>;

/** What a case is made of. */
export interface CaseParts {
  /** Words with slashes: `allowed/5.3-game/wrong-outcome`. */
  readonly name: string;
  readonly title: string;
  /** The clause of the finding. */
  readonly clause: string;
  readonly trial: Trial;
  readonly requests: readonly TrialRequest[];
}

function idPart(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

const MAX_TITLE = 160;

/** What a case is made of that keeps a failure just found. */
export function partsOf(failure: Failure, inputs: FuzzInputs): CaseParts {
  const { tried, finding } = failure;
  return {
    name: failureName(failure),
    title: cut(trialWords(tried.trial, inputs), MAX_TITLE),
    clause: finding.clause,
    trial: tried.trial,
    requests: tried.judged.map(({ planned }) => planned),
  };
}

/** The id of a case: words in lower case. */
export function caseId(name: string): string {
  return ['fuzz', ...name.split('/').map(idPart)].filter((part) => part !== '').join('/');
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

function writtenTags(
  { tags, match }: Extract<AllowedOutcome['expected'], { kind: 'tags' }>,
  step: Step,
  inputs: FuzzInputs,
): WrittenOutcome {
  const own = askedSubjectOf(inputs, endpointOf(step.endpoint), step.given).exists?.tags;
  const some = match === 'some of' ? ({ some: true } as const) : {};
  if (tags === UNKNOWN || (own !== undefined && own !== UNKNOWN && sameTags(own, tags)))
    return { reply: 'tags', ...some };
  return { reply: 'tags', tags: tags.map(({ key, value }) => ({ key, value })), ...some };
}

function writtenOutcome(
  { expected, optional }: AllowedOutcome,
  step: Step,
  inputs: FuzzInputs,
): WrittenOutcome {
  switch (expected.kind) {
    case 'tags':
      return writtenTags(expected, step, inputs);
    case 'not-found':
      return { reply: 'not-found' };
    case 'anything':
      return { reply: 'anything' };
    case 'http':
      return { reply: 'http', status: expected.statuses === 'any' ? 'any' : [...expected.statuses] };
    case 'refused':
      if (expected.code !== 'InvalidRequestParameters') return { reply: 'refused', code: expected.code };
      if (expected.member === undefined)
        return { reply: 'invalid', members: expected.unlisted === true ? 'none' : 'shape' };
      return {
        reply: 'invalid',
        members: [
          {
            code:
              expected.member.element === undefined
                ? expected.member.member
                : `${expected.member.member}[${expected.member.element}]`,
            type: expected.member.type,
            ...(optional === true && { optional }),
          },
        ],
      };
  }
}

/** All failing members in one outcome: a reply may list any of them. */
function joinedMembers(outcomes: readonly WrittenOutcome[]): readonly WrittenOutcome[] {
  const lists = outcomes.flatMap(({ reply, members }) =>
    reply === 'invalid' && typeof members === 'object' ? members : [],
  );
  if (lists.length === 0) return outcomes;
  const others = outcomes.filter(({ reply, members }) => reply !== 'invalid' || typeof members !== 'object');
  const unique = new Map(lists.map((each) => [JSON.stringify(each), each]));
  return [...others, { reply: 'invalid', members: [...unique.values()] }];
}

/** The outcomes that are right without a warning under this dialect; if there are none, all that are allowed. */
function outcomesOf({ outcomes, endpoint }: Allowed, dialect: Dialect): readonly AllowedOutcome[] {
  const silent = outcomes.filter(({ when }) => breaches(when, dialect, endpoint).length === 0);
  return silent.length === 0 ? outcomes : silent;
}

function expectOf(
  { allowed, step }: TrialRequest,
  inputs: FuzzInputs,
): WrittenOutcome | readonly WrittenOutcome[] {
  if (allowed.strictness === 'only liveness') return { reply: 'anything' };
  const written = outcomesOf(allowed, inputs.facts.dialect).map((outcome) =>
    writtenOutcome(outcome, step, inputs),
  );
  const unique = [...new Map(written.map((each) => [JSON.stringify(each), each])).values()];
  const joined = joinedMembers(unique);
  return joined.length === 1 ? (joined[0] as WrittenOutcome) : joined;
}

/** What all replies of a trial have in common, where a case can say it: it compares all of its replies. */
function sameOf(trial: Trial, requests: readonly TrialRequest[]): 'answer' | 'tags' | undefined {
  // One request again and again.
  if (new Set(requests).size === 1) return 'answer';
  return relationFacts(trial.relation).same;
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

function bodyOfCase({ trial, requests }: CaseParts, inputs: FuzzInputs): CaseData {
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

/** The should of a question, for a reply that only went against what the backend does elsewhere. */
function shouldOf(clause: string): string | undefined {
  const question = /^dialect\/(.+)$/.exec(clause)?.[1];
  const warns = question !== undefined && isQuestionId(question) ? questionOf(question).warns : undefined;
  return warns !== undefined && clauseOf(warns)?.level === 'should' ? warns : undefined;
}

/** A clause that a case may name: of the register, observable, and of the level of the finding. */
function clauseFor({ clause, requests }: CaseParts): string {
  const own = isNameable(clause) ? clause : shouldOf(clause);
  return own ?? requests[0]?.allowed.clause ?? clause;
}

export const CHAPTER = 'TrialFinding by fuzzing';

/** The failure as a case of the suite. `number` tells it from others of the same cause. */
export function caseOf(parts: CaseParts, inputs: FuzzInputs, number = 1): CaseData {
  const [first] = parts.requests;
  return {
    id: number === 1 ? caseId(parts.name) : `${caseId(parts.name)}-${number}`,
    title: parts.title,
    clauses: [clauseFor(parts)],
    for: first?.step.endpoint,
    because: 'found by fuzzing; it expects what was right under the dialect of that run',
    ...bodyOfCase(parts, inputs),
  };
}

/** The text of a suite file with this case alone. */
export function caseText(written: CaseData): string {
  return safeYaml({ chapter: CHAPTER, cases: [written] });
}
