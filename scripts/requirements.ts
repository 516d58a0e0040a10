/** Freezes the requirement set of the version in package.json: `npm run requirements`, once for each release. */
import { writeFileSync } from 'node:fs';
import { requirementsText } from '../src/gate/requirement-set.ts';
import { DEFAULT_SUITE, requirementsPath } from '../src/package-paths.ts';
import { expand } from '../src/suite/format/instance.ts';
import { loadSuite } from '../src/suite/format/load-suite.ts';
import { VERSION } from '../src/version.ts';

const ids = expand(loadSuite([DEFAULT_SUITE])).map(({ id }) => id);
writeFileSync(requirementsPath(VERSION), requirementsText(VERSION, ids));
