/** Cases as a list: each written case once, with its title and where it is run. */
import { inColumns } from '../text/columns.ts';
import { grouped } from '../text/grouping.ts';
import { plural } from '../text/plural.ts';
import type { Instance } from '../suite/format/instance.ts';

/** `  id/one-short  an id one character too short ...  on 9 endpoints`, a line for each. */
export function caseLines(instances: readonly Instance[]): readonly string[] {
  const rows = [...grouped(instances, ({ from }) => from)].map(([{ written }, its]) => {
    const [first = ''] = its.map(({ id }) => id.slice(written.id.length + 1));
    const where = first.includes('.') ? 'endpoint' : 'resource';
    return [
      `  ${written.id}`,
      its.length === 1 ? `on ${first}` : `on ${plural(its.length, where)}`,
      written.title,
    ];
  });
  return inColumns(rows);
}
