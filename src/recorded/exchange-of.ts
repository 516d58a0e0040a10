/** From what is recorded to what is judged: an exchange as one of our own requests would have made it, its secrets by name. */
import { AUTH_TOKEN, SECRET_KEY } from '../contract/headers.ts';
import type { Exchange } from '../http/exchange.ts';
import { isSecretRef, type HeaderLine } from '../http/header-value.ts';
import { remembered } from '../remembered.ts';
import { headerKey } from '../rules/reading/header-values.ts';
import { UNKNOWN, type AuthToken, type SecretKey } from '../world/world.ts';
import { IS_CREDENTIAL, type NamedSecrets } from './named-secrets.ts';
import { LACKS, type Recorded, type TextLines } from './recorded.ts';
import type { Place } from './where-recorded.ts';

/** An exchange that can be judged, and the secrets in it that no world lists. */
export interface Judgeable {
  readonly exchange: Exchange;
  readonly secretKeys: readonly SecretKey[];
  readonly authTokens: readonly AuthToken[];
}

const KEY = headerKey(SECRET_KEY);
const TOKEN = headerKey(AUTH_TOKEN);

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

function headersOf(lines: TextLines, secrets: NamedSecrets): readonly HeaderLine[] {
  return lines.map(([name, value]) =>
    value !== '' && holdsCredential(name).is ? [name, secrets.refer(name, value)] : [name, value],
  );
}

/** Remembers the values of secrets in a query, so that they are masked wherever they are shown. */
function noteQuery(path: string, secrets: NamedSecrets): void {
  const query = path.indexOf('?');
  if (query === -1) return;
  for (const [name, value] of new URLSearchParams(path.slice(query)))
    if (value !== '' && IS_CREDENTIAL.test(name)) secrets.refer(name, value);
}

/** Cookies that a reply sets are credentials, too; nothing of it is judged by them. */
const HIDDEN = 'not shown';
const replyHeaders = (lines: TextLines): TextLines =>
  lines.map(([name, value]) => [name, holdsCredential(name).is ? HIDDEN : value]);

const outcomeOf = (reply: Recorded['reply']): Exchange['outcome'] =>
  typeof reply === 'string'
    ? { kind: 'no-reply', why: 'aborted', detail: `recorded ${LACKS[reply]}` }
    : { kind: 'reply', status: reply.status, headers: replyHeaders(reply.headers), body: reply.body };

/** `masked`: headers that the recording does not show, though they were sent. */
export function exchangeOf(
  recorded: Recorded,
  place: Place,
  masked: readonly string[],
  secrets: NamedSecrets,
): Judgeable {
  const { method, body, wire, reply, at, ms } = recorded;
  noteQuery(place.path, secrets);
  const shown = recorded.headers.filter(([name, value]) => value !== '' || !masked.includes(headerKey(name)));
  const headers: readonly HeaderLine[] = [
    ...headersOf(shown, secrets),
    ...masked.map((key): HeaderLine =>
      key === KEY
        ? [SECRET_KEY, { secret: secrets.masked('key') }]
        : [AUTH_TOKEN, { secret: secrets.masked('token') }],
    ),
  ];
  const unlisted = headers.flatMap(([name, value]) =>
    isSecretRef(value) && !secrets.isDeclared(value.secret)
      ? [{ key: headerKey(name), name: value.secret }]
      : [],
  );
  return {
    exchange: {
      request: {
        endpoint: place.endpoint,
        method,
        path: place.path,
        headers,
        body,
        ...(wire !== undefined && { wire }),
      },
      outcome: outcomeOf(reply),
      ms,
      ...(at !== undefined && { sentAt: at - performance.timeOrigin }),
    },
    secretKeys: unlisted.flatMap(({ key, name }) => (key === KEY ? [unlistedKey(name)] : [])),
    authTokens: unlisted.flatMap(({ key, name }) => (key === TOKEN ? [unlistedToken(name)] : [])),
  };
}
