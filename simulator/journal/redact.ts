/** Texts of requests without the values of secrets: those of public ones are shown, of others their names. */
import { AUTH_TOKEN, SECRET_KEY } from '../../src/spec/headers.ts';
import type { Mask, Secret } from '../../src/http/secret.ts';
import { maskerOf } from '../../src/http/secrets/mask.ts';
import { secretStoreOf } from '../../src/http/secrets/secrets.ts';
import { headerKey, headerPairs, type HeaderLines } from '../../src/judge/rules/reading/header-values.ts';
import type { LiveWorld } from '../world/live-world.ts';
import type { Held, WorldState } from '../world/world-state.ts';

/** Headers of the document that hold a secret. */
const SECRETS = new Set([SECRET_KEY, AUTH_TOKEN].map(headerKey));
/** Names of headers and query parameters that hold a secret of the document, or of something else. */
const CREDENTIAL = /auth(?!or)|cookie|token|secret|api-?key|session|credential|password/i;
const PARAMETER = /([?&])([^=&]*)=([^&]*)/g;

const secretOf = ({
  item: { name },
  value,
  envName,
  public: isPublic,
}: Held<{ readonly name: string }>): Secret => ({
  name,
  value,
  envName,
  public: isPublic,
});

/** Hides what a world keeps secret. */
interface Redact {
  readonly text: Mask;
  /** Path and query of a request. */
  readonly target: Mask;
  /** The header lines of a request. */
  readonly headers: (lines: HeaderLines) => readonly (readonly [name: string, value: string])[];
}

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

function redactorOf(state: WorldState): Redact {
  const text = maskerOf(secretStoreOf([...state.keys.all(), ...state.tokens.all()].map(secretOf)));
  return {
    text,
    target: (target) =>
      text(
        target.replaceAll(PARAMETER, (whole, before: string, name: string, value: string) => {
          if (!CREDENTIAL.test(decoded(name)) || value === '') return whole;
          const shown = shownSecret(decoded(value), state);
          return `${before}${name}=${shown.startsWith('***') ? '***' : shown}`;
        }),
      ),
    headers: (lines) =>
      headerPairs(lines).map(([name, value]) => {
        if (SECRETS.has(headerKey(name))) return [name, shownSecret(value, state)];
        return [name, CREDENTIAL.test(name) ? '***' : text(value)];
      }),
  };
}

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
