/** A shell command that sends a request again, for people: secrets as shell variables, everything else exact. */
import { isSecretRef, type HeaderLine, type HeaderValue } from '../header-value.ts';
import type { Secret } from '../secret.ts';
import type { Request } from '../request.ts';
import { WIRE_ALTERATIONS } from '../alterations/wire-alterations.ts';
import { prefixOf, type LinkOptions } from '../link.ts';
import { headChars } from '../../base/text/head-chars.ts';
import { saysLength } from '../raw/plan-bytes.ts';
import { forwards, pemWords, proxyLack, proxyWords } from './connection-words.ts';
import { resolveHeader, type SecretStore, withAdded } from '../secrets/secrets.ts';
import { STRING_ALTERATIONS } from '../alterations/string-alterations.ts';
import { shellPrintf, shellWordOf } from './shell-quote.ts';

/** What curl takes in a URL and sends unchanged. */
const PLAIN_PATH = /^\/(?!.*\/\.{1,2}(?:[/?]|$))[\w/.~%?&=+:@!$'()*,;-]*$/;
/** Beyond this a shell may refuse an argument; the body goes through a pipe. */
const LONGEST_ARGUMENT = 100_000;
/** From this size on curl would ask with Expect: 100-continue. */
const LARGE_BODY = 1024;

/**
 * Prints one line for bash that sends the request's bytes again as the target's settings demand, but for the Accept and
 * User-Agent that curl adds where there are none, and its Proxy-Connection. A comment at the end of the line names what
 * curl can't send; the line is then the nearest.
 */
export function curlOf(own: Request, target: LinkOptions): string {
  const { secretStore, settings, variables = [] } = target;
  const request = { ...own, headers: withAdded(own.headers, settings.headers) };
  const { pipe, words } = bodyWords(request, variables);
  const command = [
    'curl',
    '-sS',
    ...connectionWords(target),
    ...methodWords(request),
    ...targetWords(request, target),
    ...request.headers.flatMap((line) => ['-H', headerWord(line, target)]),
    ...silenced(request),
    ...words,
  ].join(' ');
  const lacks = [lackOf(request, secretStore), proxyLack(settings)].filter((lack) => lack !== undefined);
  return `${pipe}${command}${lacks.length === 0 ? '' : ` # but ${lacks.join(', and ')}`}`;
}

/** What curl can't send of a request. */
function lackOf({ wire, method, path, headers }: Request, secretStore: SecretStore): string | undefined {
  if (wire !== undefined) return `sent with ${wire}: ${WIRE_ALTERATIONS[wire]}`;
  const odd = headers.filter(([name, value]) => !curlSends(name, resolveHeader(value, secretStore))).length;
  return odd > 0 || `${method}${path}`.includes('\0') ? 'with a head that curl can not send' : undefined;
}

function curlSends(name: string, value: string): boolean {
  if (name === '' || name.startsWith('@') || name.toLowerCase() === 'transfer-encoding') return false;
  return !`${name}${value}`.includes('\0') && !(name.includes(';') && isBlank(value));
}

/** Blanks around a value are not part of it, and curl leaves a header out that has nothing else. */
function isBlank(value: string): boolean {
  return /^[ \t]*$/.test(value);
}

/** curl waits for the body of a reply to HEAD unless --head says that none comes. */
function methodWords({ method, body }: Request): readonly string[] {
  if (method === 'HEAD' && body === undefined) return ['--head'];
  return ['-X', text(method), ...(method === 'HEAD' ? ['-m', '5'] : [])];
}

/** How curl connects as the transports do, which over TLS speak HTTP/1.1 alone. */
function connectionWords({ baseUrl, settings }: LinkOptions): readonly string[] {
  const secure = baseUrl.protocol === 'https:';
  return [
    ...(secure ? ['--http1.1'] : []),
    ...proxyWords(settings, baseUrl),
    ...(secure ? pemWords(settings) : []),
  ];
}

function targetWords({ path }: Request, { baseUrl, settings, variables }: LinkOptions): readonly string[] {
  const { origin } = baseUrl;
  const target = prefixOf(baseUrl) + path;
  if (PLAIN_PATH.test(target)) return [text(origin + target, variables)];
  // A proxy that forwards takes whole URLs, which curl does not make of a target that it is given.
  const asked = forwards(settings, baseUrl) ? origin + target : target;
  return ['--request-target', text(asked, variables), text(`${origin}/`)];
}

/** A header with a value is `Name: value`; one without needs a semicolon, or curl leaves it out. */
function headerWord([name, value]: HeaderLine, { secretStore, variables }: LinkOptions): string {
  if (isBlank(resolveHeader(value, secretStore))) return text(`${name};`);
  const variable = variableOf(value, secretStore);
  if (variable === undefined) return text(`${name}: ${resolveHeader(value, secretStore)}`, variables);
  return /^[\w-]+$/.test(name) ? `"${name}: ${variable}"` : `${text(`${name}: `)}"${variable}"`;
}

/** What stands for a secret within double quotes; undefined where the value may be printed. */
function variableOf(value: HeaderValue, secretStore: SecretStore): string | undefined {
  if (!isSecretRef(value)) return undefined;
  const secret = secretStore.get(value.secret);
  if (secret === undefined || secret.public) return undefined;
  if (value.alter !== undefined) return STRING_ALTERATIONS[value.alter].shell(secret.envName);
  return `${secret.scheme ?? ''}$${secret.envName}`;
}

/** Headers that curl would add and that change what a request means. */
function silenced({ headers, body }: Request): readonly string[] {
  const has = (name: string) => headers.some(([each]) => each.toLowerCase() === name);
  return [
    ...(has('content-type') ? [] : ['-H', 'Content-Type:']),
    ...((body?.length ?? 0) < LARGE_BODY || has('expect') ? [] : ['-H', 'Expect:']),
  ];
}

function bodyWords(
  { method, body = new Uint8Array(0) }: Request,
  variables: readonly Secret[],
): {
  readonly pipe: string;
  readonly words: readonly string[];
} {
  if (body.length === 0) return { pipe: '', words: saysLength(method, 0) ? ['--data-binary', "''"] : [] };
  if (body.includes(0) || body.length > LONGEST_ARGUMENT) {
    return { pipe: `${shellPrintf(body)} | `, words: ['--data-binary', '@-'] };
  }
  // --data-binary would take what follows an @ for the name of a file.
  return {
    pipe: '',
    words: [body[0] === 0x40 ? '--data-raw' : '--data-binary', shellWordOf(body, variables)],
  };
}

/** A word for a text of the head, in the bytes in which it is sent. */
function text(value: string, variables: readonly Secret[] = []): string {
  return shellWordOf(Buffer.from(headChars(value), 'latin1'), variables);
}
