/** From a call to its answer: the rules in their order, the limits among them, then the subject and its tags. */
import { tagKeysSent } from '../../../src/rules/call.ts';
import {
  isUnlisted,
  type Bite,
  type Facts,
  type Rule,
  type RuleId,
  type Stance,
} from '../../../src/rules/ruling.ts';
import { gameOf, subjectId } from '../../../src/rules/subject-of.ts';
import { refusal, type Answer } from '../answer.ts';
import { explain, explainLimit } from './explain.ts';
import { choose, holds, optionOf, type Options, type OptionsByEndpoint } from '../options-at.ts';
import type { ReadCall, Stages } from '../stages.ts';

export interface Deciding {
  readonly facts: Facts;
  readonly dialect: OptionsByEndpoint;
  readonly stages: Stages;
}

/** The rules that find out who calls. Limits belong to a caller, so they are asked after these and before all others. */
export const ADMISSION: ReadonlySet<RuleId> = new Set([
  'size',
  'content-type',
  'secret-key',
  'role',
  'game',
  'token',
] satisfies RuleId[]);

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
function boundStance(stances: readonly Stance[], options: Options): Stance | undefined {
  return stances.find(({ bite, when }) => bite !== undefined && isUnlisted(bite) && holds(when, options));
}

/** What a rule does in this dialect: of each ruling the stance that the dialect chose, where it bites. */
function bitesOf(rule: Rule, { call, facts, options }: Asking): readonly Bite[] {
  const bites: Bite[] = [];
  for (const { stances } of rule.judge(call, facts)) {
    const bite = (boundStance(stances, options) ?? choose(stances, options))?.bite;
    if (bite !== undefined) bites.push(bite);
  }
  return bites;
}

const memberOf = (bite: Bite): string | undefined =>
  bite.kind === 'refused' ? bite.member?.member : undefined;
const elementOf = (bite: Bite): number | undefined =>
  bite.kind === 'refused' ? bite.member?.element : undefined;

/** Row T36: which of several failing members are listed, each with all that is wrong with it; none where a binder refuses. */
function listed(bites: readonly Bite[], options: Options): readonly Bite[] {
  const bound = bites.filter(isUnlisted);
  if (bound.length > 0) return bound;
  const how = optionOf(options, 'members.listed');
  const chosen = how === 'first' ? bites[0] : bites.at(-1);
  if (how === 'all' || chosen === undefined) return bites;
  return bites.filter((bite) => memberOf(bite) === memberOf(chosen) && elementOf(bite) === elementOf(chosen));
}

/** The first bite gives the code. §7.4.1: with InvalidRequestParameters the failing members are listed. */
function answerTo(
  first: Bite,
  bites: readonly Bite[],
  rule: RuleId,
  { call, facts, options }: Asking,
): Answer {
  if (first.kind === 'http') {
    const [status = SOME_STATUS] = first.statuses === 'any' ? [] : first.statuses;
    return { kind: 'http', status, by: rule };
  }
  const alike = bites.filter((bite) => bite.kind === 'refused' && bite.code === first.code);
  const shown = listed(alike, options);
  const members = shown.flatMap((bite) => (bite.kind === 'refused' && bite.member ? [bite.member] : []));
  const debug = explain({ rule, bites: shown }, call, facts);
  return { kind: 'refused', code: first.code, members, debug, by: rule };
}

/** §7.4.2 and §7.4.3: nothing refuses the call, so the subject is there with its tags, or it is not. */
function answerOk(call: ReadCall, { facts, stages }: Deciding, options: Options): Answer {
  const { resource } = call.endpoint;
  const id = subjectId(call);
  const game = gameOf(call, facts.world);
  if (id === undefined || game.is !== 'present') return { kind: 'not-found', resource };
  const found = stages.lookup(resource, game.value, id, call);
  if (found.is !== 'present') return { kind: 'not-found', resource };
  const tags = stages.tags(found.value, tagKeysSent(call), options, call);
  return { kind: 'tags', resource, subject: found.value, tags };
}

function limitAnswer(call: ReadCall, stages: Stages): Answer | undefined {
  const code = stages.admit(call);
  return code === undefined ? undefined : { ...refusal(code, explainLimit(code, call)), by: 'limit' };
}

/**
 * The answer to a call: the first rule that bites. A rule that surely refuses bites and ends the walk, so the rules
 * that presuppose it (`after`) are never asked.
 */
export function decide(call: ReadCall, deciding: Deciding): Answer {
  const { facts, dialect, stages } = deciding;
  const options = dialect.get(call.endpoint.id) ?? NO_OPTIONS;
  const asking: Asking = { call, facts, options };
  let admitted = false;
  for (const rule of stages.rules) {
    if (!admitted && !ADMISSION.has(rule.id)) {
      admitted = true;
      const limited = limitAnswer(call, stages);
      if (limited !== undefined) return limited;
    }
    const bites = bitesOf(rule, asking);
    const [first] = bites;
    if (first !== undefined) return answerTo(first, bites, rule.id, asking);
  }
  return answerOk(call, deciding, options);
}
