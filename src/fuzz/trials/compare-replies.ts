/** What is wrong with the replies of a trial when they are compared, where nothing that the document leaves open lets them differ. */
import { endpointOf } from '../../spec/endpoints.ts';
import type { TagItem } from '../../spec/envelope.ts';
import { isBusy } from '../../run/send/retry.ts';
import type { Attempt } from '../../run/send/attempt.ts';
import { finding, type Finding } from '../../judge/finding.ts';
import { differing } from '../../judge/compare/same-replies.ts';
import { showActual } from '../../judge/compare/show-actual.ts';
import type { Allowed, AllowedOutcome } from '../../judge/expect/allowed.ts';
import type { Envelope } from '../../judge/reply/envelope.ts';
import { showTags } from '../../judge/show.ts';
import { UNKNOWN } from '../../world/world.ts';
import { clauseOfForm, type EquivalentForm } from './equivalent-forms.ts';
import type { FuzzInputs } from './fuzz-inputs.ts';
import { keysNamed } from './step.ts';
import type { TrialRequest } from './step-request.ts';

export type JudgedRequest = Attempt<TrialRequest>;
type Judged = readonly JudgedRequest[];

/** What is wrong with replies that are compared, and the request that shows it. */
export interface ReplyDifference {
  readonly finding: Finding;
  readonly requestIndex: number;
}

/** Compares the replies of a trial; `form` is the one in which its second step sends the first. */
export type ReplyComparison = (
  judged: Judged,
  inputs: FuzzInputs,
  form: EquivalentForm | undefined,
) => readonly ReplyDifference[];

const envelopes = (judged: Judged): readonly (Envelope | undefined)[] =>
  judged.map(({ judgement }) => (isBusy(judgement) ? undefined : judgement.envelope));

/** The first of these replies that differs from those before it. */
function differs(
  some: Judged,
  clause: string,
  view: 'tags' | 'answer',
  all: Judged = some,
): readonly ReplyDifference[] {
  const found = differing(envelopes(some), view, clause);
  if (found === undefined) return [];
  return [{ finding: found.finding, requestIndex: all.indexOf(some[found.index] as JudgedRequest) }];
}

/** What was read; undefined: the request was refused, or nothing has the id. */
export function read({ judgement: { envelope } }: JudgedRequest): Envelope | undefined {
  if (envelope?.returnCode !== 'Ok') return undefined;
  return (envelope.payload.errorCode ?? 'Ok') === 'Ok' ? envelope : undefined;
}

const tagsRead = (judged: JudgedRequest): readonly TagItem[] | undefined => read(judged)?.payload.tags;

const isRefusal = ({ expected }: AllowedOutcome): boolean => expected.kind === 'refused';

/** The outcomes without the symbol for what is unknown, to be compared by value. */
const textOf = ({ outcomes }: Allowed): string =>
  JSON.stringify(
    outcomes.map(({ expected, when }) => [expected, when]),
    (_, value: unknown) => (value === UNKNOWN ? 'unknown' : value),
  );

/** From this many bytes on a backend may refuse a request for its size (size.limit). */
const SMALL = 1024;

/** Where several things are wrong a backend may name any of them, which may be the first it reads (members.listed). */
const isDetermined = (judged: Judged): boolean =>
  judged.every(({ planned: { request } }) => (request.body?.length ?? 0) <= SMALL) &&
  new Set(judged.map(({ planned: { allowed } }) => textOf(allowed))).size === 1;

/** Whether at most one thing is wrong with a request, so that the order of its members can not matter. */
const isSimple = ({ planned: { allowed } }: JudgedRequest): boolean =>
  allowed.outcomes.filter(isRefusal).length <= 1;

export const sameTag = (a: TagItem, b: TagItem): boolean => a.key === b.key && a.value === b.value;

const sorted = (tags: readonly TagItem[]): string =>
  tags
    .map(({ key, value }) => JSON.stringify([key, value]))
    .toSorted()
    .join();

/** For each request that is sent again, the first repeat with another answer. */
export const repeatsDiffer: ReplyComparison = (judged) =>
  [...new Set(judged.map(({ planned }) => planned))].flatMap((request) => {
    const same = judged.filter(({ planned }) => planned === request);
    if (same.every(({ judgement }) => judgement === same[0]?.judgement)) return [];
    return differs(same, '1/read-only', 'answer', judged);
  });

/** Two forms of one request: the answer must not depend on the form. */
export const formsDiffer: ReplyComparison = (judged, _, form) => {
  if (form === undefined) return [];
  const found = differs(judged, clauseOfForm(form), 'answer');
  if (found.length === 0 || !isDetermined(judged)) return [];
  return form !== 'member order' || judged.every(isSimple) ? found : [];
};

/** Only tags that were read are compared: what a variant refuses is its own matter. */
export const variantsDiffer: ReplyComparison = (judged) =>
  differs(
    judged.filter((each) => read(each) !== undefined),
    '1/one-target',
    'tags',
    judged,
  );

const surelyRefused = ({ planned: { allowed } }: JudgedRequest): boolean =>
  allowed.strictness === 'endpoint' && allowed.outcomes.length > 0 && allowed.outcomes.every(isRefusal);

/** A caller who may not ask learns nothing: the refusal is the same whether the subject exists or not. */
export const refusalsDiffer: ReplyComparison = (judged) => {
  if (!judged.every(surelyRefused)) return [];
  const [there, absent] = envelopes(judged);
  if (there === undefined || absent === undefined) return [];
  // An answer that is not a refusal at all is another finding.
  if (there.returnCode === 'Ok' || absent.returnCode === 'Ok') return [];
  if (differs(judged, 'principle/no-leak', 'answer').length === 0 || !isDetermined(judged)) return [];
  const expected = `the same refusal for a subject that exists and for one that does not: ${showActual(there)}`;
  return [
    { finding: finding('leak', 'principle/no-leak', '', expected, showActual(absent)), requestIndex: 1 },
  ];
};

/** Whether the world says that the subject of a request lacks a tag. */
function lacks(
  tag: TagItem,
  { planned: { step } }: JudgedRequest,
  { facts: { world } }: FuzzInputs,
): boolean {
  const { game, id } = step.given;
  const found = world.subject(endpointOf(step.endpoint).resource, game, id);
  if (found.is !== 'present') return found.is === 'absent';
  const { tags } = found.value;
  return tags !== UNKNOWN && !tags.some((each) => sameTag(each, tag));
}

/** A tag that comes in both games, though the world has it in one of them only. */
export const gamesMixed: ReplyComparison = (judged, inputs) => {
  const [here, there] = judged.map((each) => tagsRead(each) ?? []);
  if (here === undefined || there === undefined) return [];
  const shared = here.filter((tag) => there.some((each) => sameTag(each, tag)));
  const foreign = shared.filter((tag) => judged.some((each) => lacks(tag, each, inputs)));
  if (foreign.length === 0) return [];
  const requestIndex = judged.findIndex((each) => foreign.some((tag) => lacks(tag, each, inputs)));
  const wrong = 'no tag of the same id in another game';
  return [{ finding: finding('wrong-tags', '1/one-target', '', wrong, showTags(foreign)), requestIndex }];
};

const ALL_OR_FILTER = '4.3/tag-keys/all-or-filter';

/** A text that stands for itself is written with a second dollar where it begins with one. */
const plainText = (key: string): string => (key.startsWith('$$') ? key.slice(1) : key);

/** Where each key alone gets its own tags and no others, all of them together get all of these. */
export const keysDiffer: ReplyComparison = (judged) => {
  const [all, ...alone] = judged.map(tagsRead);
  const each = alone.flatMap((tags) => tags ?? []);
  if (all === undefined || alone.includes(undefined)) return [];
  const filters = alone.every((tags, at) => {
    const [key] = keysNamed((judged[at + 1] as JudgedRequest).planned.step);
    return key !== undefined && tags?.every((tag) => tag.key === plainText(key));
  });
  if (!filters || sorted(each) === sorted(all)) return [];
  const expected = `as each key alone: ${showTags(each)}`;
  return [{ finding: finding('differs', ALL_OR_FILTER, '', expected, showTags(all)), requestIndex: 0 }];
};

/** The same keys in another order get the same tags. */
export const ordersDiffer: ReplyComparison = (judged) =>
  judged.every((each) => read(each) !== undefined) ? differs(judged, ALL_OR_FILTER, 'tags') : [];
