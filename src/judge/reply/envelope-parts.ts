/** What an envelope holds: the failing members that a refusal lists (§2.5, §7.3), and the payload of an Ok (§2.2 to §2.4, §4.5). */
import {
  type CodeField,
  type CodeName,
  type ErrorCode,
  type MemberType,
  readCode,
  type ReturnCode,
} from '../../spec/codes.ts';
import { ENVELOPE, type TagItem } from '../../spec/envelope.ts';
import { isArray, isObject, NO_MEMBERS, type Json, type JsonObject } from '../rules/json.ts';
import { finding, type Finding } from '../finding.ts';
import { CODE_LISTS, showJson, showKind } from '../show.ts';
import type { ClauseId } from '../../spec/clauses.ts';
import { when, type When } from '../../spec/dialect/questions.ts';

export interface ListedMember {
  /** The member's code as the reply spells it; undefined where it is not a string. */
  readonly code: string | undefined;
  /** Undefined where the table does not have it. */
  readonly type: MemberType | undefined;
  /** Where in the reply, for instance `invalidRequestParameters[0]`. */
  readonly at: string;
}

/** Notes that a member has another type than the one expected. */
export function noteType(
  clause: ClauseId,
  at: string,
  expected: string,
  raw: Json | undefined,
  { findings }: Notes,
): void {
  findings.push(finding('wrong-type', clause, at, expected, showKind(raw)));
}

function readOne(item: Json, at: string, notes: Notes): ListedMember {
  if (!isObject(item)) {
    noteType('4.4/invalid/type', at, 'an InvalidMember object', item, notes);
    return { code: undefined, type: undefined, at };
  }
  const code = item.get(ENVELOPE.memberCode);
  if (typeof code !== 'string')
    noteType('2.5/code/type', `${at}.${ENVELOPE.memberCode}`, 'a string', code, notes);
  const raw = item.get(ENVELOPE.memberType);
  const place = `${at}.${ENVELOPE.memberType}`;
  let type: MemberType | undefined;
  if (raw === undefined || raw === null)
    notes.findings.push(
      finding('missing-data', '2.5/type/present', place, 'an invalidMemberType', showKind(raw)),
    );
  else type = noteCode('invalidMemberType', raw, place, '7.3/known', notes);
  return { code: typeof code === 'string' ? code : undefined, type, at };
}

/** How many listed members are read: a request has a few, and each would be compared with each that fails. */
const MAX_LISTED_MEMBERS = 1000;

/** Reads the list of failing members. */
export function readListed(items: readonly Json[], notes: Notes): readonly ListedMember[] {
  return items
    .slice(0, MAX_LISTED_MEMBERS)
    .map((item, index) => readOne(item, `${ENVELOPE.invalidRequestParameters}[${index}]`, notes));
}

/** What reading a reply finds besides its value: breaches, and the options that the reply shows. */
export interface Notes {
  readonly findings: Finding[];
  readonly shown: When[];
}

/** `number 17, which is an errorCode (GamePlayerNotFound)` for a returnCode that belongs in another member. */
function unknownCode(field: CodeField, raw: Json): string {
  const other = field === 'returnCode' ? readCode('errorCode', raw) : undefined;
  const which = other?.kind === 'code' ? `, which is an errorCode (${other.name})` : '';
  return `${showKind(raw)}${which}`;
}

/** Reads a code field and notes its wire form; undefined where it is not a code. */
export function noteCode<F extends CodeField>(
  field: F,
  raw: Json,
  at: string,
  clause: ClauseId,
  notes: Notes,
): CodeName<F> | undefined {
  const reading = readCode(field, raw);
  if (reading.kind === 'unknown') {
    notes.findings.push(finding('unknown-code', clause, at, CODE_LISTS[field], unknownCode(field, raw)));
    return undefined;
  }
  const form = when(`codes.${field}`, reading.form);
  if (!notes.shown.includes(form)) notes.shown.push(form);
  return reading.name;
}

/** How a member without data is written, for the questions errorCode.success, tags.none and notFound.info. */
type Absence = 'omitted' | 'null' | 'empty';

export interface Payload {
  /** Undefined: left out, null or no code; `errorCodeAs` says which of the first two. */
  readonly errorCode: ErrorCode | undefined;
  /** Undefined: there are no parameters to hold one. */
  readonly errorCodeAs: 'present' | 'omitted' | 'null' | undefined;
  readonly infoAs: 'object' | 'null' | 'omitted';
  readonly tags: readonly TagItem[];
  /** How `tags` is written where it holds none. */
  readonly noTagsAs: Absence | undefined;
}

export const AT_ERROR_CODE = `${ENVELOPE.parameters}.${ENVELOPE.errorCode}`;
const AT_INFO = `${ENVELOPE.parameters}.${ENVELOPE.info}`;
export const AT_TAGS = `${AT_INFO}.${ENVELOPE.tags}`;

function readTag(item: Json, index: number, notes: Notes): TagItem | undefined {
  const at = `${AT_TAGS}[${index}]`;
  if (!isObject(item)) {
    noteType('2.2/key', at, 'a TagItem object', item, notes);
    return undefined;
  }
  const key = item.get(ENVELOPE.key);
  const value = item.get(ENVELOPE.value);
  if (typeof key !== 'string') noteType('2.2/key', `${at}.${ENVELOPE.key}`, 'a string', key, notes);
  if (typeof value !== 'string') noteType('2.2/value', `${at}.${ENVELOPE.value}`, 'a string', value, notes);
  return typeof key === 'string' && typeof value === 'string' ? { key, value } : undefined;
}

function envelopeTags(raw: Json | undefined, notes: Notes): Pick<Payload, 'tags' | 'noTagsAs'> {
  if (raw === undefined) return { tags: [], noTagsAs: 'omitted' };
  if (raw === null) return { tags: [], noTagsAs: 'null' };
  if (!isArray(raw)) {
    noteType('2.3/tags/type', AT_TAGS, 'an array of TagItem', raw, notes);
    return { tags: [], noTagsAs: undefined };
  }
  const tags = raw.map((item, index) => readTag(item, index, notes)).filter((tag) => tag !== undefined);
  return { tags, noTagsAs: raw.length === 0 ? 'empty' : undefined };
}

function readInfo(parameters: JsonObject, notes: Notes): Pick<Payload, 'infoAs' | 'tags' | 'noTagsAs'> {
  const raw = parameters.get(ENVELOPE.info);
  if (isObject(raw ?? null))
    return { infoAs: 'object', ...envelopeTags((raw as JsonObject).get(ENVELOPE.tags), notes) };
  if (raw === undefined || raw === null)
    return { infoAs: raw === null ? 'null' : 'omitted', tags: [], noTagsAs: undefined };
  noteType('2.4/info/required', AT_INFO, 'an object', raw, notes);
  return { infoAs: 'object', tags: [], noTagsAs: undefined };
}

/** `infoResponseParameters` is required with Ok; null is tolerated for a subject that does not exist (notFound.info). */
function noteMissingInfo(parameters: JsonObject | undefined, payload: Payload, notes: Notes): void {
  const notFound = payload.errorCode !== undefined && payload.errorCode !== 'Ok';
  if (payload.infoAs === 'object' || (payload.infoAs === 'null' && notFound)) return;
  const actual = parameters === undefined ? 'no parameters' : `${payload.infoAs} in ${showJson(parameters)}`;
  notes.findings.push(finding('missing-data', '2.4/info/required', AT_INFO, 'an object', actual));
}

/** Reads `parameters`; undefined where it carries no data. */
export function readPayload(
  parameters: JsonObject | undefined,
  returnCode: ReturnCode,
  notes: Notes,
): Payload {
  const members = parameters ?? NO_MEMBERS;
  const raw = members.get(ENVELOPE.errorCode);
  const errorCode =
    raw === undefined || raw === null
      ? undefined
      : noteCode('errorCode', raw, AT_ERROR_CODE, '2.4/error-code/value', notes);
  const errorCodeAs =
    parameters === undefined ? undefined : raw === undefined ? 'omitted' : raw === null ? 'null' : 'present';
  const payload: Payload = { errorCode, errorCodeAs, ...readInfo(members, notes) };
  if (returnCode === 'Ok') noteMissingInfo(parameters, payload, notes);
  return payload;
}
