/** Matches an envelope with the allowed outcomes: which one it is, what it costs, and what is wrong where it matches none. */
import { NOT_FOUND_CODES, showCode } from '../../spec/codes.ts';
import { CLAUSES_OF_REFUSALS, dialectClause, levelOf, type ClauseId } from '../../spec/clauses.ts';
import { endpointOf } from '../../spec/endpoints.ts';
import { ENVELOPE, type TagItem } from '../../spec/envelope.ts';
import { breaches, type Dialect } from '../../spec/dialect/dialect.ts';
import {
  and,
  optionsOf,
  questionOf,
  when,
  type QuestionId,
  type When,
} from '../../spec/dialect/questions.ts';
import type { Allowed, AllowedOutcome, ExpectedTags } from '../expect/allowed.ts';
import type { Envelope } from '../reply/envelope.ts';
import { AT_ERROR_CODE, AT_TAGS } from '../reply/envelope-parts.ts';
import { breaksMust, finding, type Finding } from '../finding.ts';
import { type Match, matchMembers } from './match-members.ts';
import { showActual } from './show-actual.ts';
import { showOutcomes, showTags } from '../show.ts';
import { tagFindings, tagsFit } from './match-tags.ts';
import { UNKNOWN } from '../../world/world.ts';

const NO_FINDINGS: readonly Finding[] = [];

/** Questions errorCode.success and tags.none: what the reply shows of errorCode and of tags without data. */
function shownOnSuccess({ payload }: Envelope): readonly When[] {
  const code = payload.errorCodeAs === undefined ? [] : [when('errorCode.success', payload.errorCodeAs)];
  if (payload.noTagsAs === undefined) return code;
  return [...code, when('tags.none', payload.noTagsAs === 'empty' ? '[]' : payload.noTagsAs)];
}

/** Most backends keep the order, which spares the counting. */
function inSameOrder({ tags }: ExpectedTags, actual: readonly TagItem[]): boolean {
  if (tags === UNKNOWN || tags.length !== actual.length) return false;
  for (const [at, { key, value }] of tags.entries())
    if (actual[at]?.key !== key || actual[at].value !== value) return false;
  return true;
}

/** Question notFound.info: what the reply shows of infoResponseParameters for a subject that does not exist. */
function shownOnNotFound({ payload }: Envelope): readonly When[] {
  if (payload.infoAs === 'null') return [when('notFound.info', 'null')];
  if (payload.infoAs === 'omitted' || payload.noTagsAs === undefined) return [];
  const options = { omitted: '{}', empty: '{tags: []}', null: '{tags: null}' } as const;
  return [when('notFound.info', options[payload.noTagsAs])];
}

function tagsBeside(tags: readonly TagItem[]): readonly Finding[] {
  if (tags.length === 0) return NO_FINDINGS;
  return [finding('data-beside', '7.4.2/not-found', AT_TAGS, 'no tags', showTags(tags))];
}

/** Matches the envelope with an outcome; undefined if it is of another kind. `shown`: what its form shows whatever its outcome. */
function matchOne(outcome: AllowedOutcome, envelope: Envelope, shown: readonly When[]): Match | undefined {
  const { expected } = outcome;
  const { returnCode, payload } = envelope;
  let [form, findings] = [shown, NO_FINDINGS];
  switch (expected.kind) {
    case 'anything':
      break;
    case 'http':
      return undefined;
    case 'refused':
      if (expected.code !== returnCode) return undefined;
      break;
    case 'not-found':
      if (returnCode !== 'Ok' || payload.errorCode !== NOT_FOUND_CODES[expected.resource]) return undefined;
      form = and(shownOnNotFound(envelope), shown);
      findings = tagsBeside(payload.tags);
      break;
    case 'tags':
      if (returnCode !== 'Ok' || (payload.errorCode ?? 'Ok') !== 'Ok') return undefined;
      form = and(shownOnSuccess(envelope), shown);
      if (!inSameOrder(expected, payload.tags))
        findings = tagFindings(expected, payload.tags, outcome.clause);
  }
  return { findings, when: and(outcome.when, form), form };
}

const hasOtherTags = ({ expected }: AllowedOutcome, { payload }: Envelope): boolean =>
  expected.kind === 'tags' && !tagsFit(expected, payload.tags);

/** Matches the envelope with every outcome of its kind. */
function matchesOf({ outcomes }: Allowed, envelope: Envelope, shown: readonly When[]): readonly Match[] {
  const found: Match[] = [];
  const refusals: AllowedOutcome[] = [];
  let fits = false;
  for (const outcome of outcomes) {
    const { expected } = outcome;
    if (expected.kind === 'refused' && expected.code === 'InvalidRequestParameters') {
      refusals.push(outcome);
      continue;
    }
    // Once one outcome matches, skip the tag diff for the others: it is expensive and would be discarded.
    if (fits && hasOtherTags(outcome, envelope)) continue;
    const match = matchOne(outcome, envelope, shown);
    if (match === undefined) continue;
    found.push(match);
    fits ||= match.findings.length === 0;
  }
  if (envelope.returnCode !== 'InvalidRequestParameters' || refusals.length === 0) return found;
  const listing = matchMembers(refusals, envelope.listed ?? []);
  return [...found, ...listing.map((each) => ({ ...each, when: and(each.when, shown), form: shown }))];
}

const costOf = (match: Match, dialect: Dialect, { endpoint }: Allowed): number =>
  match.findings.filter(({ level }) => level === 'must').length * 1000 +
  match.findings.length * 100 +
  breaches(match.when, dialect, endpoint).length;

/** The matches that break the fewest clauses. */
function cheapest(matches: readonly Match[], dialect: Dialect, allowed: Allowed): readonly Match[] {
  const costs = matches.map((match) => costOf(match, dialect, allowed));
  const least = Math.min(...costs);
  return matches.filter((_, index) => costs[index] === least);
}

/** §7.2: the not-found code of another resource is a finding of its own. */
function foreignNotFound(allowed: Allowed, { returnCode, payload }: Envelope): Finding | undefined {
  const { errorCode } = payload;
  const own = NOT_FOUND_CODES[endpointOf(allowed.endpoint).resource];
  if (returnCode !== 'Ok' || errorCode === undefined || errorCode === 'Ok' || errorCode === own)
    return undefined;
  const [expected, actual] = [showCode('errorCode', own), showCode('errorCode', errorCode)];
  return finding('unknown-code', '7.2/own', AT_ERROR_CODE, expected, actual);
}

/** The outcomes that break nothing. */
const silentOutcomes = ({ outcomes, endpoint }: Allowed, dialect: Dialect): readonly AllowedOutcome[] =>
  outcomes.filter((outcome) => breaches(outcome.when, dialect, endpoint).length === 0);

const isOkOutcome = ({ expected: { kind } }: AllowedOutcome): boolean =>
  kind === 'tags' || kind === 'not-found';

/**
 * The clause that a reply of no allowed kind breaks. Where something is wrong with the request it is that of what is wrong, whatever the
 * reply is: it says which part the backend fails at. A refusal beside Ok that no option decides is only for what is not known.
 */
function clauseBroken({ clause, outcomes, ofRequest }: Allowed, { returnCode }: Envelope): ClauseId {
  const ofRefusal = ofRequest === true ? CLAUSES_OF_REFUSALS[returnCode] : undefined;
  if (ofRefusal === undefined || levelOf(clause) === 'should') return clause;
  const isOfOk = outcomes.some(
    (each) => each.clause === clause && (isOkOutcome(each) || each.when.length === 0),
  );
  return isOfOk && outcomes.some(isOkOutcome) ? ofRefusal : clause;
}

function wrongOutcome(allowed: Allowed, envelope: Envelope, dialect: Dialect): Finding {
  const foreign = foreignNotFound(allowed, envelope);
  if (foreign !== undefined) return foreign;
  const silent = silentOutcomes(allowed, dialect);
  const expected = showOutcomes(silent.length === 0 ? allowed.outcomes : silent);
  const at =
    allowed.outcomes.some(isOkOutcome) &&
    envelope.returnCode === 'Ok' &&
    envelope.payload.errorCode !== undefined
      ? AT_ERROR_CODE
      : ENVELOPE.returnCode;
  return finding('wrong-outcome', clauseBroken(allowed, envelope), at, expected, showActual(envelope));
}

const showOption = ({ question, option }: When): string => `${question}: ${option}`;

/** `errorCode.success: present`: the options of a question that break nothing. */
function showAccepted(question: QuestionId): string {
  const accepted = optionsOf(question).filter(
    (option) => questionOf(question).options[option] === 'accepted',
  );
  return `${question}: ${accepted.join(' or ')}`;
}

/** The finding of a should that a condition breaks. */
function breachFinding(
  clause: ClauseId,
  condition: When,
  form: readonly When[],
  allowed: Allowed,
  envelope: Envelope,
  dialect: Dialect,
): Finding {
  const { question } = condition;
  if (clause === dialectClause(question)) {
    const answer = dialect.answer(question, allowed.endpoint) ?? '';
    return finding('against-dialect', clause, '', `${question}: ${answer}`, showOption(condition));
  }
  const silent = silentOutcomes(allowed, dialect);
  const [expected, actual] = [showOutcomes(silent), showActual(envelope)];
  // The outcome itself is not discouraged: only the option shows what is.
  if (form.includes(condition) || silent.length === 0 || expected === actual)
    return finding('discouraged', clause, '', showAccepted(question), showOption(condition));
  return finding('discouraged', clause, '', expected, `${actual} (${showOption(condition)})`);
}

/**
 * Compares an envelope with the allowed outcomes. `shown` are the options that its form shows (wire forms, dataless.*). `unreadable`:
 * its payload breaks a must, so that what its outcome rests on shows nothing. `matches`: the outcomes that the reply matches without a finding, else the best one.
 */
export function judgeOutcome(
  allowed: Allowed,
  envelope: Envelope,
  shown: readonly When[],
  dialect: Dialect,
  unreadable: boolean,
): { readonly findings: readonly Finding[]; readonly matches: readonly Pick<Match, 'when'>[] } {
  const all = matchesOf(allowed, envelope, shown);
  const matches = all.length < 2 ? all : cheapest(all, dialect, allowed);
  const [first] = matches;
  if (first === undefined)
    return { findings: [wrongOutcome(allowed, envelope, dialect)], matches: [{ when: shown }] };
  const { findings, form = [] } = first;
  // A broken must explains what the outcome rests on; the form of the reply is a finding of its own.
  const isExplained = unreadable || (findings.length > 0 && breaksMust(findings));
  const conditions = isExplained ? form : first.when;
  if (breaches(conditions, dialect, allowed.endpoint).length === 0) return { findings, matches };
  const cost = new Map<ClauseId, Finding>();
  for (const condition of conditions)
    for (const clause of breaches([condition], dialect, allowed.endpoint))
      if (!cost.has(clause))
        cost.set(clause, breachFinding(clause, condition, form, allowed, envelope, dialect));
  return { findings: [...findings, ...cost.values()], matches };
}
