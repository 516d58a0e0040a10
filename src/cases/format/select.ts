/** Choosing cases: globs over case id, clause and endpoint. */
import { ENDPOINTS } from '../../spec/endpoints.ts';
import { TagproofError } from '../../base/errors.ts';
import { didYouMean } from '../../base/text/nearest.ts';
import type { Instance } from './instance.ts';
import type { WrittenCase } from './schema/case-schema.ts';

/** The names that choose an instance. */
function choosingNames(instance: Instance): readonly string[] {
  const { written } = instance.from;
  return [instance.id, written.id, ...written.clauses, ...instance.endpoints.map(({ id }) => id)];
}

/** A glob in which `*` stands for any characters; a plain name also chooses what lies below it, as `7.3` does `7.3/known`. */
export function globToPattern(glob: string): RegExp {
  const escaped = glob.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\*+/g, '.*');
  return new RegExp(`^${escaped}(?:[/@].*)?$`);
}

interface Selection {
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
}

function unmatched(glob: string, option: string, instances: readonly Instance[]): TagproofError {
  const words = [...new Set(instances.flatMap(choosingNames))];
  const wider = [glob.toLowerCase(), `${glob}*`, `*${glob}*`]
    .map((each) => each.replaceAll(/\*+/g, '*'))
    .find((each) => words.some((word) => globToPattern(each).test(word)));
  const meant =
    wider === undefined
      ? didYouMean(glob.replaceAll('*', ''), words)
      : `did you mean ${JSON.stringify(wider)}?`;
  const isOwn = instances.every(({ from }) => !from.shipped);
  const all = `names with: tagproof list${isOwn ? ', and the same --suite' : ''}`;
  const hint = meant === undefined ? `see the ${all}` : `${meant} See all ${all}`;
  return new TagproofError(
    'nothing-selected',
    `${option} ${glob} matches no case, clause or endpoint\n${hint}`,
  );
}

/** Whether a glob chooses an instance. Of thousands few are chosen: each case is looked at once, and endpoints only where one has such a name. */
function chooser(pattern: RegExp): (instance: Instance) => boolean {
  const fits = (name: string): boolean => pattern.test(name);
  const isEndpoint = ENDPOINTS.some(({ id }) => fits(id));
  const cases = new Map<WrittenCase, boolean>();
  return (instance) => {
    const { written } = instance.from;
    const isOfCase = cases.get(written) ?? (fits(written.id) || written.clauses.some(fits));
    cases.set(written, isOfCase);
    return isOfCase || fits(instance.id) || (isEndpoint && instance.endpoints.some(({ id }) => fits(id)));
  };
}

function matchingInstances(
  glob: string,
  option: string,
  instances: readonly Instance[],
): ReadonlySet<Instance> {
  const found = new Set(instances.filter(chooser(globToPattern(glob))));
  if (found.size === 0) throw unmatched(glob, option, instances);
  return found;
}

/** The instances that are chosen. A glob that matches nothing is an error, and so is a choice of none. */
export function select(
  instances: readonly Instance[],
  { only = [], skip = [] }: Selection,
): readonly Instance[] {
  const wanted = only.map((glob) => matchingInstances(glob, '--only', instances));
  const unwanted = skip.map((glob) => matchingInstances(glob, '--skip', instances));
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
