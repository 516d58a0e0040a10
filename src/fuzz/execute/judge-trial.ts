/** From the judged replies of a trial to what is wrong: with each of them, and with them together. */
import { endpointOf } from '../../contract/endpoints.ts';
import type { TagItem } from '../../contract/envelope.ts';
import type { Envelope } from '../../judge/reply/envelope.ts';
import { finding, type Finding } from '../../judge/compare/finding.ts';
import { withTagFacts } from '../../judge/compare/tag-owner.ts';
import { showTags } from '../../judge/compare/show.ts';
import { UNKNOWN } from '../../world/world.ts';
import { compared, type Found, type JudgedRequest } from './compare.ts';
import { rolesOf } from '../generate/request-of.ts';
import { askedSubjectOf, type Material } from '../generate/material.ts';
import { PROPERTY_OF, type Property } from './properties.ts';
import type { Step } from '../generate/step.ts';
import type { Trial } from '../generate/trial.ts';

export type { Found, JudgedRequest } from './compare.ts';

/** The tags of the subject that a step names, and of the sender, whose they may be instead; undefined: not all is known. */
function tagsInReach(step: Step, material: Material): readonly TagItem[] | undefined {
  const { subject, token } = rolesOf(step, material);
  const { world } = material.facts;
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

const same = (a: TagItem, b: TagItem): boolean => a.key === b.key && a.value === b.value;

function foreignTags({ payload }: Envelope, step: Step, material: Material): readonly TagItem[] {
  if (payload.tags.length === 0) return [];
  const known = tagsInReach(step, material);
  return known === undefined ? [] : payload.tags.filter((tag) => !known.some((own) => same(own, tag)));
}

/** Checks that a reply whose outcome is free still holds no tags of another subject. */
function foreignInFree({ planned, judgement }: JudgedRequest, material: Material): readonly Found[] {
  const free = planned.allowed.outcomes.some(({ expected }) => expected.kind === 'anything');
  if (!free || judgement.envelope === undefined || planned.allowed.strictness === 'only liveness') return [];
  const foreign = foreignTags(judgement.envelope, planned.step, material);
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

function propertyOf(found: Finding, { planned, judgement }: JudgedRequest, material: Material): Property {
  if (found.kind !== 'wrong-tags' || judgement.envelope === undefined) return PROPERTY_OF[found.kind];
  return foreignTags(judgement.envelope, planned.step, material).length > 0 ? 'own-tags' : 'allowed';
}

function alone(judged: JudgedRequest, material: Material): readonly Found[] {
  const { endpoint, given } = judged.planned.step;
  const asked = askedSubjectOf(material, endpointOf(endpoint), given);
  const { findings } = withTagFacts(judged.judgement, judged.exchange, asked, material.facts.world);
  const own = findings.map((found): Found => ({
    property: propertyOf(found, judged, material),
    finding: found,
    requestIndex: 0,
  }));
  return [...own, ...foreignInFree(judged, material)];
}

/** Everything that is wrong; the first on each request names the cause. A request without a reply to judge shows nothing. */
export function judgeTrial(
  trial: Trial,
  judged: readonly JudgedRequest[],
  material: Material,
): readonly Found[] {
  const single = judged.flatMap((one, requestIndex) => {
    if (one.notJudgedBecause !== undefined) return [];
    return alone(one, material).map((found) => ({ ...found, requestIndex }));
  });
  const isWhole = judged.every(({ notJudgedBecause }) => notJudgedBecause === undefined);
  return isWhole ? [...single, ...compared(trial, judged, material)] : single;
}
