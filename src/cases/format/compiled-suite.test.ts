/** The compiled suite equals the suite read from its files. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../../../test/test-helpers/temp-folder.ts';
import { readSource } from '../../world/yaml/source.ts';
import { compileSuite, readSuite } from './load-suite.ts';
import { suiteFilesAt } from './suite-files.ts';
import { compiledCases, type CompiledSuite } from './compiled-suite.ts';
import { suiteAt } from './suite-at.ts';

const COMPILED = JSON.parse(JSON.stringify(compileSuite('suites'))) as CompiledSuite;
const FOLDER = tempFolder();

describe('the compiled suite', () => {
  test.each(suiteFilesAt('suites'))('%s: cases, places and digest match the file', (file) => {
    const read = readSuite([readSource(file)], () => true);
    const compiled = compiledCases(file, COMPILED);
    expect(compiled).toEqual(read);
  });

  test("a changed file and a user's file of the same name are read from YAML", () => {
    const file = 'suites/4.4-envelope.yaml';
    const own = join(FOLDER, '4.4-envelope.yaml');
    writeFileSync(own, readFileSync(file));
    expect(compiledCases(own, COMPILED)).toBeUndefined();
    const stale = { '4.4-envelope.yaml': { digest: 'of an older text', cases: [] } };
    expect(compiledCases(file, stale)).toBeUndefined();
  });

  test('uncompiled sources read the YAML', async () => {
    expect(compiledCases('suites/4.4-envelope.yaml')).toBeUndefined();
    expect(await suiteAt(['suites'])).toEqual(
      readSuite(
        suiteFilesAt('suites').map((each) => readSource(each)),
        () => true,
      ),
    );
  });
});
