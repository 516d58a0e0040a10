/** A request of the journal as a line for a shell. */
import { AUTH_TOKEN, SECRET_KEY } from '../../../src/contract/headers.ts';
import { METHOD } from '../../../src/contract/endpoints.ts';
import { shellPrintf, shellWord } from '../../../src/transport/shell/shell-quote.ts';
import { redactedHeaders, redactorOf } from '../../journal/explain/redact.ts';
import type { Entry } from '../../journal/journal.ts';
import { headerKey } from '../../../src/rules/reading/header-values.ts';
import type { WorldState } from '../../world/world-state.ts';

/** What curl itself sends, or what belongs to one connection. */
const OF_THE_CLIENT = new Set([
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'expect',
  'accept',
  'accept-encoding',
  'accept-language',
  'user-agent',
]);
const SECRETS = new Set([SECRET_KEY, AUTH_TOKEN].map(headerKey));
/** Stands for a secret that the world does not know. */
const UNKNOWN_SECRET = '$UNKNOWN_SECRET';

const encoder = new TextEncoder();
const word = (text: string): string => shellWord(encoder.encode(text));

/** A header as an argument; a variable in place of a secret that may not be shown. */
function headerArgument(name: string, value: string): string {
  const isVariable = SECRETS.has(headerKey(name)) && (value.startsWith('$') || value.startsWith('***'));
  if (!isVariable) return value === '' ? word(`${name};`) : word(`${name}: ${value}`);
  return `"${name}: ${value.startsWith('***') ? UNKNOWN_SECRET : value}"`;
}

const isOdd = (target: string): boolean => /[[\]{}]|\/\.\.?(?:\/|$)/.test(target);

/** The line, against the simulator at `url`. It holds values of secrets only where they are public. */
export function curlOfEntry({ incoming }: Entry, url: string, state: WorldState): string {
  const { method, target, headers, body = new Uint8Array() } = incoming;
  const redact = redactorOf(state);
  const sent = redactedHeaders(headers, state, redact).filter(
    ([name]) => !OF_THE_CLIENT.has(headerKey(name)),
  );
  const origin = new URL(url).origin;
  const hasType = sent.some(([name]) => headerKey(name) === 'content-type');
  const isPiped = body.includes(0);
  const text = redact(new TextDecoder().decode(body));
  const isText = encoder.encode(text).length === body.length;
  const parts = [
    'curl -sS',
    ...(isOdd(target) ? ['-g --path-as-is'] : []),
    ...(method === METHOD && body.length > 0 ? [] : [`-X ${word(method)}`]),
    word(origin + redact(target)),
    ...sent.map(([name, value]) => `-H ${headerArgument(name, value)}`),
    // Without one curl sends that of a form.
    ...(hasType || body.length === 0 ? [] : ["-H 'Content-Type:'"]),
    ...(body.length === 0
      ? []
      : isPiped
        ? ['--data-binary @-']
        : [`--data-raw ${isText ? word(text) : shellWord(body)}`]),
  ];
  return (isPiped ? `${shellPrintf(body)} | ` : '') + parts.join(' ');
}
