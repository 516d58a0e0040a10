/** What a fuzz run can be asked for: properties by globs, and the list of them all. */
import { TagproofError } from '../../base/errors.ts';
import { allAlterationNames } from '../../fuzz/trials/alterations.ts';
import { PROPERTIES, PROPERTY_NAMES, type Property } from '../../fuzz/trials/properties.ts';
import { globToPattern } from '../../cases/format/select.ts';
import { inColumns } from '../../base/text/columns.ts';
import { grouped } from '../../base/text/grouping.ts';
import { didYouMean } from '../../base/text/nearest.ts';

/** A run that nothing else bounds takes at most this long. */
export const DEFAULT_TIME_MS = 20_000;

function matching(option: string, globs: readonly string[]): ReadonlySet<Property> {
  return new Set(
    globs.flatMap((glob) => {
      const found = PROPERTY_NAMES.filter((name) => globToPattern(glob).test(name));
      if (found.length > 0) return found;
      const hint = didYouMean(glob, PROPERTY_NAMES) ?? `one of: ${PROPERTY_NAMES.join(', ')}`;
      throw new TagproofError('usage', `${option} ${glob}: no property has this name\n${hint}`);
    }),
  );
}

/** The chosen properties in the table's order. A glob that matches none is an error, and so is a choice of none. */
export function propertiesFor({
  only = [],
  skip = [],
}: {
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
}): readonly Property[] {
  const wanted = matching('--only', only.length === 0 ? ['*'] : only);
  const left = matching('--skip', skip);
  const chosen = PROPERTY_NAMES.filter((name) => wanted.has(name) && !left.has(name));
  if (chosen.length > 0) return chosen;
  throw new TagproofError(
    'nothing-selected',
    '--only and --skip leave no property\nsee fuzz --help properties',
  );
}

const indented = (lines: readonly string[]): string => lines.map((line) => `  ${line}\n`).join('');

function alterationsByPart(): readonly string[] {
  const names = allAlterationNames().map((name) => name.split(' '));
  return [...grouped(names, ([part = '']) => part)].map(
    ([part, its]) => `${part}: ${its.map(([, alteration = '']) => alteration).join(', ')}`,
  );
}

export function fuzzList(): string {
  const properties = PROPERTY_NAMES.map((name) => {
    const { description, clauses } = PROPERTIES[name];
    return [name, description, clauses.join(', ')];
  });
  return [
    `properties (--only)\n${indented(inColumns(properties))}`,
    `alterations (shared with the suite's alter:, body:, path: and wire:)\n${indented(alterationsByPart())}`,
  ].join('\n');
}
