/** What `tagproof fuzz --list` prints: the properties, the phases and the alterations. */
import { allBendNames } from '../../fuzz/save/bend-names.ts';
import { PHASE_NAMES, PHASES } from '../../fuzz/generate/phases.ts';
import { PROPERTIES, PROPERTY_NAMES } from '../../fuzz/execute/properties.ts';
import { inColumns } from '../../text/columns.ts';

const indented = (lines: readonly string[]): string => lines.map((line) => `  ${line}\n`).join('');

function alterations(): readonly string[] {
  const byPart = new Map<string, string[]>();
  for (const name of allBendNames(true)) {
    const [part = '', bend = ''] = name.split(' ');
    byPart.set(part, [...(byPart.get(part) ?? []), bend]);
  }
  return [...byPart].map(([part, bends]) => `${part}: ${bends.join(', ')}`);
}

export function fuzzList(): string {
  const properties = PROPERTY_NAMES.map((name) => {
    const { says, clauses } = PROPERTIES[name];
    return [name, says, clauses.join(', ')];
  });
  const phases = PHASE_NAMES.map((name) => [name, PHASES[name].says]);
  return [
    `properties (--property)\n${indented(inColumns(properties))}`,
    `phases (--phase)\n${indented(inColumns(phases))}`,
    `alterations (shared with the suite's bend:, body:, path: and wire:)\n${indented(alterations())}`,
  ].join('\n');
}
