/** Texts of requests without the values of secrets: those of public ones are shown, of others their names. */
import { AUTH_TOKEN, SECRET_KEY } from '../../src/spec/headers.ts';
import { maskerOf } from '../../src/http/secrets/mask.ts';
import { secretStoreOf } from '../../src/http/secrets/secrets.ts';
import { headerKey, headerPairs, type HeaderLines } from '../../src/judge/rules/reading/header-values.ts';
import type { LiveWorld } from '../world/live-world.ts';
import type { WorldState } from '../world/world-state.ts';

/** Headers of the document that hold a secret. */
const SECRETS = new Set([SECRET_KEY, AUTH_TOKEN].map(headerKey));
/** Names of headers and query parameters that hold a secret of the document, or of something else. */
const CREDENTIAL = /auth(?!or)|cookie|token|secret|api-?key|session|credential|password/i;
const PARAMETER = /([?&])([^=&]*)=([^&]*)/g;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A value that stands where a secret belongs. One that the world does not know may be a real one of another place. */
function shownSecret(value: string, { keys, tokens }: WorldState): string {
  const held = keys.withValue(value) ?? tokens.withValue(value);
  if (held !== undefined) return held.public ? value : `$${held.envName || held.item.name}`;
  return value === '' ? '' : `*** (unknown, ${value.length} characters)`;
}

/** Hides what a world keeps secret: in a text, in path and query of a request, in its header lines. */
function redactorOf(state: WorldState) {
  const all = [...state.keys.all(), ...state.tokens.all()];
  const text = maskerOf(secretStoreOf(all.map(({ item: { name }, ...held }) => ({ ...held, name }))));
  const parameter = (whole: string, before: string, name: string, value: string): string => {
    if (!CREDENTIAL.test(decoded(name)) || value === '') return whole;
    const shown = shownSecret(decoded(value), state);
    return `${before}${name}=${shown.startsWith('***') ? '***' : shown}`;
  };
  return {
    text,
    target: (target: string): string => text(target.replaceAll(PARAMETER, parameter)),
    headers: (lines: HeaderLines) =>
      headerPairs(lines).map(([name, value]): readonly [name: string, value: string] => {
        if (SECRETS.has(headerKey(name))) return [name, shownSecret(value, state)];
        return [name, CREDENTIAL.test(name) ? '***' : text(value)];
      }),
  };
}

type Redact = ReturnType<typeof redactorOf>;
const made = new WeakMap<LiveWorld, { readonly version: number; readonly redact: Redact }>();

/** What hides the secrets that a world has now. */
export function redactNow(world: LiveWorld): Redact {
  const { version, state } = world;
  const known = made.get(world);
  if (known?.version === version) return known.redact;
  const redact = redactorOf(state);
  made.set(world, { version, redact });
  return redact;
}
