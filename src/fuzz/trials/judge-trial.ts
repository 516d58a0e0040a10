/** From the judged replies of a trial to what is wrong: with each of them, and with them together. */
import { endpointOf } from '../../spec/endpoints.ts';
import type { TagItem } from '../../spec/envelope.ts';
import { finding, type Finding } from '../../judge/finding.ts';
import { showTags } from '../../judge/show.ts';
import { withTagFacts } from '../../judge/compare/tag-owner.ts';
import type { Envelope } from '../../judge/reply/envelope.ts';
import { UNKNOWN } from '../../world/world.ts';
import { askedSubjectOf, type FuzzInputs } from './fuzz-inputs.ts';
import { propertyOfKind, type Property } from './properties.ts';
import { RELATIONS, relationFacts, type Trial } from './relations.ts';
import { type JudgedRequest, type ReplyDifference, sameTag } from './compare-replies.ts';
import { rolesOf } from './step-request.ts';
import type { Step } from './step.ts';

/** A finding with the property that it breaks and the request that shows it. */
export interface TrialFinding extends ReplyDifference {
  readonly property: Property;
}

/** The tags of the subject that a step names, and of the sender, whose they may be instead; undefined: not all is known. */
function tagsInReach(step: Step, inputs: FuzzInputs): readonly TagItem[] | undefined {
  const { subject, token } = rolesOf(step, inputs);
  const { world } = inputs.facts;
  const sameId = world.games.flatMap((game) => {
    const found = world.subject(subject.resource, game, subject.id);
    return found.is === 'present' ? [found.value] : [];
  });
  const holder = token?.holder;
  const sender =
    holder?.kind === 'player' ? world.subject('gamePlayer', holder.game, holder.userId) : undefined;
  const all = [...sameId, ...(sender?.is === 'present' ? [sender.value] : [])].map(({ tags }) => tags);
  if (!world.complete || all.includes(UNKNOWN)) return undefined;
  return all.flatMap((tags) => (tags === UNKNOWN ? [] : tags));
}

function foreignTags({ payload }: Envelope, step: Step, inputs: FuzzInputs): readonly TagItem[] {
  if (payload.tags.length === 0) return [];
  const known = tagsInReach(step, inputs);
  return known === undefined ? [] : payload.tags.filter((tag) => !known.some((own) => sameTag(own, tag)));
}

/** Checks that a reply whose outcome is free still holds no tags of another subject. */
function foreignInFree({ planned, judgement }: JudgedRequest, inputs: FuzzInputs): readonly TrialFinding[] {
  const free = planned.allowed.outcomes.some(({ expected }) => expected.kind === 'anything');
  if (!free || judgement.envelope === undefined || planned.allowed.strictness === 'only liveness') return [];
  const foreign = foreignTags(judgement.envelope, planned.step, inputs);
  if (foreign.length === 0) return [];
  const found = finding(
    'wrong-tags',
    '4.3/tag-keys/subset',
    '',
    'only tags of the subject',
    showTags(foreign),
  );
  return [{ property: 'own-tags', finding: found, requestIndex: 0 }];
}

function propertyOf(found: Finding, { planned, judgement }: JudgedRequest, inputs: FuzzInputs): Property {
  if (found.kind !== 'wrong-tags' || judgement.envelope === undefined) return propertyOfKind(found.kind);
  return foreignTags(judgement.envelope, planned.step, inputs).length > 0 ? 'own-tags' : 'allowed';
}

function alone(judged: JudgedRequest, inputs: FuzzInputs): readonly TrialFinding[] {
  const { endpoint, given } = judged.planned.step;
  const asked = askedSubjectOf(inputs, endpointOf(endpoint), given);
  const { findings } = withTagFacts(judged.judgement, judged.exchange, asked, inputs.facts.world);
  const own = findings.map((found): TrialFinding => ({
    property: propertyOf(found, judged, inputs),
    finding: found,
    requestIndex: 0,
  }));
  return [...own, ...foreignInFree(judged, inputs)];
}

/** Everything that is wrong; the first on each request names the cause. A request without a reply to judge shows nothing. */
export function judgeTrial(
  trial: Trial,
  judged: readonly JudgedRequest[],
  inputs: FuzzInputs,
): readonly TrialFinding[] {
  const single = judged.flatMap((one, requestIndex) => {
    if (one.trouble !== undefined) return [];
    return alone(one, inputs).map((found) => ({ ...found, requestIndex }));
  });
  if (judged.some(({ trouble }) => trouble !== undefined)) return single;
  const { property } = RELATIONS[trial.relation];
  const compared = relationFacts(trial.relation).compare(judged, inputs, trial.form);
  return [...single, ...compared.map((difference) => ({ property, ...difference }))];
}
