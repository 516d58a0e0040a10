/** A frozen set of cases and must cells: a case that is added later never turns an old statement false. */
import { ENDPOINT_IDS } from '../../contract/endpoints.ts';
import { clauseOf } from '../../contract/clauses.ts';
import { faultsError, inOrder, type FileFault } from '../../config/yaml/fault.ts';
import { readSource, type Source } from '../../config/yaml/source.ts';
import { readYaml, type Read } from '../../config/yaml/read-yaml.ts';
import { cellName } from '../../run/verdict/case-evidence.ts';
import { suggest } from '../../text/nearest.ts';
import { ALL, requirementSchema, type RequirementInput } from './requirement-schema.ts';

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
function clauseFaults(document: Read<RequirementInput>): readonly FileFault[] {
  return Object.keys(document.value.cells)
    .filter((id) => clauseOf(id)?.level !== 'must')
    .map((id) =>
      document.faultAt(['cells', id], `no must clause is called "${id}"`, 'see docs/clauses.md', 'key'),
    );
}

/** A required case that the suite no longer has can't be held. `ids`: those of the whole suite. */
function caseFaults(document: Read<RequirementInput>, ids: ReadonlySet<string>): readonly FileFault[] {
  const written = [...new Set([...ids].map((id) => id.slice(0, id.lastIndexOf('@'))))];
  return Object.entries(document.value.cases).flatMap(([id, places]) => {
    const gone = placesOf(places).filter((place) => !ids.has(`${id}@${place}`));
    if (gone.length === 0) return [];
    const what = written.includes(id)
      ? `the case "${id}" does not run on ${gone.join(', ')}`
      : `no case is called "${id}"`;
    return [document.faultAt(['cases', id], what, suggest(id, written, 'cases'), 'key')];
  });
}

/** Reads a set from its text and checks it against the ids of the whole suite. Throws one `file` error of all faults. */
export function requirementsFrom(source: Source, ids: ReadonlySet<string>): RequirementSet {
  const document = readYaml(source, requirementSchema);
  if (!document.ok) throw faultsError(document.faults);
  const faults = [...clauseFaults(document), ...caseFaults(document, ids)];
  if (faults.length > 0) throw faultsError(inOrder(faults));
  const { requirements, cases, cells } = document.value;
  return {
    name: requirements,
    cases: namesOf(cases, (id, place) => `${id}@${place}`),
    cells: namesOf(cells, cellName),
  };
}

/** Reads the file of a set. */
export function readRequirements(file: string, ids: ReadonlySet<string>): RequirementSet {
  return requirementsFrom(readSource(file), ids);
}
