/** A case that is saved of what was found: what is right for its request, as a case expects it, and its text. */
import type { TagItem } from '../../spec/envelope.ts';
import { breaches, type Dialect } from '../../spec/dialect/dialect.ts';
import { differingTags } from '../../judge/compare/match-tags.ts';
import type { Allowed, AllowedOutcome } from '../../judge/expect/allowed.ts';
import { safeYaml } from '../../base/text/safe-yaml.ts';
import { UNKNOWN, type Fact } from '../../world/world.ts';
import type { WrittenOutcome } from './schema/outcome-schema.ts';

/** A part of a suite file as plain data. */
export type CaseData = Readonly<Record<string, unknown>>;

/** The text of a suite file with this case alone. */
export const caseText = (written: CaseData, chapter: string): string =>
  safeYaml({ chapter, cases: [written] });

function writtenTags(
  { tags, match }: Extract<AllowedOutcome['expected'], { kind: 'tags' }>,
  own: Fact<readonly TagItem[]> | undefined,
): WrittenOutcome {
  const some = match === 'some of' ? ({ some: true } as const) : {};
  if (tags === UNKNOWN || (own !== undefined && own !== UNKNOWN && !differingTags(own, tags)))
    return { reply: 'tags', ...some };
  return { reply: 'tags', tags: tags.map(({ key, value }) => ({ key, value })), ...some };
}

function writtenOutcome(
  { expected, optional }: AllowedOutcome,
  own: Fact<readonly TagItem[]> | undefined,
): WrittenOutcome {
  switch (expected.kind) {
    case 'tags':
      return writtenTags(expected, own);
    case 'not-found':
      return { reply: 'not-found' };
    case 'anything':
      return { reply: 'anything' };
    case 'http':
      return { reply: 'http', status: expected.statuses === 'any' ? 'any' : [...expected.statuses] };
    case 'refused':
      if (expected.code !== 'InvalidRequestParameters') return { reply: 'refused', code: expected.code };
      if (expected.member === undefined)
        return { reply: 'invalid', members: expected.unlisted === true ? 'none' : 'shape' };
      return {
        reply: 'invalid',
        members: [
          {
            code:
              expected.member.element === undefined
                ? expected.member.member
                : `${expected.member.member}[${expected.member.element}]`,
            type: expected.member.type,
            ...(optional === true && { optional }),
          },
        ],
      };
  }
}

/** All failing members in one outcome: a reply may list any of them. */
function joinedMembers(outcomes: readonly WrittenOutcome[]): readonly WrittenOutcome[] {
  const lists = outcomes.flatMap(({ reply, members }) =>
    reply === 'invalid' && typeof members === 'object' ? members : [],
  );
  if (lists.length === 0) return outcomes;
  const others = outcomes.filter(({ reply, members }) => reply !== 'invalid' || typeof members !== 'object');
  const unique = new Map(lists.map((each) => [JSON.stringify(each), each]));
  return [...others, { reply: 'invalid', members: [...unique.values()] }];
}

/** The outcomes that are right without a warning under this dialect; if there are none, all that are allowed. */
function outcomesToSave({ outcomes, endpoint }: Allowed, dialect: Dialect): readonly AllowedOutcome[] {
  const silent = outcomes.filter(({ when }) => breaches(when, dialect, endpoint).length === 0);
  return silent.length === 0 ? outcomes : silent;
}

/** What is right for a request, as a case expects it. `own`: the tags of its subject, which a case takes from the world. */
export function writtenExpectation(
  allowed: Allowed,
  dialect: Dialect,
  own: Fact<readonly TagItem[]> | undefined,
): WrittenOutcome | readonly WrittenOutcome[] {
  if (allowed.strictness === 'only liveness') return { reply: 'anything' };
  const written = outcomesToSave(allowed, dialect).map((outcome) => writtenOutcome(outcome, own));
  const unique = [...new Map(written.map((each) => [JSON.stringify(each), each])).values()];
  const joined = joinedMembers(unique);
  return joined.length === 1 ? (joined[0] as WrittenOutcome) : joined;
}
