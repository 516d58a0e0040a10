/** From what is recorded to what is judged: an exchange as one of our own requests would have made it, its secrets by name. */
import { AUTH_TOKEN, SECRET_KEY } from '../contract/headers.ts';
import type { Exchange } from '../http/exchange.ts';
import { isSecretRef, type HeaderLine } from '../http/header-value.ts';
import { remembered } from '../remembered.ts';
import { headerKey } from '../rules/reading/header-values.ts';
import type { DeclaredWorld } from '../world/declared-world.ts';
import { UNKNOWN, type AuthToken, type SecretKey } from '../world/world.ts';
import { IS_CREDENTIAL, type NamedSecrets } from './named-secrets.ts';
import { FATES, type Recorded } from './recorded.ts';
import type { Place } from './where-recorded.ts';

/** A recorded exchange that can be judged, and the world with the secrets in it that no file lists. */
export interface Seen {
  readonly recorded: Recorded;
  readonly place: Place;
  readonly exchange: Exchange;
  readonly world: DeclaredWorld;
}

const unlistedKey = (name: string): SecretKey => ({
  name,
  role: UNKNOWN,
  game: UNKNOWN,
  rules: UNKNOWN,
  limits: {},
  unlisted: true,
});

const unlistedToken = (name: string): AuthToken => ({
  name,
  holder: { kind: 'dashboard' },
  expired: false,
  unlisted: true,
});

/** Header names are few. */
const holdsCredential = remembered((name) => ({ is: IS_CREDENTIAL.test(name) }));

/** Remembers the values of secrets in a query, so that they are masked wherever they are shown. */
function noteQuery(path: string, secrets: NamedSecrets): void {
  const query = path.indexOf('?');
  if (query === -1) return;
  for (const [name, value] of new URLSearchParams(path.slice(query)))
    if (value !== '' && IS_CREDENTIAL.test(name)) secrets.refer(name, value);
}

/** Cookies that a reply sets are credentials, too; nothing of it is judged by them. A secret that is known is found, and masked, as anywhere. */
const HIDDEN = 'not shown';
const shownValue = (name: string, value: string, secrets: NamedSecrets): string =>
  holdsCredential(name).is && !secrets.isKnown(value) ? HIDDEN : value;

const outcomeOf = (reply: Recorded['reply'], secrets: NamedSecrets): Exchange['outcome'] =>
  typeof reply === 'string'
    ? { kind: 'no-reply', why: 'aborted', detail: `recorded ${FATES[reply]}` }
    : {
        kind: 'reply',
        status: reply.status,
        headers: reply.headers.map(([name, value]) => [name, shownValue(name, value, secrets)]),
        body: reply.body,
      };

export function seenAs(
  recorded: Recorded,
  place: Place,
  secrets: NamedSecrets,
  declared: DeclaredWorld,
): Seen {
  const { method, body, wire, reply, at, ms } = recorded;
  const { endpoint, path } = place;
  noteQuery(path, secrets);
  const headers = recorded.headers.map(([name, value]): HeaderLine =>
    value !== '' && holdsCredential(name).is ? [name, secrets.refer(name, value)] : [name, value],
  );
  const exchange = {
    request: { endpoint, method, path, headers, body, ...(wire !== undefined && { wire }) },
    outcome: outcomeOf(reply, secrets),
    ms,
    ...(at !== undefined && { sentAt: at - performance.timeOrigin }),
  };
  const unlisted = (header: string): readonly string[] =>
    headers.flatMap(([name, value]) =>
      isSecretRef(value) && headerKey(name) === headerKey(header) && !secrets.isDeclared(value.secret)
        ? [value.secret]
        : [],
    );
  const [keys, tokens] = [unlisted(SECRET_KEY), unlisted(AUTH_TOKEN)];
  if (keys.length + tokens.length === 0) return { recorded, place, exchange, world: declared };
  const world = {
    ...declared,
    secretKeys: [...keys.map(unlistedKey), ...declared.secretKeys],
    authTokens: [...tokens.map(unlistedToken), ...declared.authTokens],
  };
  return { recorded, place, exchange, world };
}
