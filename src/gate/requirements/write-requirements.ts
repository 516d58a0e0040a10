/** The text of a requirement set: one line a case and a clause, in the order of their names. */
import { CLAUSES } from '../../contract/clause-register.ts';
import { ENDPOINT_IDS } from '../../contract/endpoints.ts';
import { grouped } from '../../text/grouping.ts';
import { ALL } from './requirement-schema.ts';

function line(id: string, places: readonly string[]): string {
  const all = ENDPOINT_IDS.length === places.length && ENDPOINT_IDS.every((each) => places.includes(each));
  return `  ${JSON.stringify(id)}: ${all ? ALL : `[${places.join(', ')}]`}`;
}

const sorted = (table: Iterable<readonly [string, readonly string[]]>): readonly string[] =>
  [...table].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([id, places]) => line(id, places));

/** The set of these instances and of all musts of the register. `ids`: `id/one-short@group.admin`. */
export function requirementsText(name: string, ids: readonly string[]): string {
  const split = ids.map(
    (id) => [id.slice(0, id.lastIndexOf('@')), id.slice(id.lastIndexOf('@') + 1)] as const,
  );
  const cases = [...grouped(split, ([id]) => id)].map(
    ([id, places]) => [id, places.map(([, place]) => place)] as const,
  );
  const cells = CLAUSES.flatMap((clause) =>
    clause.level === 'must' ? [[clause.id, clause.on] as const] : [],
  );
  return [
    '# yaml-language-server: $schema=requirements.schema.json',
    `# What tagproof ${name} requires, frozen by npm run requirements. Later versions add cases, but never to this file.`,
    `requirements: ${JSON.stringify(name)}`,
    'cases:',
    ...sorted(cases),
    'cells:',
    ...sorted(cells),
    '',
  ].join('\n');
}
