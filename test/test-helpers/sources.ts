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

/** What each name leads to. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

function reachedFrom(name: string, graph: Graph): ReadonlySet<string> {
  const seen = new Set<string>();
  const next = [name];
  for (let each = next.pop(); each !== undefined; each = next.pop())
    for (const to of graph.get(each) ?? [])
      if (!seen.has(to)) {
        seen.add(to);
        next.push(to);
      }
  return seen;
}

/** The names that lead back to themselves, in groups: a group is a circle, or several that touch. */
export function circlesIn(graph: Graph): readonly string[] {
  const reached = new Map([...graph.keys()].map((name) => [name, reachedFrom(name, graph)]));
  const leadsTo = (from: string, to: string): boolean => reached.get(from)?.has(to) === true;
  const round = [...graph.keys()].filter((name) => leadsTo(name, name));
  const groups = round.map((name) => round.filter((other) => leadsTo(name, other) && leadsTo(other, name)));
  return [...new Set(groups.map((group) => group.toSorted().join(' ')))];
}
