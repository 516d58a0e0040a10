/** What each conformant dialect gets: how many cases of each verdict, and those that did not pass. */
import { readTargetFile } from '../../src/world/target-file/read-target-file.ts';
import { expand } from '../../src/cases/format/instance.ts';
import { loadSuite } from '../../src/cases/format/load-suite.ts';
import { COMBINATIONS, simulatorOf } from '../test-helpers/dialects.ts';
import { runInProcess, troubles } from '../test-helpers/in-process-run.ts';
import { lineOf, type Details } from './record.ts';

export async function tolerance(): Promise<Details> {
  const served = readTargetFile('fixtures/world.yaml', {});
  // Cases of rate and sessions want real time.
  const instances = expand(loadSuite(['suites'])).filter(({ from }) => from.written.alone !== true);
  const details = new Map<string, string>();
  for (const [index, combination] of COMBINATIONS.entries()) {
    const result = await runInProcess({ instances, served, simulator: simulatorOf(combination) });
    const { pass, skip, ...accused } = result.totals;
    details.set(`dialect ${index + 1}`, lineOf({ pass, skip, ...accused }));
    details.set(`dialect ${index + 1} not passed`, troubles(result).join('\n'));
  }
  return details;
}
