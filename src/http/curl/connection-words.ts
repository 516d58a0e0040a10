/** How curl connects to a target: through its proxy as the pool transport does, its secrets as shell variables, and with its certificates. */
import type { HttpSettings, ProxyPart } from '../settings.ts';
import { shellWord } from './shell-quote.ts';
import { relative } from 'node:path';

type Settings = Pick<HttpSettings, 'proxy' | 'proxyParts'>;

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': ':80', 'https:': ':443' };
/** Scheme, user and host of a URL, then its port. */
const AUTHORITY = /^[^/?#]*\/\/(?:[^/?#]*@)?(?:\[[^\]/?#]*\]|[^:/?#]*)(:\d+)?/;

/** Whether the proxy gets plain requests for whole URLs. It tunnels when either side of it is encrypted. */
export function forwards({ proxy }: Settings, baseUrl: URL): boolean {
  return proxy !== undefined && baseUrl.protocol === 'http:' && new URL(proxy).protocol === 'http:';
}

export function proxyWords(settings: Settings, baseUrl: URL): readonly string[] {
  const { proxy } = settings;
  if (proxy === undefined) return [];
  const tunnels = baseUrl.protocol === 'http:' && !forwards(settings, baseUrl);
  // NO_PROXY in the environment would lead curl past the proxy.
  return ['--noproxy', "''", '--proxy', proxyWord(settings), ...(tunnels ? ['--proxytunnel'] : [])];
}

/** A remark for a proxy URL that curl and the transport read differently once its variables are filled in. */
export function proxyLack(settings: Settings): string | undefined {
  const { proxy } = settings;
  if (proxy === undefined) return undefined;
  const typed = piecesOf(settings).map((part) => (typeof part === 'string' ? part : part.value));
  if (typed.join('').toLowerCase() === plainUrl(new URL(proxy)).toLowerCase()) return undefined;
  return 'with a proxy URL that curl reads differently: percent-encode its user name and password';
}

/** The URL with all that curl needs; the transport logs in only with both a user name and a password. */
function plainUrl({ protocol, username, password, hostname, port }: URL): string {
  const login = username === '' || password === '' ? '' : `${username}:${password}@`;
  return `${protocol}//${login}${hostname}${port === '' ? DEFAULT_PORTS[protocol] : `:${port}`}`;
}

function proxyWord(settings: Settings): string {
  const pieces = piecesOf(settings);
  const isPlain = pieces.every((part) => typeof part !== 'string' || /^[\w%+=:,.@/~[\]-]*$/.test(part));
  const hasVariable = pieces.some((part) => typeof part !== 'string');
  if (isPlain && hasVariable) {
    return `"${pieces.map((part) => (typeof part === 'string' ? part : `\${${part.env}}`)).join('')}"`;
  }
  return pieces
    .map((part) => (typeof part === 'string' ? shellWord(Buffer.from(part)) : `"\${${part.env}}"`))
    .join('');
}

/** The pieces that make the URL for curl. The port is always there: curl's default for a proxy is 1080. */
function piecesOf({ proxy = '', proxyParts }: Settings): readonly ProxyPart[] {
  const url = new URL(proxy);
  if (proxyParts === undefined) return [plainUrl(withoutLogin(url))];
  if (proxyParts.every((part) => typeof part === 'string')) return [plainUrl(url)];
  const text = proxyParts.map((part) => (typeof part === 'string' ? part : part.value)).join('');
  const [authority, port] = AUTHORITY.exec(text) ?? [text];
  const pieces = cutAt(proxyParts, authority?.length ?? 0);
  return port === undefined ? [...pieces, DEFAULT_PORTS[url.protocol] ?? ''] : pieces;
}

function withoutLogin(url: URL): URL {
  const copy = new URL(url);
  copy.username = '';
  copy.password = '';
  return copy;
}

/** The pieces up to a length. A variable that crosses it loses the slash at its end. */
function cutAt(parts: readonly ProxyPart[], length: number): readonly ProxyPart[] {
  const kept: ProxyPart[] = [];
  let left = length;
  for (const part of parts) {
    if (left <= 0) break;
    const text = typeof part === 'string' ? part : part.value;
    if (text.length <= left) kept.push(part);
    else if (typeof part === 'string') kept.push(part.slice(0, left));
    else kept.push({ env: `${part.env}%/`, value: text.replace(/\/$/, '') });
    left -= text.length;
  }
  return kept;
}

/** The words of a command that name the PEM files of a target's settings. */

const PEMS = ['ca', 'cert', 'key'] as const;
const OPTIONS = { ca: '--cacert', cert: '--cert', key: '--key' } as const;

/** Options and files in turn. */
export function pemWords({ files = {} }: HttpSettings): readonly string[] {
  return PEMS.flatMap((pem) => {
    const file = files[pem];
    if (file === undefined) return [];
    const option = OPTIONS[pem];
    const path = shortPath(file);
    // curl takes what follows a colon for the password of the certificate.
    return [option, word(option === '--cert' ? path.replaceAll(/[\\:]/g, String.raw`\$&`) : path)];
  });
}

const word = (path: string): string => shellWord(Buffer.from(path));

/** The path from the current directory where that is the shorter one; a dash in front would make an option of it. */
function shortPath(file: string): string {
  const path = relative('.', file);
  if (path.length >= file.length) return file;
  return path.startsWith('-') ? `./${path}` : path;
}
