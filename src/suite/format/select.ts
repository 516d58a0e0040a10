/** Choosing cases: globs over case id, clause and endpoint. */
import { TagproofError } from '../../errors.ts';
import { didYouMean } from '../../text/nearest.ts';
import { endpointsOf, type Instance } from './instance.ts';

/** The names that choose an instance. */
function namesOf(instance: Instance): readonly string[] {
  const { written } = instance.from;
  return [instance.id, written.id, ...written.clauses, ...endpointsOf(instance).map(({ id }) => id)];
}

/** A glob in which `*` stands for any characters; a plain name also chooses what lies below it, as `7.3` does `7.3/known`. */
export function globToPattern(glob: string): RegExp {
  const escaped = glob.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\*+/g, '.*');
  return new RegExp(`^${escaped}(?:[/@].*)?$`);
}

export interface Selection {
  readonly only: readonly string[];
  readonly skip: readonly string[];
}

function unmatched(glob: string, option: string, instances: readonly Instance[]): TagproofError {
  const words = [...new Set(instances.flatMap(namesOf))];
  const wider = [glob.toLowerCase(), `${glob}*`, `*${glob}*`].find((each) =>
    words.some((word) => globToPattern(each).test(word)),
  );
  const meant =
    wider === undefined
      ? didYouMean(glob.replaceAll('*', ''), words)
      : `did you mean ${JSON.stringify(wider)}?`;
  const hint = `${meant === undefined ? 'see the' : `${meant} See all`} names with: tagproof list`;
  return new TagproofError(
    'nothing-selected',
    `${option} ${glob} matches no case, clause or endpoint\n${hint}`,
  );
}

function matching(glob: string, option: string, instances: readonly Instance[]): ReadonlySet<Instance> {
  const pattern = globToPattern(glob);
  const found = new Set(instances.filter((instance) => namesOf(instance).some((name) => pattern.test(name))));
  if (found.size === 0) throw unmatched(glob, option, instances);
  return found;
}

/** The instances that are chosen. A glob that matches nothing is an error, and so is a choice of none. */
export function select(instances: readonly Instance[], { only, skip }: Selection): readonly Instance[] {
  const wanted = only.map((glob) => matching(glob, '--only', instances));
  const unwanted = skip.map((glob) => matching(glob, '--skip', instances));
  const chosen = instances.filter(
    (instance) =>
      (wanted.length === 0 || wanted.some((set) => set.has(instance))) &&
      !unwanted.some((set) => set.has(instance)),
  );
  if (chosen.length > 0) return chosen;
  throw new TagproofError(
    'nothing-selected',
    'no case is selected: --skip removes everything that --only selected',
  );
}
