/** What is wrong with the replies of a trial when they are compared, for each relation. */
import { finding } from '../../judge/finding.ts';
import { showActual } from '../../judge/compare/show-actual.ts';
import { showTags } from '../../judge/show.ts';
import {
  repliesDiffer,
  differsAmong,
  envelopes,
  isDetermined,
  isRefusal,
  isSimple,
  lacks,
  read,
  sameTag,
  sameTags,
  type ReplyDifference,
  type JudgedRequest,
} from './compare-replies.ts';
import { formFacts, type EquivalentForm } from './equivalent-forms.ts';
import type { FuzzInputs } from './fuzz-inputs.ts';
import { keysNamed } from './step.ts';

/** Compares the replies of a trial; `form` is the one in which its second step sends the first. */
export type ReplyComparison = (
  judged: readonly JudgedRequest[],
  inputs: FuzzInputs,
  form: EquivalentForm | undefined,
) => readonly ReplyDifference[];

/** For each request that is sent again, the first repeat with another answer. */
export function repeatsDiffer(judged: readonly JudgedRequest[]): readonly ReplyDifference[] {
  return [...new Set(judged.map(({ planned }) => planned))].flatMap((request) => {
    const same = judged.filter(({ planned }) => planned === request);
    if (same.every(({ judgement }) => judgement === same[0]?.judgement)) return [];
    return differsAmong(same, judged, '1/read-only', 'answer');
  });
}

/** Two forms of one request: the answer must not depend on the form. */
export function formsDiffer(
  judged: readonly JudgedRequest[],
  _: FuzzInputs,
  form: EquivalentForm | undefined,
): readonly ReplyDifference[] {
  if (form === undefined) return [];
  const found = repliesDiffer(judged, formFacts(form).clause, 'answer');
  if (found.length === 0) return [];
  return isDetermined(judged) && (form !== 'member order' || judged.every(isSimple)) ? found : [];
}

/** Only tags that were read are compared: what a variant refuses is its own matter. */
export function variantsDiffer(judged: readonly JudgedRequest[]): readonly ReplyDifference[] {
  const wereRead = judged.filter((each) => read(each) !== undefined);
  return differsAmong(wereRead, judged, '1/one-target', 'tags');
}

const surelyRefused = ({ planned: { allowed } }: JudgedRequest): boolean =>
  allowed.strictness === 'endpoint' && allowed.outcomes.length > 0 && allowed.outcomes.every(isRefusal);

/** A caller who may not ask learns nothing: the refusal is the same whether the subject exists or not. */
export function refusalsDiffer(judged: readonly JudgedRequest[]): readonly ReplyDifference[] {
  if (!judged.every(surelyRefused)) return [];
  const [there, absent] = envelopes(judged);
  if (there === undefined || absent === undefined) return [];
  // An answer that is not a refusal at all is another finding.
  if (there.returnCode === 'Ok' || absent.returnCode === 'Ok') return [];
  if (repliesDiffer(judged, 'principle/no-leak', 'answer').length === 0 || !isDetermined(judged)) return [];
  const leak = finding(
    'leak',
    'principle/no-leak',
    '',
    `the same refusal for a subject that exists and for one that does not: ${showActual(there)}`,
    showActual(absent),
  );
  return [{ finding: leak, requestIndex: 1 }];
}

/** A tag that comes in both games, though the world has it in one of them only. */
export function gamesMixed(judged: readonly JudgedRequest[], inputs: FuzzInputs): readonly ReplyDifference[] {
  const [here, there] = judged.map((each) => read(each)?.payload.tags ?? []);
  if (here === undefined || there === undefined) return [];
  const shared = here.filter((tag) => there.some((each) => sameTag(each, tag)));
  const foreign = shared.filter((tag) => judged.some((each) => lacks(tag, each, inputs)));
  if (foreign.length === 0) return [];
  const requestIndex = judged.findIndex((each) => foreign.some((tag) => lacks(tag, each, inputs)));
  const wrong = 'no tag of the same id in another game';
  return [{ finding: finding('wrong-tags', '1/one-target', '', wrong, showTags(foreign)), requestIndex }];
}

const ALL_OR_FILTER = '4.3/tag-keys/all-or-filter';

/** A text that stands for itself is written with a second dollar where it begins with one. */
const plainText = (key: string): string => (key.startsWith('$$') ? key.slice(1) : key);

/** Where each key alone gets its own tags and no others, all of them together get all of these. */
export function keysDiffer(judged: readonly JudgedRequest[]): readonly ReplyDifference[] {
  const [all, ...alone] = judged.map((each) => read(each)?.payload.tags);
  const each = alone.flatMap((tags) => tags ?? []);
  if (all === undefined || alone.includes(undefined)) return [];
  const filters = alone.every((tags, at) => {
    const [key] = keysNamed((judged[at + 1] as JudgedRequest).planned.step);
    return key !== undefined && tags?.every((tag) => tag.key === plainText(key));
  });
  if (!filters || sameTags(each, all)) return [];
  const expected = `as each key alone: ${showTags(each)}`;
  return [{ finding: finding('differs', ALL_OR_FILTER, '', expected, showTags(all)), requestIndex: 0 }];
}

/** The same keys in another order get the same tags. */
export function ordersDiffer(judged: readonly JudgedRequest[]): readonly ReplyDifference[] {
  return judged.every((each) => read(each) !== undefined) ? repliesDiffer(judged, ALL_OR_FILTER, 'tags') : [];
}
