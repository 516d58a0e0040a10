/** What `tagproof fuzz --list` prints: the properties, the phases and the alterations. */
import { allAlterationNames } from '../../fuzz/trials/all-alterations.ts';
import { PHASE_NAMES, PHASES } from '../../fuzz/campaign/phases.ts';
import { PROPERTIES, PROPERTY_NAMES } from '../../fuzz/trials/properties.ts';
import { inColumns } from '../../text/columns.ts';
import { grouped } from '../../text/grouping.ts';

const indented = (lines: readonly string[]): string => lines.map((line) => `  ${line}\n`).join('');

function alterationsByPart(): readonly string[] {
  const names = allAlterationNames(true).map((name) => name.split(' '));
  return [...grouped(names, ([part = '']) => part)].map(
    ([part, its]) => `${part}: ${its.map(([, alteration = '']) => alteration).join(', ')}`,
  );
}

export function fuzzList(): string {
  const properties = PROPERTY_NAMES.map((name) => {
    const { description, clauses } = PROPERTIES[name];
    return [name, description, clauses.join(', ')];
  });
  const phases = PHASE_NAMES.map((name) => [name, PHASES[name].description]);
  return [
    `properties (--property)\n${indented(inColumns(properties))}`,
    `phases (--phase)\n${indented(inColumns(phases))}`,
    `alterations (shared with the suite's alter:, body:, path: and wire:)\n${indented(alterationsByPart())}`,
  ].join('\n');
}
