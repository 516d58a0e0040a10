/** A shell command that sends what curl can't: the bytes of a request from a file, its secrets put in on the way. */
import { isIP } from 'node:net';
import { asText, isSecretRef, type HeaderLine, type HeaderValue } from '../../http/header-value.ts';
import type { Request } from '../../http/request.ts';
import { variableOf } from './curl.ts';
import type { HttpSettings } from '../../http/settings.ts';
import { endOf, type LinkOptions, prefixOf } from '../link.ts';
import { pemWords } from './connection-words.ts';
import { planBytes, type BytePlan } from '../raw/plan-bytes.ts';
import { resolveRequest, type SecretStore, withAdded } from '../secrets/secrets.ts';
import { shellWord } from './shell-quote.ts';

/** A place in the bytes that the shell fills: the name of the place, and what stands for its value in double quotes. */
interface Gap {
  readonly name: string;
  readonly value: string;
}

const SECONDS = 5;
/** Head and body of a request are written one after the other whatever its way. */
const PLAIN_PIECES = 2;

/**
 * The bytes of a request that `file` is to hold, and the command that sends them. The bytes are those of the raw
 * transport, headers of the target's settings included, but for secrets that are not public: `{{TAGPROOF_1}}` and so on is in their place. The command is one line for bash.
 */
export function rawCommandOf(own: Request, target: LinkOptions, file: string) {
  const { baseUrl, secretStore, settings, variables = [] } = target;
  const request = { ...own, headers: withAdded(own.headers, settings.headers) };
  const names = freeNames(request);
  const { gaps, headers } = withGaps(request, secretStore, names);
  const additions = { secretStore, prefix: prefixOf(baseUrl), headers: [] };
  const plan = planBytes(resolveRequest({ ...request, headers }, additions), baseUrl.origin);
  const held = variables.filter(
    ({ value, envName }) => envName !== '' && plan.segments.some((each) => Buffer.from(each).includes(value)),
  );
  const places = held.map(({ value, envName }) => ({
    name: names.next().value,
    value: `$${envName}`,
    is: value,
  }));
  // A character is a byte, so that nothing else changes.
  const bytes = Buffer.from(
    places.reduce(
      (text, { name, is }) => text.replaceAll(Buffer.from(is).toString('latin1'), placeOf(name)),
      Buffer.concat(plan.segments).toString('latin1'),
    ),
    'latin1',
  );
  const open = [...gaps, ...places].filter(({ name }) => bytes.includes(placeOf(name)));
  return { bytes, command: `${sending(open, target, word(file))}${remarkOn(plan, settings)}` };
}

const word = (text: string): string => shellWord(Buffer.from(text));
const placeOf = (name: string): string => `{{${name}}}`;

/** A NUL at the end of an altered secret, which no shell variable holds: the bytes hold it themselves, behind the place. */
function endOfValue(value: HeaderValue): string {
  return isSecretRef(value) && asText(value).endsWith('\0') ? '\0' : '';
}

/** The header lines with a place for each secret that is not to be seen; one that is sent twice has one place. */
function withGaps(
  request: Request,
  secretStore: SecretStore,
  names: Iterator<string, never>,
): { readonly gaps: readonly Gap[]; readonly headers: readonly HeaderLine[] } {
  const gaps = new Map<string, Gap>();
  const headers = request.headers.map(([name, value]): HeaderLine => {
    const variable = variableOf(value, secretStore);
    if (variable === undefined) return [name, value];
    const gap = gaps.get(variable) ?? { name: names.next().value, value: variable };
    gaps.set(variable, gap);
    return [name, placeOf(gap.name) + endOfValue(value)];
  });
  return { gaps: [...gaps.values()], headers };
}

/** Names whose places are nowhere in the request: what it says itself must stay as it is. */
function* freeNames({ method, path, headers, body = new Uint8Array() }: Request): Generator<string, never> {
  const said = [method, path, ...headers.flat(), Buffer.from(body).toString('latin1')].join('\n');
  for (let count = 1; ; count += 1) {
    const name = `TAGPROOF_${count}`;
    if (!said.includes(placeOf(name))) yield name;
  }
}

function sending(gaps: readonly Gap[], target: LinkOptions, file: string): string {
  const send = `timeout ${SECONDS} ${connecting(target)}`;
  if (gaps.length === 0) return `${send} < ${file}`;
  const values = gaps.map(({ name, value }) => `${name}="${value}"`).join(' ');
  const fill = String.raw`s/\{\{(${gaps.map(({ name }) => name).join('|')})\}\}/$ENV{$1}/g`;
  return `${values} perl -pe ${word(fill)} < ${file} | ${send}`;
}

/** What connects, sends all that it reads, and prints all that comes back until the other side closes. */
function connecting({ baseUrl, settings }: LinkOptions): string {
  const { host, port, secure } = endOf(baseUrl);
  if (!secure) return `bash -c ${word(`exec 3<>/dev/tcp/${word(host)}/${port} || exit; cat >&3; cat <&3`)}`;
  const name = isIP(host) === 0 ? ` -servername ${word(host)}` : '';
  const pems = pemWords(settings, 'openssl').map((each) => ` ${each}`);
  return `openssl s_client -quiet -connect ${word(`${host.includes(':') ? `[${host}]` : host}:${port}`)}${name}${pems.join('')}`;
}

/** How the command differs from the raw transport. */
function remarkOn({ segments, ends }: BytePlan, { proxy }: HttpSettings): string {
  const lacks = [
    segments.length > PLAIN_PIECES
      ? [`the ${segments.length} pieces are sent at once; tagproof replay sends them apart`]
      : [],
    ends ? ['the stream stays open behind the bytes; tagproof replay ends it'] : [],
    proxy === undefined ? [] : ['the bytes go straight to the target, not through the proxy'],
  ].flat();
  return lacks.length === 0 ? '' : ` # ${lacks.join(', and ')}`;
}
