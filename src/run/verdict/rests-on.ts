/** Which learned facts a finding rests on: with the file alone, the document would allow the reply. */
import { allowedForRequest } from '../../judge/expect/allowed-for-request.ts';
import { check } from '../../judge/compare/check.ts';
import { breaksMust } from '../../judge/compare/finding.ts';
import type { Roles } from '../../judge/planned.ts';
import { describeEvidence, type Fact, type KnownFacts, worldWith } from '../orientation/learned.ts';
import type { Sent } from './sent.ts';

/** Whether a fact is about the key or the subject of a request. */
function concerns(fact: Fact, { key, subject, endpoint }: Roles): boolean {
  switch (fact.kind) {
    case 'role':
    case 'game':
      return fact.key === key?.name;
    case 'rule':
      return fact.key === key?.name && (fact.rule === endpoint.rule || fact.rule === endpoint.otherRule);
    case 'tags':
      return fact.resource === subject.resource && fact.id === subject.id && fact.game === subject.game;
    case 'absent':
      return fact.resource === subject.resource && fact.ids.includes(subject.id);
  }
}

/**
 * The facts behind the findings of one exchange: those without which the reply would be allowed; where only several of them
 * together would excuse it, all of them. None where the findings hold by the file alone.
 */
function factsBehind(sent: Sent, facts: KnownFacts): readonly Fact[] {
  if (!breaksMust(sent.findings) || sent.planned.rest !== undefined) return [];
  const near = facts.learned.filter((fact) => concerns(fact, sent.planned.who));
  const isAllowedBy = (known: readonly Fact[]): boolean => {
    const allowed = allowedForRequest(sent.planned.request, {
      ...facts,
      world: worldWith(facts.declared, known),
    });
    return !breaksMust(check(allowed, sent.exchange, facts.dialect).findings);
  };
  if (near.length === 0 || !isAllowedBy([])) return [];
  const needed = near.filter((fact) => isAllowedBy(near.filter((other) => other !== fact)));
  return needed.length > 0 ? needed : near;
}

/** One line for each learned fact that the findings of a case rest on. */
export function restingOn(sent: readonly Sent[], facts: KnownFacts): readonly string[] {
  const behind = sent.flatMap((each) => factsBehind(each, facts));
  return [...new Set(behind.map((fact) => `rests on: ${describeEvidence(fact)}`))];
}
