/** Texts of requests without the values of secrets: those of public ones are shown, of others the shell variable. */
import { AUTH_TOKEN, SECRET_KEY } from '../../../src/spec/headers.ts';
import { headerKey, headerPairs } from '../../../src/judge/rules/reading/header-values.ts';
import type { HeaderLines } from '../../../src/judge/rules/reading/header-values.ts';
import type { Held, WorldState } from '../../world/world-state.ts';

/** Headers whose values are credentials of something else. */
const CREDENTIALS = new Set(['authorization', 'proxy-authorization', 'cookie']);
/** Headers that hold a secret. */
export const SECRETS = new Set([SECRET_KEY, AUTH_TOKEN].map(headerKey));

/** A key or a token of the world, as printed commands refer to it. */
export const secretOf = ({ item: { name }, envName, ...held }: Held<{ readonly name: string }>) => ({
  ...held,
  name,
  envName: envName === '' ? name : envName,
});

const variable = (held: Held<{ readonly name: string }>): string => `$${secretOf(held).envName}`;

/** Hides what a world keeps secret, in any text. */
export type Redact = (text: string) => string;

export function redactorOf({ keys, tokens }: WorldState): Redact {
  const hidden = [...keys.all(), ...tokens.all()].filter((held) => !held.public);
  return (text) => {
    let shown = text;
    for (const held of hidden)
      if (shown.includes(held.value)) shown = shown.replaceAll(held.value, () => variable(held));
    return shown;
  };
}

/** The value of a header that holds a secret. One that the world does not know may be a real one of another place. */
function shownSecret(value: string, { keys, tokens }: WorldState): string {
  const held = keys.withValue(value) ?? tokens.withValue(value);
  if (held !== undefined) return held.public ? value : variable(held);
  return value === '' ? '' : `*** (unknown, ${value.length} characters)`;
}

/** The header lines of a request as they may be shown. */
export function redactedHeaders(
  headers: HeaderLines,
  state: WorldState,
  redact: Redact,
): readonly (readonly [name: string, value: string])[] {
  return headerPairs(headers).map(([name, value]) => {
    const key = headerKey(name);
    if (SECRETS.has(key)) return [name, shownSecret(value, state)];
    return [name, CREDENTIALS.has(key) ? '***' : redact(value)];
  });
}
