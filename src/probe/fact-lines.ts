/** What a probe learned about the world, for people. */
import { showTags } from '../judge/show.ts';
import { plural } from '../text/plural.ts';
import { oneLine } from '../text/visible.ts';
import { describeFact, type Fact, type TagsFact } from '../run/orientation/learned.ts';
import { namesInWords } from './evidence-words.ts';

const shownBy = ({ evidence }: Fact): string => `shown by ${namesInWords(evidence, 'request')}`;

/** A section of its own; none where nothing was learned. */
export function factLines(facts: readonly Fact[]): readonly string[] {
  if (facts.length === 0) return [];
  return [
    `learned of the world: ${plural(facts.length, 'fact')}`,
    ...facts.map((fact) => oneLine(`${describeFact(fact)}; ${shownBy(fact)}`)).map((line) => `  ${line}`),
    '',
  ];
}

/** Facts that go against the file. */
export const againstFile = (facts: readonly Fact[]): readonly TagsFact[] =>
  facts.filter((fact) => fact.kind === 'tags').filter(({ against }) => against !== undefined);

/** `gamePlayer playerann1: the file declares the tags vip: gold, but the target answers none (shown by ...)`. */
export function againstLine(fact: TagsFact): string {
  const { resource, id, against = [], tags } = fact;
  const texts = `the file declares ${showTags(against)}, but this backend answers ${showTags(tags)}`;
  return oneLine(`${resource} ${id}: ${texts} (${shownBy(fact)})`);
}
