/** What `parameters` holds in a reply with returnCode Ok (§2.2 to §2.4, §4.5). */
import type { ErrorCode, ReturnCode } from '../../contract/codes.ts';
import { ENVELOPE, type TagItem } from '../../contract/envelope.ts';
import { isArray, isObject, type Json, type JsonObject } from '../../rules/json.ts';
import { noteCode, type Notes } from './reading-notes.ts';
import { finding } from '../compare/finding.ts';
import { showJson, showKind } from '../compare/show.ts';

/** How a member without data is written, for the questions errorCode.success, tags.none and notFound.info. */
export type Absence = 'omitted' | 'null' | 'empty';

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

const AT_ERROR_CODE = `${ENVELOPE.parameters}.${ENVELOPE.errorCode}`;
const AT_INFO = `${ENVELOPE.parameters}.${ENVELOPE.info}`;
const AT_TAGS = `${AT_INFO}.${ENVELOPE.tags}`;
const NO_MEMBERS: JsonObject = new Map();

function readTag(item: Json, index: number, notes: Notes): TagItem | undefined {
  const at = `${AT_TAGS}[${index}]`;
  if (!isObject(item)) {
    notes.findings.push(finding('wrong-type', '2.2/key', at, 'a TagItem object', showKind(item)));
    return undefined;
  }
  const key = item.get(ENVELOPE.key);
  const value = item.get(ENVELOPE.value);
  if (typeof key !== 'string')
    notes.findings.push(finding('wrong-type', '2.2/key', `${at}.${ENVELOPE.key}`, 'a string', showKind(key)));
  if (typeof value !== 'string')
    notes.findings.push(
      finding('wrong-type', '2.2/value', `${at}.${ENVELOPE.value}`, 'a string', showKind(value)),
    );
  return typeof key === 'string' && typeof value === 'string' ? { key, value } : undefined;
}

function readTags(raw: Json | undefined, notes: Notes): Pick<Payload, 'tags' | 'noTagsAs'> {
  if (raw === undefined) return { tags: [], noTagsAs: 'omitted' };
  if (raw === null) return { tags: [], noTagsAs: 'null' };
  if (!isArray(raw)) {
    notes.findings.push(
      finding('wrong-type', '2.3/tags/type', AT_TAGS, 'an array of TagItem', showKind(raw)),
    );
    return { tags: [], noTagsAs: undefined };
  }
  const tags = raw.map((item, index) => readTag(item, index, notes)).filter((tag) => tag !== undefined);
  return { tags, noTagsAs: raw.length === 0 ? 'empty' : undefined };
}

function readInfo(parameters: JsonObject, notes: Notes): Pick<Payload, 'infoAs' | 'tags' | 'noTagsAs'> {
  const raw = parameters.get(ENVELOPE.info);
  if (isObject(raw ?? null))
    return { infoAs: 'object', ...readTags((raw as JsonObject).get(ENVELOPE.tags), notes) };
  if (raw === undefined || raw === null)
    return { infoAs: raw === null ? 'null' : 'omitted', tags: [], noTagsAs: undefined };
  notes.findings.push(finding('wrong-type', '2.4/info/required', AT_INFO, 'an object', showKind(raw)));
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
