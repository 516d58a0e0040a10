/** Defects against §4.2: who sends Auth-Token and who need not, Content-Type, and how header lines are read. */
import { AUTH_TOKEN, CONTENT_TYPE, GAME_ID, SECRET_KEY } from '../../../src/spec/headers.ts';
import { unread } from '../../../src/judge/rules/body-rules.ts';
import { type ContentTypeKind, idSent } from '../../../src/judge/rules/call.ts';
import { always, type AnyRefusal, type HttpAnswer } from '../../../src/judge/rules/ruling.ts';
import { headerKey, percentDecoded } from '../../../src/judge/rules/reading/header-values.ts';
import { hangingUp } from '../../alterations/answers.ts';
import { boundGame, comes, sendingPlayer, withToken } from '../../alterations/callers.ts';
import { tokenOf, withClientsOwn } from '../../alterations/keys.ts';
import { on } from '../../alterations/places.ts';
import { calling, crashingOn, headerOf, receiving, timesSent, takingId } from '../../alterations/requests.ts';
import { alsoRefusing, overlooking, refusingAs, judging } from '../../alterations/rules.ts';
import type { Incoming } from '../../../simulator/answer/incoming.ts';
import { breaking, type Alter, type Mutant } from '../mutant.ts';

const CONTRACT: ReadonlySet<string> = new Set([AUTH_TOKEN, SECRET_KEY, GAME_ID].map(headerKey));
/** Where a header stands among the lines. */
function lineOf({ headers }: Incoming, name: string, otherwise = -1): number {
  const at = headers.findIndex((text, index) => index % 2 === 0 && headerKey(text) === headerKey(name));
  return at < 0 ? otherwise : at;
}

const UNSUPPORTED: HttpAnswer = { kind: 'http', statuses: [415] };

/** Headers of the contract are read only where their names fit. */
const readingNames = (fits: (name: string) => boolean): Alter =>
  receiving((incoming) => ({
    ...incoming,
    headers: incoming.headers.filter((_, at) => {
      const name = incoming.headers[at - (at % 2)] ?? '';
      return fits(name) || !CONTRACT.has(headerKey(name));
    }),
  }));

/** Refuses requests with this Content-Type in this way. */
const refusingType = (kind: ContentTypeKind, refusal: AnyRefusal): Alter =>
  judging('content-type', (found, { contentType }) =>
    contentType === kind ? [{ clause: '4.2/content-type/accepted', alternatives: [always(refusal)] }] : found,
  );
const refused = (code: 'InvalidRequestParameters' | 'InternalServerError'): AnyRefusal => ({
  kind: 'refused',
  code,
});

export const HEADER_MUTANTS: readonly Mutant[] = breaking({
  '4.5.2/tags': {
    'missing-agent-crashes': [
      'answers a request without a User-Agent with InternalServerError',
      crashingOn((_, incoming) => headerOf(incoming, 'User-Agent') === undefined),
    ],
    'other-agents-crash': [
      'serves tagproof alone, which it knows by its User-Agent',
      crashingOn((_, incoming) => headerOf(incoming, 'User-Agent')?.startsWith('tagproof/') === false),
    ],
    'type-behind-key-crashes': [
      'reads the Content-Type only where it comes before the secret key',
      crashingOn((_, incoming) => lineOf(incoming, CONTENT_TYPE) > lineOf(incoming, SECRET_KEY)),
    ],
    'key-behind-token-crashes': [
      'reads the secret key only where it comes before the Auth-Token',
      crashingOn((_, incoming) => lineOf(incoming, SECRET_KEY) > lineOf(incoming, AUTH_TOKEN, Infinity)),
    ],
  },
  '4.2/header-values/encoded': {
    'header-values-decoded': [
      'percent-decodes the values of all headers',
      receiving((incoming) => ({ ...incoming, headers: incoming.headers.map(percentDecoded) })),
    ],
  },
  '4.2/auth-token/required': {
    'missing-token-not-noticed': [
      'serves a client without Auth-Token',
      overlooking('token', comes('token', 'missing')),
    ],
    'empty-token-not-noticed': [
      'serves a client with an empty Auth-Token',
      overlooking('token', comes('token', 'empty')),
    ],
    'missing-token-as-internal-error': [
      'answers a missing Auth-Token with InternalServerError',
      refusingAs('token', 'InternalServerError', comes('token', 'missing')),
    ],
    'client-keeps-its-token': [
      'serves a client without Auth-Token that sent one before',
      withClientsOwn((call, { token }) =>
        call.token.is === 'missing' && token !== undefined ? withToken(call, token) : call,
      ),
    ],
  },
  '5.1/code': {
    'missing-token-as-secret-invalid': [
      'answers a missing Auth-Token with SecretInvalid',
      refusingAs('token', 'SecretInvalid', comes('token', 'missing')),
    ],
  },
  '5.1/issued': {
    'repeated-token-not-checked': [
      'does not check an Auth-Token that is sent twice',
      calling((call, incoming) => {
        const game = boundGame(call);
        return timesSent(incoming, AUTH_TOKEN) > 1 && game !== undefined
          ? withToken(call, tokenOf(String(idSent(call)), game))
          : call;
      }),
    ],
  },
  '1/http-200/reply': {
    'repeated-token-hangs-up': [
      'closes the connection where an Auth-Token is sent twice',
      hangingUp((incoming) => timesSent(incoming, AUTH_TOKEN) > 1),
    ],
  },
  '4.2/auth-token/not-sent': {
    'server-wants-token': [
      'requires an Auth-Token on the server variants',
      alsoRefusing(
        'token',
        'OperationNotAuthorized',
        ({ endpoint, token }) => endpoint.variant === 'server' && token.is === 'missing',
      ),
    ],
    'admin-wants-token-for-groups': [
      'requires an Auth-Token on the admin variant of groups',
      on(['group.admin'], alsoRefusing('token', 'OperationNotAuthorized', comes('token', 'missing'))),
    ],
    'unasked-token-chooses-player': [
      'answers on the server variant about the player whose token is sent',
      on(
        ['gamePlayer.server'],
        takingId((id, call) => sendingPlayer(call)?.userId ?? id),
      ),
    ],
    'unasked-token-crashes': [
      'answers an unknown Auth-Token that is not asked for with InternalServerError',
      on(['characterPlayer.server', 'characterPlayer.admin'], crashingOn(comes('token', 'unknown'))),
    ],
  },
  '4.2/content-type/accepted': {
    'plain-json-type-refused': [
      'refuses Content-Type application/json without a charset',
      refusingType('json', refused('InvalidRequestParameters')),
    ],
    'other-type-as-internal-error': [
      'answers another Content-Type with InternalServerError',
      refusingType('other', refused('InternalServerError')),
    ],
  },
  '4.2/content-type/charset': {
    'charset-refused': [
      'refuses Content-Type application/json with a charset',
      refusingType('json with charset', refused('InvalidRequestParameters')),
    ],
  },
  '4.2/content-type/status': {
    'other-type-as-http-415': [
      'answers another Content-Type with HTTP 415',
      refusingType('other', UNSUPPORTED),
    ],
    'other-type-not-read': [
      'reads a body with another Content-Type, or with none, as an empty object',
      calling((call) => unread(call)?.call ?? call),
    ],
  },
  '4.2/header-names': {
    'header-names-as-written': [
      'reads header names only in the case of the document',
      readingNames((name) => !/^[a-z-]+$/.test(name)),
    ],
    'upper-case-names-not-read': [
      'does not read header names in upper case on one endpoint',
      on(
        ['gamePlayer.admin'],
        readingNames((name) => !/^[A-Z-]+$/.test(name)),
      ),
    ],
  },
});
