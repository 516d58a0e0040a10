/** A frozen set of cases and must cells: a case that is added later never turns an old statement false. */
import { ENDPOINT_IDS, RESOURCES } from '../contract/endpoints.ts';
import { clauseOf } from '../contract/clauses.ts';
import { readSource } from '../config/yaml/source.ts';
import type { Complain } from '../config/yaml/located.ts';
import { readChecked } from '../config/yaml/read-yaml.ts';
import { cellName } from '../run/verdict/case-evidence.ts';
import { suggest } from '../text/nearest.ts';
import { z } from 'zod';
import { CLAUSES } from '../contract/clause-register.ts';
import { grouped } from '../text/grouping.ts';

// The schema of a requirement set. No transforms: a JSON Schema for editors is made of it.

/** Every endpoint, in one word. */
export const ALL = 'all';

const placesSchema = z
  .union([z.literal(ALL), z.array(z.enum([...ENDPOINT_IDS, ...RESOURCES])).min(1)])
  .describe('The endpoints, or the resources of a case of resources; all: the nine endpoints.');

export const requirementSchema = z
  .strictObject({
    requirements: z.string().min(1).describe('The name of the set: the version of tagproof that froze it.'),
    cases: z.record(z.string(), placesSchema).describe('Every required case, by its id.'),
    cells: z.record(z.string(), placesSchema).describe('Every must that counts for coverage, by its clause.'),
  })
  .describe(
    'A frozen requirement set: what a statement of conformance says was held, whatever is added later.',
  );

type RequirementInput = z.infer<typeof requirementSchema>;

export interface RequirementSet {
  readonly name: string;
  /** Ids of instances: `id/one-short@group.admin`. */
  readonly cases: ReadonlySet<string>;
  /** Must cells, as a run counts them. */
  readonly cells: ReadonlySet<string>;
}

const placesOf = (places: RequirementInput['cases'][string]): readonly string[] =>
  places === ALL ? ENDPOINT_IDS : places;

function namesOf(
  table: RequirementInput['cases'],
  nameOf: (id: string, place: string) => string,
): ReadonlySet<string> {
  return new Set(
    Object.entries(table).flatMap(([id, places]) => placesOf(places).map((place) => nameOf(id, place))),
  );
}

/** A must that the register no longer has would be left out silently. */
function checkClauses({ cells }: RequirementInput, complain: Complain): void {
  for (const id of Object.keys(cells))
    if (clauseOf(id)?.level !== 'must')
      complain(['cells', id], `no must clause is called "${id}"`, 'see docs/clauses.md', 'key');
}

/** A required case that the suite no longer has can't be held. `ids`: those of the whole suite. */
function checkCases({ cases }: RequirementInput, ids: ReadonlySet<string>, complain: Complain): void {
  const written = [...new Set([...ids].map((id) => id.slice(0, id.lastIndexOf('@'))))];
  for (const [id, places] of Object.entries(cases)) {
    const gone = placesOf(places).filter((place) => !ids.has(`${id}@${place}`));
    if (gone.length === 0) continue;
    const what = written.includes(id)
      ? `the case "${id}" does not run on ${gone.join(', ')}`
      : `no case is called "${id}"`;
    complain(['cases', id], what, suggest(id, written, 'cases'), 'key');
  }
}

/** Reads the file of a set and checks it against the ids of the whole suite. Throws one `file` error of all faults. */
export function readRequirements(file: string, ids: ReadonlySet<string>): RequirementSet {
  const document = readChecked(readSource(file), requirementSchema, (set, complain) => {
    checkClauses(set, complain);
    checkCases(set, ids, complain);
  });
  const { requirements, cases, cells } = document.value;
  return {
    name: requirements,
    cases: namesOf(cases, (id, place) => `${id}@${place}`),
    cells: namesOf(cells, cellName),
  };
}

// The text of a requirement set: one line a case and a clause, in the order of their names.

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
