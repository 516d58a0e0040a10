/** Backends that made other choices than ours where the document is silent are not accused by a run that knows little of them. */
import { describe, expect, test } from 'vitest';
import { expand } from '../src/suite/format/instance.ts';
import { loadSuite } from '../src/suite/format/load-suite.ts';
import { readTargetFile } from '../src/config/target-file/read-target-file.ts';
import { bareTarget, type TargetFile } from '../src/config/target-file/target-file.ts';
import { COMBINATIONS, simulatorOf } from './test-helpers/dialects.ts';
import { runInProcess, troubles } from './test-helpers/in-process-run.ts';

const served = readTargetFile('fixtures/world.yaml', {});
/** Cases of rate and sessions want real time. */
const instances = expand(loadSuite(['suites'])).filter(({ from }) => from.written.alone !== true);

const ENV = {
  STAGING_URL: 'http://127.0.0.1:1',
  STAGING_PLAYER_KEY: 'public-player-key-all-rules-0001',
  STAGING_ADMIN_KEY: 'public-admin-key-all-rules-0001',
  STAGING_TOKEN: 'public-token-of-ann-0001',
};

/** Each with the fewest cases that any of its dialects passes. */
const FILES: readonly (readonly [what: string, declared: TargetFile, passed: number])[] = [
  ['the small file', readTargetFile('fixtures/small-target.yaml', ENV), 1049],
  ['the minimal file', readTargetFile('fixtures/minimal-target.yaml', ENV), 523],
  ['a URL alone', bareTarget(new URL(ENV.STAGING_URL)), 23],
];

const DIALECTS = COMBINATIONS.map((combination, index) => [index + 1, combination] as const);

/** Each dialect meets one of the files; `tolerance.test.ts` does the same with the whole world. */
const dealt = (at: number): typeof DIALECTS => DIALECTS.filter((_, index) => index % FILES.length === at);

describe.each(FILES.map((file, at) => [...file, dealt(at)] as const))(
  'knowing %s',
  (_, declared, passed, dialects) => {
    test.each(dialects)(
      'dialect %i is accused of nothing, and its set-up is right',
      async (__, combination) => {
        const result = await runInProcess({
          instances,
          served,
          declared,
          simulator: simulatorOf(combination),
        });
        expect(troubles(result).filter((line) => !line.startsWith('skip '))).toEqual([]);
        expect(result.totals.pass).toBeGreaterThanOrEqual(passed);
      },
    );
  },
);
