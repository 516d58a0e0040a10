/** `run:` of a target file: defaults of options of the command `run`. The command line reads its words and paths, and says what is wrong with one. */
import { dirname, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import type { TagproofError } from '../../base/errors.ts';
import { faultsError } from '../yaml/fault.ts';
import { textThat } from '../world-file/checked-texts.ts';
import { reportNamed } from './report-word.ts';
import type { Located } from '../yaml/located.ts';
import type { YamlPath } from '../yaml/path.ts';
import { FAIL_ON_WORDS } from './fail-on-words.ts';

const text = z.string().min(1);

const reportText = textThat((word) => {
  const named = reportNamed(word);
  return 'wrong' in named ? [`is wrong: ${named.wrong}`, named.hint] : undefined;
});

export const runSchema = z
  .strictObject({
    reporters: z
      .array(reportText)
      .describe('Reports, as -o names them: [console, junit=tagproof.xml].')
      .exactOptional(),
    failOn: z
      .array(z.enum(FAIL_ON_WORDS))
      .describe('What fails a run besides a broken must, as --fail-on names it.')
      .exactOptional(),
    baseline: text.describe('The file of known findings, as --baseline names it.').exactOptional(),
    suites: z
      .array(text)
      .describe('Suite files and folders, as --suite names them; shipped: the suite of tagproof.')
      .exactOptional(),
  })
  .describe(
    'What `tagproof run` does unless its command line says otherwise. Paths are relative to this file.',
  );

type RunInput = z.infer<typeof runSchema>;

export interface RunSection extends RunInput {
  /** A path of the section, from the current directory. */
  pathOf(path: string): string;
  /** The error of a word or path of the section, with its place: `message` may have several lines. */
  wrong(path: YamlPath, message: string): TagproofError;
}

export function runSectionOf(input: RunInput | undefined, document: Located): RunSection | undefined {
  return (
    input && {
      ...input,
      pathOf: (path) => (isAbsolute(path) ? path : join(dirname(document.file), path)),
      wrong(path, message) {
        const [first = '', ...hint] = message.split('\n');
        return faultsError([document.faultOf(['run', ...path], first, hint.join('\n') || undefined)]);
      },
    }
  );
}
