/** A shell command that sends a request again, for people: secrets as shell variables, everything else exact. */
import { STRING_ALTERATIONS } from '../alterations/string-alterations.ts';
import { WIRE_ALTERATIONS } from '../alterations/wire-alterations.ts';
import { headChars } from '../../base/text/bytes.ts';
import { type HeaderLine, type HeaderValue, isSecretRef, type Request } from '../request.ts';
import { type LinkOptions, type PemFiles, prefixOf } from '../link.ts';
import { saysLength } from '../raw/plan-bytes.ts';
import { withAdded } from '../resolved-request.ts';
import { resolveHeader, type Secret, type SecretStore } from '../secrets/secrets.ts';
import { shellWord } from './shell-quote.ts';

/** What curl takes in a URL and sends unchanged. */
const PLAIN_PATH = /^\/(?!.*\/\.{1,2}(?:[/?]|$))[\w/.~%?&=+:@!$'()*,;-]*$/;
/** Beyond this a shell may refuse an argument. */
const LONGEST_ARGUMENT = 100_000;
/** From this size on curl would ask with Expect: 100-continue. */
const LARGE_BODY = 1024;

/**
 * Prints one line for bash that sends the request's bytes again as the target's settings demand, but for the Accept and
 * User-Agent that curl adds where there are none, and its Proxy-Connection. A comment at the end of the line names what
 * curl can't send; the line is then the nearest.
 */
export function curlOf(own: Request, target: LinkOptions): string {
  const { baseUrl, secretStore, settings, variables } = target;
  const request = { ...own, headers: withAdded(own.headers, settings.headers) };
  const { method, path, headers, body } = request;
  const proxy = settings.proxy === undefined ? undefined : new URL(settings.proxy);
  const secure = baseUrl.protocol === 'https:';
  // It gets plain requests for whole URLs, and tunnels when either side of it is encrypted.
  const forwards = !secure && proxy?.protocol === 'http:';
  const asked = prefixOf(baseUrl) + path;
  const has = (name: string): boolean => headers.some(([each]) => each.toLowerCase() === name);
  const words = [
    'curl -sS',
    ...(secure ? ['--http1.1', ...pemWords(settings.files)] : []),
    // NO_PROXY in the environment would lead curl past the proxy.
    ...(proxy === undefined ? [] : [`--noproxy '' --proxy ${headWord(addressOf(proxy), variables)}`]),
    ...(proxy === undefined || secure || forwards ? [] : ['--proxytunnel']),
    // curl waits for the body of a reply to HEAD unless --head says that none comes.
    method === 'HEAD' && body === undefined ? '--head' : `-X ${headWord(method)}`,
    ...(method === 'HEAD' && body !== undefined ? ['-m 5'] : []),
    ...(PLAIN_PATH.test(asked)
      ? [headWord(baseUrl.origin + asked, variables)]
      : [
          `--request-target ${headWord((forwards ? baseUrl.origin : '') + asked, variables)}`,
          headWord(`${baseUrl.origin}/`),
        ]),
    ...headers.map((line) => `-H ${headerWord(line, target)}`),
    // What curl would add by itself.
    ...(has('content-type') ? [] : ['-H Content-Type:']),
    ...((body?.length ?? 0) < LARGE_BODY || has('expect') ? [] : ['-H Expect:']),
    ...bodyWords(request, variables),
  ];
  const lacks = [
    ...lacksOf(request, secretStore),
    ...(proxy?.username ? ['without the login of the proxy: add --proxy-user'] : []),
  ];
  return `${words.join(' ')}${lacks.length === 0 ? '' : ` # but ${lacks.join(', and ')}`}`;
}

/** What curl can't send of a request. */
function lacksOf(request: Request, secretStore: SecretStore): readonly string[] {
  const { wire, method, path, headers, body } = request;
  const isOdd =
    `${method}${path}`.includes('\0') ||
    headers.some(([name, value]) => !curlSends(name, resolveHeader(value, secretStore)));
  return [
    ...(wire === undefined ? [] : [`sent with ${wire}: ${WIRE_ALTERATIONS[wire]}`]),
    ...(wire === undefined && isOdd ? ['with a head that curl can not send'] : []),
    ...(fitsArgument(body) ? [] : ['with a body that no argument can hold, as it has a NUL or is too long']),
  ];
}

function curlSends(name: string, value: string): boolean {
  if (name === '' || name.startsWith('@') || name.toLowerCase() === 'transfer-encoding') return false;
  return !`${name}${value}`.includes('\0') && !(name.includes(';') && isBlankValue(value));
}

/** Blanks around a value are not part of it, and curl leaves a header out that has nothing else. */
const isBlankValue = (value: string): boolean => /^[ \t]*$/.test(value);

function pemWords({ ca, cert, key }: PemFiles = {}): readonly string[] {
  return [
    ...(ca === undefined ? [] : [`--cacert ${headWord(ca)}`]),
    // curl takes what follows a colon for the password of the certificate.
    ...(cert === undefined ? [] : [`--cert ${headWord(cert.replaceAll(/[\\:]/g, String.raw`\$&`))}`]),
    ...(key === undefined ? [] : [`--key ${headWord(key)}`]),
  ];
}

/** Without a login; with the port, as curl's own default for a proxy is 1080. */
const addressOf = ({ protocol, hostname, port }: URL): string =>
  `${protocol}//${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;

/** A header with a value is `Name: value`; one without needs a semicolon, or curl leaves it out. */
function headerWord([name, value]: HeaderLine, { secretStore, variables }: LinkOptions): string {
  const resolved = resolveHeader(value, secretStore);
  if (isBlankValue(resolved)) return headWord(`${name};`);
  const variable = secretVariable(value, secretStore);
  if (variable === undefined) return headWord(`${name}: ${resolved}`, variables);
  return /^[\w-]+$/.test(name) ? `"${name}: ${variable}"` : `${headWord(`${name}: `)}"${variable}"`;
}

/** What stands for a secret within double quotes; undefined where the value may be printed. */
function secretVariable(value: HeaderValue, secretStore: SecretStore): string | undefined {
  const secret = isSecretRef(value) ? secretStore.get(value.secret) : undefined;
  if (!isSecretRef(value) || secret === undefined || secret.public) return undefined;
  if (value.alter !== undefined) return STRING_ALTERATIONS[value.alter].shell(secret.envName);
  return `${secret.scheme ?? ''}$${secret.envName}`;
}

const fitsArgument = (body: Request['body']): boolean =>
  body === undefined || (body.length <= LONGEST_ARGUMENT && !body.includes(0));

function bodyWords({ method, body }: Request, variables: LinkOptions['variables']): readonly string[] {
  if (body === undefined || body.length === 0) return saysLength(method, 0) ? ["--data-binary ''"] : [];
  // --data-binary would take what follows an @ for the name of a file.
  const option = body[0] === 0x40 ? '--data-raw' : '--data-binary';
  return fitsArgument(body) ? [`${option} ${shellWord(body, variables)}`] : [];
}

/** A word for a text of the head, in the bytes in which it is sent. */
const headWord = (value: string, variables: readonly Secret[] = []): string =>
  shellWord(Buffer.from(headChars(value), 'latin1'), variables);
