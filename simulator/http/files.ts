/** A folder that is served next to the operations, for instance the WebGL build of a game: read anew with each request. */
import { realpathSync, statSync, type Stats } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { contentType } from 'mime-types';
import send from 'send';

/** The content codings of files that are stored compressed, by the end of their names. */
const CODINGS = new Map([
  ['.br', 'br'],
  ['.gz', 'gzip'],
]);

/** Types that the table of media types lacks; engines give their files such names. */
const TYPES = new Map([
  ['.data', 'application/octet-stream'],
  ['.pck', 'application/octet-stream'],
  ['.unityweb', 'application/octet-stream'],
]);
const OTHER_TYPE = 'application/octet-stream';

const ALWAYS = {
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Makes a page cross-origin isolated: only then it may have threads with shared memory (HTML, §7.1.2). */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
} as const;

/** The names of a path; undefined where one is hidden, leads upwards, or is none. */
function namesOf(path: string): readonly string[] | undefined {
  if (!path.startsWith('/')) return undefined;
  try {
    const names = decodeURIComponent(path)
      .split('/')
      .filter((name) => name !== '');
    // A colon would name a stream or a drive on Windows.
    return names.some((name) => name.startsWith('.') || /[\0\\:]/.test(name)) ? undefined : names;
  } catch {
    return undefined;
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Whether a path is the root or below it, and nothing on the way is hidden. */
function isWithin(root: string, path: string): boolean {
  if (path === root) return true;
  const start = root.endsWith(sep) ? root : root + sep;
  return (
    path.startsWith(start) &&
    !path
      .slice(start.length)
      .split(sep)
      .some((name) => name.startsWith('.'))
  );
}

/** Well-formed ranges of one piece; others may be ignored (RFC 9110 §14.2). */
const RANGE = /^bytes=(\d+)-(\d*)$/;

function hasOddRange({ headers: { range } }: IncomingMessage): boolean {
  if (range === undefined) return false;
  const [, first = '', last = ''] = RANGE.exec(range) ?? [];
  return first === '' || (last !== '' && Number(last) < Number(first));
}

/** Whether a client takes a content coding: it names it, and not with a weight of zero (RFC 9110 §12.5.3). */
const takes = (accepted: string, coding: string): boolean =>
  accepted.split(',').some((each) => {
    const [name = '', ...weights] = each.split(';').map((part) => part.trim().toLowerCase());
    return name === coding && !weights.some((weight) => /^q=0(?:\.0*)?$/.test(weight));
  });

interface FilesOptions {
  readonly folder: string;
  /** Whether pages are cross-origin isolated. */
  readonly isolated: boolean;
}

/** Answers a request with a file, or with 404. */
export type Files = (message: IncomingMessage, response: ServerResponse) => void;

const NOT_FOUND = 404;
/** The same for what is hidden or outside: a reply does not say whether it exists. */
const NO_FILE = 'not found: the folder of --serve holds no such file\n';

/** Sets the headers of a file before it is sent: its name says how it is stored, and what it is. */
function describe(sent: string, asked: string, response: ServerResponse): void {
  const coding = CODINGS.get(extname(sent));
  const plain = coding === undefined ? sent : sent.slice(0, -extname(sent).length);
  if (coding !== undefined) response.setHeader('Content-Encoding', coding);
  if (sent !== asked) response.setHeader('Vary', 'Accept-Encoding');
  const end = extname(plain);
  response.setHeader('Content-Type', TYPES.get(end) ?? (contentType(end) || OTHER_TYPE));
}

/** The files of a folder: no hidden ones, and none that a symbolic link leads to from outside of it. */
export function filesIn({ folder, isolated }: FilesOptions): Files {
  const root = realpathSync(folder);
  const always = Object.entries({ ...ALWAYS, ...(isolated && ISOLATION) });

  /** The path below the root of what is there; a folder has to have an index. */
  function found(names: readonly string[]): string | undefined {
    const real = realPath(join(root, ...names));
    if (real === undefined || !isWithin(root, real)) return undefined;
    const stats = statOf(real);
    if (stats?.isDirectory() === true)
      return found([...names, 'index.html']) === undefined ? undefined : names.join('/');
    return stats?.isFile() === true ? names.join('/') : undefined;
  }

  /** The file itself or, where the client takes it, one that is stored compressed next to it. */
  function chosen(path: string, { headers }: IncomingMessage): string {
    const coded = [...CODINGS].find(
      ([end, coding]) =>
        takes(String(headers['accept-encoding'] ?? ''), coding) &&
        found(`${path}${end}`.split('/')) !== undefined,
    );
    return coded === undefined ? path : path + coded[0];
  }

  return (message, response) => {
    const [target = ''] = (message.url ?? '').split(/[?#]/, 1);
    const names = namesOf(target);
    const path = names === undefined ? undefined : found(names);
    for (const [name, value] of always) response.setHeader(name, value);
    if (path === undefined) {
      const type = contentType('.txt') || OTHER_TYPE;
      response.writeHead(NOT_FOUND, { 'Content-Type': type, 'Content-Length': NO_FILE.length }).end(NO_FILE);
      return;
    }
    if (hasOddRange(message)) delete message.headers.range;
    const isFolder = statOf(join(root, path))?.isDirectory() === true;
    const sent = isFolder ? path : chosen(path, message);
    if (!isFolder) describe(sent, path, response);
    const slash = isFolder && path !== '' && target.endsWith('/') ? '/' : '';
    const encoded = sent.split('/').map(encodeURIComponent).join('/');
    send(message, `/${encoded}${slash}`, {
      root,
      dotfiles: 'deny',
      cacheControl: false,
      index: 'index.html',
    }).pipe(response);
  };
}
