/** From a call to its answer: the rules in their order, the limits among them, then the subject and its tags. */
import type { RegisteredClause } from '../../../src/spec/clause-register.ts';
import { unread } from '../../../src/judge/rules/body-rules.ts';
import { tagKeysSent } from '../../../src/judge/rules/call.ts';
import {
  isUnlisted,
  type AnyRefusal,
  type Facts,
  type Rule,
  type Alternative,
} from '../../../src/judge/rules/ruling.ts';
import { ADMISSION } from '../../../src/judge/rules/rulebook.ts';
import { gameOf, subjectId } from '../../../src/judge/rules/subject-of.ts';
import { refusal as refuseWith, type BackendAnswer } from '../answer.ts';
import { explainRefusal, explainLimit, type RefusedByRule } from './explain.ts';
import { chooseOne, areChosen, optionOf, type Options, type OptionsByEndpoint } from '../options-at.ts';
import type { ReadCall, Stages } from '../stages.ts';

export interface Deciding {
  readonly facts: Facts;
  readonly dialect: OptionsByEndpoint;
  readonly stages: Stages;
}

const NO_OPTIONS: Options = new Map();
/** Where a rule leaves the HTTP status open. */
const SOME_STATUS = 500;

/** What a rule is asked about, and in which dialect. */
interface Asking {
  readonly call: ReadCall;
  readonly facts: Facts;
  readonly options: Options;
}

/** A binder refuses before any member is validated: where the dialect has one, it comes first. */
function boundAlternative(alternatives: readonly Alternative[], options: Options): Alternative | undefined {
  return alternatives.find(
    ({ refusal, when }) => refusal !== undefined && isUnlisted(refusal) && areChosen(when, options),
  );
}

/** What rules refuse, by which rule and for which clause first. */
interface Refused extends RefusedByRule {
  readonly first: AnyRefusal;
}

/** What a rule does in this dialect: of each ruling the alternative that the dialect chose, where it refuses; undefined: nothing. */
function refusedBy(rule: Rule, { call, facts, options }: Asking): Refused | undefined {
  const refusals: AnyRefusal[] = [];
  let broken: RegisteredClause | undefined;
  for (const { clause, alternatives } of rule.judge(call, facts)) {
    const refusal = (boundAlternative(alternatives, options) ?? chooseOne(alternatives, options))?.refusal;
    if (refusal === undefined) continue;
    refusals.push(refusal);
    broken ??= clause;
  }
  const [first] = refusals;
  return first === undefined || broken === undefined
    ? undefined
    : { rule: rule.id, clause: broken, refusals, first };
}

const memberOf = (refusal: AnyRefusal): string | undefined =>
  refusal.kind === 'refused' ? refusal.member?.member : undefined;
const elementOf = (refusal: AnyRefusal): number | undefined =>
  refusal.kind === 'refused' ? refusal.member?.element : undefined;

/** Question members.listed: which of several failing members are listed, each with all that is wrong with it; none where a binder refuses. */
function listedRefusals(refusals: readonly AnyRefusal[], options: Options): readonly AnyRefusal[] {
  const bound = refusals.filter(isUnlisted);
  if (bound.length > 0) return bound;
  const how = optionOf(options, 'members.listed');
  const chosen = how === 'first' ? refusals[0] : refusals.at(-1);
  if (how === 'all' || chosen === undefined) return refusals;
  return refusals.filter(
    (refusal) => memberOf(refusal) === memberOf(chosen) && elementOf(refusal) === elementOf(chosen),
  );
}

/** The first refusal gives the code. §7.4.1: with InvalidRequestParameters the failing members are listed. */
function answerTo(
  { first, rule, clause, refusals }: Refused,
  { call, facts, options }: Asking,
): BackendAnswer {
  if (first.kind === 'http') {
    const [status = SOME_STATUS] = first.statuses === 'any' ? [] : first.statuses;
    return { kind: 'http', status, by: rule };
  }
  const alike = refusals.filter((refusal) => refusal.kind === 'refused' && refusal.code === first.code);
  const shown = listedRefusals(alike, options);
  const members = shown.flatMap((refusal) =>
    refusal.kind === 'refused' && refusal.member ? [refusal.member] : [],
  );
  const debug = explainRefusal({ rule, clause, refusals: shown }, call, facts);
  return { kind: 'refused', code: first.code, members, debug, by: rule };
}

/** §7.4.2 and §7.4.3: nothing refuses the call, so the subject is there with its tags, or it is not. */
function answerOk(call: ReadCall, { facts, stages }: Deciding, options: Options): BackendAnswer {
  const { resource } = call.endpoint;
  const id = subjectId(call);
  const game = gameOf(call, facts.world);
  if (id === undefined || game.is !== 'present') return { kind: 'not-found', resource };
  const found = stages.lookup(resource, game.value, id, call);
  if (found.is !== 'present') return { kind: 'not-found', resource };
  const tags = stages.tags(found.value, tagKeysSent(call), options, call);
  return { kind: 'tags', resource, subject: found.value, tags };
}

function limitAnswer(call: ReadCall, stages: Stages): BackendAnswer | undefined {
  const code = stages.admit(call);
  return code === undefined ? undefined : { ...refuseWith(code, explainLimit(code, call)), by: 'limit' };
}

/**
 * The answer to a call: the first rule that refuses. A rule that surely refuses ends the walk, so the rules
 * that presuppose it (`after`) are never asked.
 */
export function decide(sent: ReadCall, deciding: Deciding): BackendAnswer {
  if (sent.provoked !== undefined) return sent.provoked;
  const { facts, dialect, stages } = deciding;
  const options = dialect.get(sent.endpoint.id) ?? NO_OPTIONS;
  const other = unread(sent);
  // Without a question a body is read.
  const isUnread = other !== undefined && other.when.length > 0 && areChosen(other.when, options);
  const call = isUnread ? other.call : sent;
  const asking: Asking = { call, facts, options };
  let admitted = false;
  for (const rule of stages.rules) {
    if (!admitted && !ADMISSION.has(rule.id)) {
      admitted = true;
      const limited = limitAnswer(call, stages);
      if (limited !== undefined) return limited;
    }
    const refused = refusedBy(rule, asking);
    if (refused !== undefined) return answerTo(refused, asking);
  }
  return answerOk(call, deciding, options);
}
