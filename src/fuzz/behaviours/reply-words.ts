/** Describes a judged reply in words of the document: its codes, the members it lists, whose tags it holds, the options it shows. */
import { endpointOf } from '../../contract/endpoints.ts';
import type { TagItem } from '../../contract/envelope.ts';
import { TAG_KEYS } from '../../contract/members.ts';
import { questionOf } from '../../dialect/questions.ts';
import type { Envelope } from '../../judge/reply/envelope.ts';
import { UNKNOWN } from '../../world/world.ts';
import type { JudgedRequest } from '../execute/compare.ts';
import { askedSubjectOf, type Material } from '../generate/material.ts';

/** A reply in a few words, and details for where a single alteration explains it. */
export interface ReplyWords {
  /** `Ok`, `GroupNotFound`, `SecretInvalid`, `HTTP 404`. */
  readonly code: string;
  /** The same with whose tags it holds: `Ok, all tags`. */
  readonly answer: string;
  /** Members that are listed, options that are shown. */
  readonly details: string;
}

const same = (a: TagItem, b: TagItem): boolean => a.key === b.key && a.value === b.value;

/** The tags of a reply beside those of the subject. */
function tagsWord(
  tags: readonly TagItem[],
  { planned: { step } }: JudgedRequest,
  material: Material,
): string {
  if (tags.length === 0) return 'no tags';
  const own = askedSubjectOf(material, endpointOf(step.endpoint), step.given).exists?.tags;
  if (own === undefined || own === UNKNOWN) return 'tags';
  if (!tags.every((tag) => own.some((each) => same(each, tag)))) return 'other tags';
  return tags.length < own.length ? 'some tags' : 'all tags';
}

const ELEMENT = /\[\d+\]$/;

/** The name of a listed member if the endpoint has it; `another` for names that the target makes up. */
function memberWord(code: string | undefined, { planned: { step } }: JudgedRequest): string {
  const name = (code ?? '').replace(ELEMENT, '').toLowerCase();
  if (name === TAG_KEYS.toLowerCase()) return TAG_KEYS;
  return name === endpointOf(step.endpoint).idMember.toLowerCase() ? 'id' : 'another';
}

const unique = (words: readonly string[]): string => [...new Set(words)].toSorted().join(', ');

const codeOf = ({ returnCode, payload }: Envelope): string =>
  returnCode === 'Ok' ? (payload.errorCode ?? 'Ok') : returnCode;

function tagsOf(envelope: Envelope | undefined, judged: JudgedRequest, material: Material): string {
  return envelope?.returnCode === 'Ok' ? `, ${tagsWord(envelope.payload.tags, judged, material)}` : '';
}

/** Describes the reply to one request; undefined if there was none to judge. */
export function replyWords(judged: JudgedRequest, material: Material): ReplyWords | undefined {
  const { exchange, judgement, notJudgedBecause } = judged;
  if (notJudgedBecause !== undefined) return undefined;
  const { envelope, findings, evidence } = judgement;
  const { outcome } = exchange;
  const status = outcome.kind === 'reply' ? `HTTP ${outcome.status}` : 'no reply';
  const [broken] = findings;
  const wrong = broken === undefined ? '' : `, ${broken.kind} of ${broken.clause}`;
  const listed = (envelope?.listed ?? []).map(
    (each) => `${memberWord(each.code, judged)} ${each.type ?? ''}`,
  );
  const shown = evidence
    .filter(({ question }) => questionOf(question).about !== 'reply')
    .map(({ question, option }) => `${question}: ${option}`);
  const code = envelope === undefined ? status : codeOf(envelope);
  return {
    code: code + wrong,
    answer: code + tagsOf(envelope, judged, material) + wrong,
    details: unique([...listed, ...shown]),
  };
}
