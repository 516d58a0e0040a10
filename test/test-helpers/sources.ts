/** The files of the source tree as text, for the tests that hold its shape. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export interface SourceFile {
  /** From the root of the repository, for instance `src/judge/compare/check.ts`. */
  readonly path: string;
  readonly text: string;
  /** Comments left out. */
  readonly code: string;
}

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g;

/** Every file that is shipped: neither a test nor a helper of one. */
export function sources(...roots: readonly string[]): readonly SourceFile[] {
  return roots
    .flatMap((root) =>
      readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => join(root, path)),
    )
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.ts$|\/test-helpers\//.test(path))
    .map((path) => {
      const text = readFileSync(path, 'utf8');
      return { path, text, code: text.replaceAll(COMMENTS, '') };
    });
}

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;

/** What a file imports, types too: paths from the root, and names of packages as they are. */
export function importsOf({ path, code }: SourceFile): readonly string[] {
  return [...code.matchAll(IMPORT)].map(([, from = '']) =>
    from.startsWith('.') ? normalize(join(dirname(path), from)) : from,
  );
}

/** The code with every string emptied, so that only what it does is left. */
export function withoutStrings({ code }: SourceFile): string {
  return code.replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''");
}
