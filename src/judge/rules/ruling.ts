/** What a rule says about a call: the alternatives that the document allows, each perhaps only when an option holds. */
import type { RegisteredClause } from '../../spec/clause-register.ts';
import { isMemberType, isRefusalCode, type MemberType, type RefusalCode } from '../../spec/codes.ts';
import { optionsOf, when, type When } from '../../spec/dialect/questions.ts';
import type { OptionOf, QuestionId } from '../../spec/dialect/question-register.ts';
import type { World } from '../../world/world.ts';
import type { Extension } from '../../spec/members.ts';
import type { Call } from './call.ts';

/** One failing member of the request (§2.5). `any`: the document does not say with which type. */
export interface FailingMember {
  readonly member: string;
  /** The index of the failing element, where the member is an array and an element fails. */
  readonly element?: number;
  readonly type: MemberType | 'any';
}

/** A refusal that a rule demands. InvalidRequestParameters without a member is one of the request's shape. */
export interface Refusal {
  readonly kind: 'refused';
  readonly code: RefusalCode;
  readonly member?: FailingMember;
  /** The refusal lists no member: a binder refuses the body before any member is validated. */
  readonly unlisted?: true;
  /** The member is listed only together with another entry of the same member. */
  readonly beside?: true;
}

/** An HTTP status in place of the envelope; `any`: all but 200. */
export interface HttpAnswer {
  readonly kind: 'http';
  readonly statuses: readonly number[] | 'any';
}

export type AnyRefusal = Refusal | HttpAnswer;

/** One thing that a rule may do. Without a refuse it holds: the request goes on. The reference's own alternative comes first. */
export interface Alternative {
  readonly when: readonly When[];
  readonly refusal?: AnyRefusal;
}

/** The alternatives of one rule on one call. Without one that holds, the refusal is sure. */
export interface Ruling {
  /** The id of the rule. */
  readonly rule: string;
  /** The clause that demands the refusal. */
  readonly clause: RegisteredClause;
  readonly alternatives: readonly Alternative[];
}

/** A ruling, by whichever rule. */
export type RuleFound = Omit<Ruling, 'rule'>;

/** The one ruling of a rule. */
export const ruled = (
  clause: RegisteredClause,
  alternatives: readonly Alternative[],
): readonly RuleFound[] => [{ clause, alternatives }];

/** Keys of tags that are known. */
export type KeySet = Pick<ReadonlySet<string>, 'has'>;

/** What a rule may look at besides the call. */
export interface Facts {
  readonly world: World;
  readonly extensions: readonly Extension[];
  /** The keys that a backend with a catalogue of keys knows; left out: only the keys of the subject's tags are known. */
  readonly catalogue?: KeySet;
}

export interface Rule {
  readonly id: string;
  /** Rules that this one presupposes: where one of them surely refuses, this one has nothing to say. */
  readonly after: readonly string[];
  /** Every ruling on this call; none: the rule holds. */
  readonly judge: (call: Call, facts: Facts) => readonly RuleFound[];
}

export const refuse = (code: RefusalCode): Refusal => ({ kind: 'refused', code });
export const NOT_AUTHORIZED = refuse('OperationNotAuthorized');
export const refuseMember = (member: FailingMember): Refusal => ({
  kind: 'refused',
  code: 'InvalidRequestParameters',
  member,
});

/** InvalidRequestParameters that lists no member. */
export const UNLISTED: Refusal = { kind: 'refused', code: 'InvalidRequestParameters', unlisted: true };

/** Whether an outcome is a refusal that lists no member. */
export const isUnlisted = (outcome: { readonly kind: string; readonly unlisted?: true }): boolean =>
  outcome.kind === 'refused' && outcome.unlisted === true;

/** An alternative that depends on no question: the document demands it, or a fact is unknown. */
export const always = (refusal: AnyRefusal): Alternative => ({ when: [], refusal });
export const ALLOW: Alternative = { when: [] };

/** The alternative of one option; without a refuse it holds. */
export function option<Q extends QuestionId>(
  question: Q,
  name: OptionOf<Q>,
  refusal?: AnyRefusal,
): Alternative {
  return refusal === undefined ? { when: [when(question, name)] } : { when: [when(question, name)], refusal };
}

/** The alternatives of a question, or of these options: one that is named as a code refuses with it, with any other the rule holds. */
export function choices<Q extends QuestionId>(
  question: Q,
  names: readonly OptionOf<Q>[] = optionsOf(question) as readonly OptionOf<Q>[],
): readonly Alternative[] {
  return names.map((name) => option(question, name, isRefusalCode(name) ? refuse(name) : undefined));
}

/** As `choices`, about a member: an option that is named as a type of §7.3 refuses the member with it. */
export function memberChoices<Q extends QuestionId>(
  failing: Omit<FailingMember, 'type'>,
  question: Q,
  names: readonly OptionOf<Q>[] = optionsOf(question) as readonly OptionOf<Q>[],
): readonly Alternative[] {
  return names.flatMap((name) =>
    isMemberType(name)
      ? [option(question, name, refuseMember({ ...failing, type: name }))]
      : choices(question, [name]),
  );
}

/** A known member of the wrong JSON type (question members.wrongType): listed, or refused without a list by a binder. */
export const wrongType = (member: string, element?: number): readonly Alternative[] => [
  always(
    refuseMember(
      element === undefined ? { member, type: 'TypeInvalid' } : { member, element, type: 'TypeInvalid' },
    ),
  ),
  option('members.wrongType', 'without a list', UNLISTED),
];

/** One option that stands for several codes. */
export function options<Q extends QuestionId>(
  question: Q,
  name: OptionOf<Q>,
  codes: readonly RefusalCode[],
): readonly Alternative[] {
  return codes.map((code) => option(question, name, refuse(code)));
}

export function isSure({ alternatives }: Pick<Ruling, 'alternatives'>): boolean {
  return alternatives.every(({ refusal }) => refusal !== undefined);
}
