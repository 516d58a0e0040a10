/** What the replies of a trial must have in common, where nothing that the document leaves open lets them differ. */
import type { Allowed, AllowedOutcome } from '../../judge/expect/allowed.ts';
import type { Envelope } from '../../judge/reply/envelope.ts';
import { finding, type Finding } from '../../judge/compare/finding.ts';
import { differing } from '../../judge/compare/same-replies.ts';
import { showActual } from '../../judge/compare/show-actual.ts';
import { isBusy } from '../../engine/backoff.ts';
import type { Attempt } from '../../engine/send.ts';
import { UNKNOWN } from '../../world/world.ts';
import type { Material } from '../generate/material.ts';
import { inTwoGames, keysInOrder, keysTogether } from './metamorphic-relations.ts';
import type { Property } from './properties.ts';
import type { TrialRequest } from '../generate/plan-trial.ts';
import { formFacts, type EquivalentForm } from '../generate/equivalent-forms.ts';
import type { Trial } from '../generate/trial.ts';

export type JudgedRequest = Attempt<TrialRequest>;

/** A finding with the property that it breaks and the request that shows it. */
export interface Found {
  readonly property: Property;
  readonly finding: Finding;
  readonly requestIndex: number;
}

const envelopes = (judged: readonly JudgedRequest[]): readonly (Envelope | undefined)[] =>
  judged.map(({ judgement }) => (isBusy(judgement) ? undefined : judgement.envelope));

/** An outcome without the symbol for what is unknown, to be compared by value. */
const textOf = ({ expected, when }: AllowedOutcome): string =>
  JSON.stringify([expected, when], (_, value: unknown) => (value === UNKNOWN ? 'unknown' : value));

function sameOutcomes(a: Allowed, b: Allowed): boolean {
  return (
    a.outcomes.length === b.outcomes.length && a.outcomes.map(textOf).join() === b.outcomes.map(textOf).join()
  );
}

const isRefusal = ({ expected }: AllowedOutcome): boolean => expected.kind === 'refused';

/** From this many bytes on a backend may refuse a request for its size (size.limit). */
const SMALL = 1024;

/** Where several things are wrong a backend may name any of them, which may be the first it reads (members.listed). */
function isDetermined(requests: readonly TrialRequest[]): boolean {
  const [first, ...others] = requests;
  return (
    first !== undefined &&
    requests.every(({ request: { body } }) => (body?.length ?? 0) <= SMALL) &&
    others.every((other) => sameOutcomes(first.allowed, other.allowed))
  );
}

/** Whether at most one thing is wrong, so that the order of the members can not matter. */
function isSimple({ allowed }: TrialRequest): boolean {
  return allowed.outcomes.filter(isRefusal).length <= 1;
}

function differs(
  judged: readonly JudgedRequest[],
  property: Property,
  clause: string,
  view: 'tags' | 'answer',
): readonly Found[] {
  const found = differing(envelopes(judged), view, clause);
  return found === undefined ? [] : [{ property, finding: found.finding, requestIndex: found.index }];
}

/** For each request that is sent again, the first repeat with another answer. */
function repeats(judged: readonly JudgedRequest[]): readonly Found[] {
  return [...new Set(judged.map(({ planned }) => planned))].flatMap((request) => {
    const same = judged.filter(({ planned }) => planned === request);
    if (same.every(({ judgement }) => judgement === same[0]?.judgement)) return [];
    return differs(same, 'repeat', '1/read-only', 'answer').map((found) => ({
      ...found,
      requestIndex: judged.indexOf(same[found.requestIndex] as JudgedRequest),
    }));
  });
}

/** Two forms of one request: the answer must not depend on the form. */
function forms(form: EquivalentForm, judged: readonly JudgedRequest[]): readonly Found[] {
  const found = differs(judged, 'equivalent', formFacts(form).clause, 'answer');
  if (found.length === 0) return [];
  const requests = judged.map(({ planned }) => planned);
  return isDetermined(requests) && (form !== 'member order' || requests.every(isSimple)) ? found : [];
}

/** Only tags that were read are compared: what a variant refuses is its own matter. */
function variants(judged: readonly JudgedRequest[]): readonly Found[] {
  const read = judged.filter(
    ({ judgement: { envelope } }) =>
      envelope?.returnCode === 'Ok' && (envelope.payload.errorCode ?? 'Ok') === 'Ok',
  );
  return differs(read, 'variants', '1/one-target', 'tags').map((found) => ({
    ...found,
    requestIndex: judged.indexOf(read[found.requestIndex] as JudgedRequest),
  }));
}

const surelyRefused = ({ planned: { allowed } }: JudgedRequest): boolean =>
  allowed.strictness === 'endpoint' && allowed.outcomes.length > 0 && allowed.outcomes.every(isRefusal);

/** A caller who may not ask learns nothing: the refusal is the same whether the subject exists or not. */
function existence(judged: readonly JudgedRequest[]): readonly Found[] {
  if (!judged.every(surelyRefused)) return [];
  const [there, absent] = envelopes(judged);
  if (there === undefined || absent === undefined) return [];
  // An answer that is not a refusal at all is another finding.
  if (there.returnCode === 'Ok' || absent.returnCode === 'Ok') return [];
  if (differing([there, absent], 'answer', 'principle/no-leak') === undefined) return [];
  if (!isDetermined(judged.map(({ planned }) => planned))) return [];
  const leak = finding(
    'leak',
    'principle/no-leak',
    '',
    `the same refusal for a subject that exists and for one that does not: ${showActual(there)}`,
    showActual(absent),
  );
  return [{ property: 'no-leak', finding: leak, requestIndex: 1 }];
}

/** What is wrong with the replies of a trial when they are compared. */
export function compared(
  trial: Trial,
  judged: readonly JudgedRequest[],
  material: Material,
): readonly Found[] {
  const { relation, form } = trial;
  switch (relation) {
    case 'none':
      return repeats(judged);
    case 'same-answer':
      return form === undefined ? [] : forms(form, judged);
    case 'same-tags':
      return variants(judged);
    case 'same-refusal':
      return existence(judged);
    case 'other-game':
      return inTwoGames(judged, material);
    case 'union':
      return keysTogether(trial, judged);
    case 'key-order':
      return keysInOrder(judged);
    case 'next-works':
      return [];
  }
}
