/** Defects against §4.2: who sends Auth-Token and who need not, Content-Type, and how header lines are read. */
import { AUTH_TOKEN, GAME_ID, SECRET_KEY } from '../../src/contract/headers.ts';
import { idSent, type Call } from '../../src/rules/call.ts';
import type { ContentTypeKind } from '../../src/rules/reading/content-type-kind.ts';
import type { HttpAnswer } from '../../src/rules/ruling.ts';
import type { Incoming } from '../../simulator/pipeline/read/incoming.ts';
import { headerKey, headerValues } from '../../src/rules/reading/header-values.ts';
import { hangingUp } from '../alterations/answers.ts';
import { tokenOf, withClientsOwn } from '../alterations/keys.ts';
import { on } from '../alterations/places.ts';
import { calling, receiving, takingId } from '../alterations/requests.ts';
import { alsoRefusing, overlooking, refusingAs, judging } from '../alterations/rules.ts';
import { always, type AnyRefusal } from '../../src/rules/ruling.ts';
import type { Alter, Mutant } from './mutant.ts';

const CONTRACT: ReadonlySet<string> = new Set([AUTH_TOKEN, SECRET_KEY, GAME_ID].map(headerKey));
const UNSUPPORTED: HttpAnswer = { kind: 'http', statuses: [415] };

const tokenIs =
  (...kinds: readonly Call['token']['is'][]) =>
  ({ token }: Call): boolean =>
    kinds.includes(token.is);
const times = ({ headers }: Incoming, name: string): number => headerValues(headers, headerKey(name)).count;

/** Headers of the contract are read only where their names fit. */
const readingNames = (fits: (name: string) => boolean): Alter =>
  receiving((incoming) => ({
    ...incoming,
    headers: incoming.headers.filter((_, at) => {
      const name = incoming.headers[at - (at % 2)] ?? '';
      return fits(name) || !CONTRACT.has(headerKey(name));
    }),
  }));

/** Requests with this Content-Type are refused so. */
const refusingType = (kind: ContentTypeKind, refusal: AnyRefusal): Alter =>
  judging('content-type', (found, { contentType }) =>
    contentType === kind ? [{ clause: '4.2/content-type/accepted', alternatives: [always(refusal)] }] : found,
  );
const refused = (code: 'InvalidRequestParameters' | 'InternalServerError'): AnyRefusal => ({
  kind: 'refused',
  code,
});

const TOKENS: readonly Mutant[] = [
  {
    name: 'missing-token-not-noticed',
    clause: '4.2/auth-token/required',
    description: 'serves a client without Auth-Token',
    alter: overlooking('token', tokenIs('missing')),
  },
  {
    name: 'empty-token-not-noticed',
    clause: '4.2/auth-token/required',
    description: 'serves a client with an empty Auth-Token',
    alter: overlooking('token', tokenIs('empty')),
  },
  {
    name: 'missing-token-as-internal-error',
    clause: '4.2/auth-token/required',
    description: 'answers a missing Auth-Token with InternalServerError',
    alter: refusingAs('token', 'InternalServerError', tokenIs('missing')),
  },
  {
    name: 'missing-token-as-secret-invalid',
    clause: '5.1/code',
    description: 'answers a missing Auth-Token with SecretInvalid',
    alter: refusingAs('token', 'SecretInvalid', tokenIs('missing')),
  },
  {
    name: 'client-keeps-its-token',
    clause: '4.2/auth-token/required',
    description: 'serves a client without Auth-Token that sent one before',
    alter: withClientsOwn((call, { token }) =>
      call.token.is === 'missing' && token !== undefined
        ? { ...call, token: { is: 'known', value: token } }
        : call,
    ),
  },
  {
    name: 'repeated-token-not-checked',
    clause: '5.1/issued',
    description: 'does not check an Auth-Token that is sent twice',
    alter: calling((call, incoming) => {
      const game = call.key.is === 'known' ? call.key.value.game : null;
      return times(incoming, AUTH_TOKEN) > 1 && typeof game === 'string'
        ? { ...call, token: { is: 'known', value: tokenOf(String(idSent(call)), game) } }
        : call;
    }),
  },
  {
    name: 'repeated-token-hangs-up',
    clause: '1/http-200/reply',
    description: 'closes the connection where an Auth-Token is sent twice',
    alter: hangingUp((incoming) => times(incoming, AUTH_TOKEN) > 1),
  },
  {
    name: 'server-wants-token',
    clause: '4.2/auth-token/not-sent',
    description: 'wants an Auth-Token on the server variants',
    alter: alsoRefusing(
      'token',
      'OperationNotAuthorized',
      ({ endpoint, token }) => endpoint.variant === 'server' && token.is === 'missing',
    ),
  },
  {
    name: 'admin-wants-token-for-groups',
    clause: '4.2/auth-token/not-sent',
    description: 'wants an Auth-Token on the admin variant of groups',
    alter: on(['group.admin'], alsoRefusing('token', 'OperationNotAuthorized', tokenIs('missing'))),
  },
  {
    name: 'unasked-token-chooses-player',
    clause: '4.2/auth-token/not-sent',
    description: 'answers on the server variant about the player whose token is sent',
    alter: on(
      ['gamePlayer.server'],
      takingId((id, { token }) =>
        token.is === 'known' && token.value.holder.kind === 'player' ? token.value.holder.userId : id,
      ),
    ),
  },
  {
    name: 'unasked-token-crashes',
    clause: '4.2/auth-token/not-sent',
    description: 'answers an unknown Auth-Token that is not asked for with InternalServerError',
    alter: on(
      ['characterPlayer.server', 'characterPlayer.admin'],
      calling((call) => {
        if (call.token.is === 'unknown') throw new Error('no session');
        return call;
      }),
    ),
  },
];

const TYPES: readonly Mutant[] = [
  {
    name: 'plain-json-type-refused',
    clause: '4.2/content-type/accepted',
    description: 'refuses Content-Type application/json without a charset',
    alter: refusingType('json', refused('InvalidRequestParameters')),
  },
  {
    name: 'charset-refused',
    clause: '4.2/content-type/charset',
    description: 'refuses Content-Type application/json with a charset',
    alter: refusingType('json with charset', refused('InvalidRequestParameters')),
  },
  {
    name: 'other-type-as-http-415',
    clause: '4.2/content-type/status',
    description: 'answers another Content-Type with HTTP 415',
    alter: refusingType('other', UNSUPPORTED),
  },
  {
    name: 'other-type-as-internal-error',
    clause: '4.2/content-type/accepted',
    description: 'answers another Content-Type with InternalServerError',
    alter: refusingType('other', refused('InternalServerError')),
  },
];

const NAMES: readonly Mutant[] = [
  {
    name: 'header-names-as-written',
    clause: '4.2/header-names',
    description: 'reads header names only in the case of the document',
    alter: readingNames((name) => !/^[a-z-]+$/.test(name)),
  },
  {
    name: 'upper-case-names-not-read',
    clause: '4.2/header-names',
    description: 'does not read header names in upper case on one endpoint',
    alter: on(
      ['gamePlayer.admin'],
      readingNames((name) => !/^[A-Z-]+$/.test(name)),
    ),
  },
];

export const HEADER_MUTANTS: readonly Mutant[] = [...TOKENS, ...TYPES, ...NAMES];
