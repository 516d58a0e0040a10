/** From a JSON value to an envelope: the universal checks of every reply (§4.4, §2.2 to §2.5). */
import type { ReturnCode } from '../../spec/codes.ts';
import { ENVELOPE, WRONG_LIST_NAME } from '../../spec/envelope.ts';
import { when, type When } from '../../spec/dialect/questions.ts';
import { isArray, isObject, type Json, type JsonObject } from '../rules/json.ts';
import { bucketKey, finding, type Finding } from '../finding.ts';
import {
  type ListedMember,
  noteCode,
  noteType,
  type Notes,
  type Payload,
  readListed,
  readPayload,
} from './envelope-parts.ts';
import { beginning, showJson, showKind } from '../show.ts';

export interface Envelope {
  readonly returnCode: ReturnCode;
  /** The beginning of its debugMessage; empty: it has none. */
  readonly message: string;
  /** The failing members that are listed; undefined: none. */
  readonly listed: readonly ListedMember[] | undefined;
  readonly payload: Payload;
}

export interface ReadEnvelope {
  /** Undefined: the value is not an envelope, and a finding says why. */
  readonly envelope: Envelope | undefined;
  readonly findings: readonly Finding[];
  readonly shown: readonly When[];
}

/** Whether a value carries data (question dataless.*): not null, not empty of its type, not made up of such values alone. */
function hasData(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return false;
  if (isArray(value)) return value.some(hasData);
  return isObject(value) ? [...value.values()].some(hasData) : true;
}

/** Whether a value is what a typed language writes where nothing was set: all its leaves are null, empty, 0 or false. */
function holdsDefaultsAlone(value: Json): boolean {
  if (isArray(value)) return value.every(holdsDefaultsAlone);
  if (isObject(value)) return [...value.values()].every(holdsDefaultsAlone);
  return value === null || value === '' || value === 0 || value === false;
}

/** Notes how a member without data is written (dataless.*). */
function noteDataless(
  member: 'debugMessage' | 'invalidRequestParameters' | 'parameters',
  raw: Json | undefined,
  notes: Notes,
): void {
  const option = raw === undefined ? 'omitted' : raw === null ? 'null' : 'empty';
  notes.shown.push(when(`dataless.${member}`, option));
}

/** How many characters of a debugMessage are kept. */
const MAX_MESSAGE = 4000;

function readDebugMessage(raw: Json | undefined, notes: Notes): string {
  if (raw === undefined || raw === null || raw === '') {
    noteDataless('debugMessage', raw, notes);
    return '';
  }
  if (typeof raw !== 'string') {
    noteType('4.4/debug-message/type', ENVELOPE.debugMessage, 'a string', raw, notes);
    return '';
  }
  return raw.length <= MAX_MESSAGE ? raw : beginning(raw, MAX_MESSAGE);
}

function readList(
  members: JsonObject,
  refusesMembers: boolean,
  notes: Notes,
): readonly ListedMember[] | undefined {
  const raw = members.get(ENVELOPE.invalidRequestParameters);
  if (raw === undefined && hasData(members.get(WRONG_LIST_NAME))) {
    notes.findings.push(
      finding('wrong-name', '4.4/name', WRONG_LIST_NAME, ENVELOPE.invalidRequestParameters, WRONG_LIST_NAME),
    );
  }
  if (raw === undefined || raw === null) {
    if (!refusesMembers) noteDataless('invalidRequestParameters', raw, notes);
    return undefined;
  }
  if (!isArray(raw)) {
    noteType('4.4/invalid/type', ENVELOPE.invalidRequestParameters, 'an array', raw, notes);
    return undefined;
  }
  if (!refusesMembers && hasData(raw)) {
    const at = ENVELOPE.invalidRequestParameters;
    notes.findings.push(finding('data-beside', '4.4/invalid/only', at, 'no data', showJson(raw)));
  }
  if (raw.length === 0 && !refusesMembers) noteDataless('invalidRequestParameters', raw, notes);
  return raw.length === 0 ? undefined : readListed(raw, notes);
}

function readParameters(members: JsonObject, returnCode: ReturnCode, notes: Notes): JsonObject | undefined {
  const raw = members.get(ENVELOPE.parameters);
  if (raw === undefined || raw === null) {
    if (returnCode !== 'Ok') noteDataless('parameters', raw, notes);
    return undefined;
  }
  if (!isObject(raw)) {
    noteType('4.4/parameters/type', ENVELOPE.parameters, 'an object', raw, notes);
    return undefined;
  }
  if (returnCode === 'Ok') return raw;
  if (!hasData(raw)) noteDataless('parameters', raw, notes);
  else if (holdsDefaultsAlone(raw)) notes.shown.push(when('dataless.parameters', 'typed defaults'));
  else {
    const clause = returnCode === 'InvalidRequestParameters' ? '7.4.1/parameters' : '4.4/parameters/only';
    notes.findings.push(finding('data-beside', clause, ENVELOPE.parameters, 'no data', showJson(raw)));
  }
  return undefined;
}

/** Question codes.*: both wire forms in one field. */
function noteMixedForms({ shown, findings }: Notes): void {
  const forms = new Map<string, string>();
  for (const { question, option } of shown.filter(({ question: id }) => id.startsWith('codes.'))) {
    const before = forms.get(question) ?? option;
    forms.set(question, option);
    if (before === option) continue;
    findings.push(
      finding(
        'discouraged',
        '7.1/form',
        '',
        `${question}: ${before} throughout`,
        `${question}: ${before} and ${option}`,
      ),
    );
    return;
  }
}

/** How many findings of one kind and clause are kept: a list may break the same rule in each of its items. */
const MAX_ALIKE = 20;

/** The findings in their order; of many similar ones only the first. */
function fewOfEach(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= MAX_ALIKE) return findings;
  const counts = new Map<string, number>();
  return findings.filter((found) => {
    const count = (counts.get(bucketKey(found)) ?? 0) + 1;
    counts.set(bucketKey(found), count);
    return count <= MAX_ALIKE;
  });
}

/** Reads a JSON value as an envelope, from the outside in. */
export function readEnvelope(json: Json): ReadEnvelope {
  const notes: Notes = { findings: [], shown: [] };
  const envelope = envelopeOf(json, notes);
  return { envelope, shown: notes.shown, findings: fewOfEach(notes.findings) };
}

function envelopeOf(json: Json, notes: Notes): Envelope | undefined {
  const notEnvelope = (at: string, expected: string, actual: string): undefined =>
    void notes.findings.push(finding('not-envelope', '1/envelope', at, expected, actual));
  if (!isObject(json)) return notEnvelope('body', 'an object', showKind(json));
  const raw = json.get(ENVELOPE.returnCode);
  if (raw === undefined) return notEnvelope(ENVELOPE.returnCode, 'a returnCode', `none in ${showJson(json)}`);
  const returnCode = noteCode('returnCode', raw, ENVELOPE.returnCode, '4.4/return-code/known', notes);
  if (returnCode === undefined) return undefined;
  const message = readDebugMessage(json.get(ENVELOPE.debugMessage), notes);
  const listed = readList(json, returnCode === 'InvalidRequestParameters', notes);
  const payload = readPayload(readParameters(json, returnCode, notes), returnCode, notes);
  noteMixedForms(notes);
  return { returnCode, message, listed, payload };
}
