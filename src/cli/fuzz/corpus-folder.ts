/** The folder of a corpus: NDJSON files. Made to be kept by CI from run to run. */
import { parsedJson } from '../../text/parsed-json.ts';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { TagproofError } from '../../errors.ts';
import { readSource } from '../../config/yaml/source.ts';
import { writeWhole } from '../../file-in-place.ts';
import { checkWritableFolder, namesIn, withFile } from '../../file-trouble.ts';
import { CORPUS_FORMAT, corpusEntrySchema, type CorpusEntry } from '../../fuzz/campaign/corpus-entry.ts';
import { entriesNotIn } from '../../fuzz/campaign/corpus-keeper.ts';

const END = '.ndjson';
/** A full corpus has about 65,000 lines of some hundred characters. */
const MAX_BYTES = 256 * 1024 * 1024;

function faulty(path: string, line: number, what: string): TagproofError {
  return new TagproofError(
    'usage',
    `${path}:${line}: ${what}\nnothing was changed; take the line out, or remove the file: the next run fills it again`,
  );
}

function formatOf(json: unknown): unknown {
  return typeof json === 'object' && json !== null && 'format' in json ? json.format : undefined;
}

function entryAt(text: string, path: string, line: number): CorpusEntry {
  const json = parsedJson(text);
  if (json === undefined) throw faulty(path, line, 'this line is not valid JSON');
  const read = corpusEntrySchema.safeParse(json);
  if (read.success) return read.data;
  if (formatOf(json) !== CORPUS_FORMAT)
    throw faulty(
      path,
      line,
      `this entry is not of format ${CORPUS_FORMAT}, the only one that this version reads`,
    );
  const [issue] = read.error.issues;
  throw faulty(path, line, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not as expected'}`);
}

/** The entries of a text, one a line; blank lines do no harm. TagproofError('usage') with the place of the first faulty one. */
export function readCorpus(text: string, path: string): readonly CorpusEntry[] {
  return text.split('\n').flatMap((line, at) => (line.trim() === '' ? [] : [entryAt(line, path, at + 1)]));
}

/** Reads all files of the folder; one that is missing is made when something is written. */
export function corpusFolder(folder: string) {
  checkWritableFolder('--corpus', folder);
  const own = `corpus${END}`;
  const names = existsSync(folder) ? namesIn(folder) : [];
  const files = new Map(
    names
      .filter((name) => name.endsWith(END) && !name.startsWith('.'))
      .map((name) => {
        const path = join(folder, name);
        return [name, readCorpus(readSource(path, MAX_BYTES).text, path)];
      }),
  );
  return {
    /** The entries of all files. */
    entries: [...files.values()].flat(),
    /** Writes the entries that the files of other parts lack, to a draft that is then renamed: no reader sees half a file. */
    write(entries: readonly CorpusEntry[]): void {
      const others = [...files].filter(([name]) => name !== own).flatMap(([, each]) => each);
      const lines = entriesNotIn(entries, others).map((entry) => `${JSON.stringify(entry)}\n`);
      withFile(folder, 'write', () => {
        mkdirSync(folder, { recursive: true });
        writeWhole(join(folder, own), lines.join(''));
      });
    },
  };
}
