/** The kinds of files that commands read, told apart by how they begin: a file that was given in place of another is named for what it is. */

interface Kind {
  readonly looks: RegExp;
  readonly what: string;
  /** What reads it. */
  readonly use: string;
}

const keyed = (keys: string): RegExp => new RegExp(`^(?:\\{\\s*)?"?(?:${keys})"?\\s*:`, 'm');

export const FILE_KINDS = {
  record: {
    looks: /^\s*\{"kind":"(?:run|case)-/,
    what: 'the record of a run',
    use: 'tagproof report FILE and tagproof compare FILE FILE',
  },
  suite: { looks: keyed('chapter|cases'), what: 'a suite', use: 'tagproof run --suite FILE' },
  target: {
    looks: keyed('target|world|dialect|provoke|extensions|http'),
    what: 'a target or world file',
    use: 'tagproof run --target FILE, or --world FILE where it names no target',
  },
  baseline: {
    looks: /^(?:- +\{? *(?:clause|kind|cases|reason|until):|\s*\[\s*(?:\]\s*$|\{\s*"clause"))/m,
    what: 'a baseline',
    use: 'tagproof run --baseline FILE',
  },
  recording: { looks: /^\s*\{\s*"log"\s*:/, what: 'a recording (HAR)', use: 'tagproof judge FILE' },
  report: {
    looks: /^\s*\{\s*"format"\s*:\s*\d+,\s*"run"/,
    what: 'the JSON report of a run',
    use: 'scripts; tagproof reads the record, which --reporter ndjson=FILE writes',
  },
  openapi: { looks: keyed('openapi|swagger'), what: 'an OpenAPI document', use: 'other tools' },
  lines: {
    looks: /^\s*\{.*\}\r?\n\s*\{/,
    what: 'JSON line by line (NDJSON)',
    use: 'tagproof judge FILE, where each line is an entry of a HAR',
  },
  pem: { looks: /^-----BEGIN /m, what: 'a certificate or a key (PEM)', use: 'http: { ca, cert, key }' },
  page: { looks: /^\s*<(?:!doctype|html|\?xml)/i, what: 'a page (HTML or XML)', use: 'browsers' },
} as const satisfies Record<string, Kind>;

export type FileKind = keyof typeof FILE_KINDS;

/** What to do about a file that says nothing. */
export const whereFrom = (kind: FileKind): string =>
  kind === 'record'
    ? 'nothing was recorded'
    : `${kind === 'target' ? 'tagproof init writes a target file; ' : ''}docs/ has a page about each kind of file`;

/** Kinds show at their beginning. */
const HEAD = 64 * 1024;

/** What a text is that was given as a file of some kind: undefined where it may well be of that kind. */
export function otherKind(text: string, wanted: FileKind) {
  const head = text.slice(0, HEAD);
  const own = FILE_KINDS[wanted];
  if (text.trim() === '') return { message: 'the file is empty', hint: whereFrom(wanted) };
  if (own.looks.test(head)) return undefined;
  const other = Object.values(FILE_KINDS).find(({ looks }) => looks.test(head));
  if (other === undefined) return undefined;
  return { message: `this is ${other.what}, not ${own.what}`, hint: `it is for ${other.use}` };
}
