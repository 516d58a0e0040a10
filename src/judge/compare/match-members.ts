/** Whether the listed members are failing members, each with its type (§2.5, §7.3, §7.4.1; question members.listed). */
import { clauseOfType, levelOf, type ClauseId } from '../../spec/clauses.ts';
import { ENDPOINTS } from '../../spec/endpoints.ts';
import { ENVELOPE } from '../../spec/envelope.ts';
import { membersOf } from '../../spec/members.ts';
import { and, contradicts, keyOfConditions, when, type When } from '../../spec/dialect/questions.ts';
import { isUnlisted, type FailingMember } from '../rules/ruling.ts';
import type { AllowedOutcome } from '../expect/allowed.ts';
import { finding, type Finding } from '../finding.ts';
import type { ListedMember } from '../reply/envelope-parts.ts';
import { showListedMembers } from './show-actual.ts';
import { cut, showMember } from '../show.ts';

/** A failing member that may be listed, and the outcome that says so. */
interface ListableFault {
  readonly member: FailingMember;
  readonly outcome: AllowedOutcome;
}

function faultsOf(outcomes: readonly AllowedOutcome[]): readonly ListableFault[] {
  return outcomes.flatMap((outcome) =>
    outcome.expected.kind === 'refused' && outcome.expected.member !== undefined
      ? [{ member: outcome.expected.member, outcome }]
      : [],
  );
}

const ELEMENT_PLACE = /(?:\[\d+\]|\.\d+)$/;

/**
 * The spellings of a member's code that are silently right (tagKeys.nullElement: an element may be named by its array). Where a list fails
 * as a whole and the type is open, a backend may name one of its elements.
 */
function isSpelling(code: string, { member, element, type }: FailingMember): boolean {
  if (code === member) return true;
  if (element === undefined && type === 'any') return code.replace(ELEMENT_PLACE, '') === member;
  return element !== undefined && (code === `${member}[${element}]` || code === `${member}.${element}`);
}

const plain = (name: string): string => name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** Another form of the same name: `user_id`, `body.userId` (members.listed). */
function isOtherForm(code: string, { member, element }: FailingMember): boolean {
  const index = element === undefined ? '' : String(element);
  return [plain(member), `${plain(member)}${index}`].some((name) => plain(code).endsWith(name));
}

const memberName = ({ member, element }: FailingMember): string =>
  element === undefined ? member : `${member}[${element}]`;

/** `userId as StringNull (4), or tagKeys[1] as TypeInvalid (3)`. */
const showFaults = (faults: readonly ListableFault[]): string =>
  [...new Set(faults.map(({ member }) => showMember(member)))].join(', or ');

/** A reading with which one thing is wrong. */
const wrongMatch = (
  clause: ClauseId,
  at: string,
  expected: string,
  actual: string,
  conditions: readonly When[] = [],
): Match => ({ findings: [finding('wrong-member', clause, at, expected, actual)], when: conditions });

function misspelt({ at, code = 'nothing' }: ListedMember, faults: readonly ListableFault[]): Match {
  const expected = [...new Set(faults.map(({ member }) => memberName(member)))].join(' or ');
  return wrongMatch('2.5/code/spelling', `${at}.${ENVELOPE.memberCode}`, expected, cut(code));
}

/** A type that no answer to a question brings breaks a must, though which of those answers is right may be a should. */
function clauseOfWrong({ type }: ListedMember, named: readonly ListableFault[]): ClauseId {
  const clause = named[0]?.outcome.clause ?? '7.3/known';
  const isOpen = levelOf(clause) !== 'must' && type !== undefined && type !== 'UnknownError';
  return isOpen ? clauseOfType(type) : clause;
}

/** All members that the document names: on a group, `userId` is no spelling of `groupId` but another member. */
const NAMED_MEMBERS: ReadonlySet<string> = new Set(
  ENDPOINTS.flatMap(({ id }) => membersOf(id).map(({ member }) => member)),
);

/** Another element of a failing member is not a right member: how elements are counted is not shown. */
function namesOtherMember(listed: ListedMember, faults: readonly ListableFault[]): boolean {
  const named = listed.code?.replace(ELEMENT_PLACE, '') ?? '';
  const isFailing = faults.some(({ member }) => member.member === named);
  return !isFailing && NAMED_MEMBERS.has(named);
}

const isNamed = (listed: ListedMember, { member }: ListableFault): boolean =>
  listed.code !== undefined && (isSpelling(listed.code, member) || isOtherForm(listed.code, member));

const hasType = ({ type }: ListedMember, { member }: ListableFault): boolean =>
  type === undefined || member.type === 'any' || member.type === type;

const isOptional = ({ outcome }: ListableFault): boolean => outcome.optional === true;

/**
 * The faults that a list may name. An optional one may accompany the member's failing entry, if it has one: alone it
 * would hide what is wrong with the member. Where that is allowed as well, the same fault is there a second time, not optional
 * (id.fault): that one is for lists without the failing entry.
 */
function namable(
  faults: readonly ListableFault[],
  listed: readonly ListedMember[],
): readonly ListableFault[] {
  const isListed = (fault: ListableFault): boolean =>
    listed.some((each) => isNamed(each, fault) && hasType(each, fault));
  const optional = faults.filter(isOptional);
  if (optional.length === 0) return faults;
  const isInPlace = ({ member }: ListableFault): boolean =>
    optional.some(({ member: other }) => showMember(other) === showMember(member));
  return faults.filter((fault) => {
    if (!isInPlace(fault)) return true;
    const own = faults.filter((other) => !isInPlace(other) && other.member.member === fault.member.member);
    return isOptional(fault) ? own.length === 0 || own.some(isListed) : !own.some(isListed);
  });
}

/** An entry that names a failing member says nothing about optional ones that may accompany it. */
function firmFirst(faults: readonly ListableFault[]): readonly ListableFault[] {
  const firm = faults.filter((fault) => !isOptional(fault));
  return firm.length > 0 ? firm : faults;
}

/** Every way to read a listed member; a single one with findings where no way is right. */
function matchListed(listed: ListedMember, faults: readonly ListableFault[]): readonly Match[] {
  const { code, at } = listed;
  if (code === undefined) return [{ findings: [], when: [] }];
  const named = faults.filter(({ member }) => isSpelling(code, member));
  if (named.length === 0 && namesOtherMember(listed, faults))
    return [wrongMatch('2.5/code/names', at, showFaults(faults), showListedMembers([listed]))];
  const other = named.length > 0 ? named : faults.filter(({ member }) => isOtherForm(code, member));
  if (other.length === 0) return [misspelt(listed, faults)];
  const typed = firmFirst(other.filter((fault) => hasType(listed, fault)));
  if (typed.length === 0)
    return [wrongMatch(clauseOfWrong(listed, other), at, showFaults(other), showListedMembers([listed]))];
  const findings = named.length > 0 ? [] : misspelt(listed, other).findings;
  return typed.map(({ outcome }) => ({ findings, when: outcome.when }));
}

/** Which of several failing members are listed, where all of them fail for sure (members.listed). */
function shownListing(faults: readonly ListableFault[], listed: readonly ListedMember[]): readonly When[] {
  const members = [...new Set(faults.map(({ member }) => memberName(member)))];
  if (members.length < 2 || faults.some(({ outcome }) => outcome.when.length > 0 || outcome.optional))
    return [];
  if (listed.length >= members.length) return [when('members.listed', 'all')];
  return [when('members.listed', listed.length === 1 && listed[0]?.code === members[0] ? 'first' : 'some')];
}

/** At most this many readings of one list are distinguished, and this many findings about it reported. */
const MAX_WAYS = 64;
const MAX_MEMBER_FINDINGS = 20;

/** Both readings at once. */
function joinedMatch(way: Match, more: Match): Match {
  const findings =
    way.findings.length < MAX_MEMBER_FINDINGS && more.findings.length > 0
      ? [...way.findings, ...more.findings]
      : way.findings;
  return { findings, when: and(way.when, more.when) };
}

/** One more member, read in one way throughout; where no such reading exists, each option is still one of the union. */
function together(ways: readonly Match[], more: readonly Match[]): readonly Match[] {
  const joined = ways.flatMap((way) => more.map((each) => joinedMatch(way, each)));
  const consistent = joined.filter(({ when: conditions }) => !contradicts(conditions));
  const kept = consistent.length > 0 ? consistent : joined;
  const distinct = new Map(
    kept.map((match) => [`${match.findings.length} ${keyOfConditions(match.when)}`, match]),
  );
  return [...distinct.values()].slice(0, MAX_WAYS);
}

/** Members are listed as a set: one that is listed again in the same way says nothing more. */
function unrepeated(listed: readonly ListedMember[]): readonly ListedMember[] {
  return [
    ...new Map(listed.toReversed().map((each) => [`${each.code} ${each.type}`, each])).values(),
  ].toReversed();
}

/** Compares the listed members with the refusals as InvalidRequestParameters that are allowed: every way to read them. */
export function matchMembers(
  refusals: readonly AllowedOutcome[],
  listed: readonly ListedMember[],
): readonly Match[] {
  const faults = faultsOf(refusals);
  const unlisted = refusals.filter(({ expected }) => isUnlisted(expected));
  const withoutMember = refusals.filter(
    ({ expected }) => expected.kind === 'refused' && expected.member === undefined,
  );
  const fitting = withoutMember.filter(({ expected }) => listed.length === 0 || !isUnlisted(expected));
  const ofShape = fitting.map((outcome): Match => ({ findings: [], when: outcome.when }));
  const at = ENVELOPE.invalidRequestParameters;
  if (faults.length === 0)
    return fitting.length > 0
      ? ofShape
      : unlisted.map(({ clause, when: conditions }) =>
          wrongMatch(clause, at, 'no failing member', showListedMembers(listed), conditions),
        );
  if (listed.length === 0) {
    const none = finding('no-member', '7.4.1/list', at, showFaults(faults), 'no failing member');
    return [...ofShape, { findings: [none], when: faults[0]?.outcome.when ?? [] }];
  }
  const shown: Match = { findings: [], when: shownListing(faults, listed) };
  const named = namable(faults, listed);
  const ways = unrepeated(listed).reduce<readonly Match[]>(
    (all, each) => together(all, matchListed(each, named)),
    [shown],
  );
  return [...ofShape, ...ways];
}

/** One way to read the reply: what is still wrong with it, and on which options it rests. */
export interface Match {
  readonly findings: readonly Finding[];
  readonly when: readonly When[];
  /** The part of `when` that concerns the form of the reply, and not which outcome it is. */
  readonly form?: readonly When[];
}
