/** Defects against §1: every reply is HTTP 200 with one JSON object. */
import { gzipSync } from 'node:zlib';
import { CONTENT_TYPE } from '../../src/contract/headers.ts';
import { endpointOf } from '../../src/contract/endpoints.ts';
import { ENVELOPE } from '../../src/contract/envelope.ts';
import {
  ANY,
  encoding,
  enveloping,
  hangingUp,
  NO_TAGS,
  NOT_FOUND,
  OK,
  REFUSED,
  refusedAs,
  TAGS,
  withHeader,
  withStatus,
  writing,
} from '../alterations/answers.ts';
import { drop, isMembers, rename } from '../alterations/json.ts';
import { headerOf } from '../alterations/requests.ts';
import { on } from '../alterations/places.ts';
import { both, type Mutant } from './mutant.ts';

const LARGE = 1000;
const BUFFER = 4096;
const ERROR_CODE = new RegExp(`("${ENVELOPE.errorCode}":)[0-9]+`);
const OPEN_ARRAYS = /\[{1000}/;

const bytesOf = (body: string | Uint8Array): Buffer => Buffer.from(body);
const bodyText = (body: Uint8Array | undefined): string => Buffer.from(body ?? []).toString('latin1');

/** Some bytes of the reply's body, as many as `count` says. */
const cutTo = (count: (text: string) => number): Mutant['alter'] =>
  writing(ANY, (text) => bytesOf(text).subarray(0, count(text)));

const STATUS: readonly Mutant[] = [
  {
    name: 'refusals-as-http-400',
    clause: '1/http-200/status',
    description: 'answers what it refuses with HTTP 400',
    alter: withStatus(REFUSED, 400),
  },
  {
    name: 'wrong-key-as-http-401',
    clause: '1/http-200/status',
    description: 'answers a wrong secret key with HTTP 401',
    alter: withStatus(refusedAs('SecretInvalid'), 401),
  },
  {
    name: 'missing-subject-as-http-404',
    clause: '1/http-200/status',
    description: 'answers with HTTP 404 where nothing has the id',
    alter: withStatus(NOT_FOUND, 404),
  },
  {
    name: 'failure-as-http-500',
    clause: '1/http-200/status',
    description: 'answers an internal failure with HTTP 500',
    alter: withStatus(refusedAs('InternalServerError'), 500),
  },
  {
    name: 'success-as-http-201',
    clause: '1/http-200/status',
    description: 'answers a success with HTTP 201 on one endpoint',
    alter: on(['group.admin'], withStatus(TAGS, 201)),
  },
  {
    name: 'no-tags-as-http-204',
    clause: '1/http-200/status',
    description: 'answers with HTTP 204 and no body where there are no tags',
    alter: encoding(NO_TAGS, () => ({ status: 204, headers: [], body: '' })),
  },
  {
    name: 'too-large-as-http-413',
    clause: '1/http-200/status',
    description: 'answers a request that is too large with HTTP 413',
    alter: withStatus(refusedAs('MaxSizeRequestReject'), 413),
  },
  {
    name: 'too-many-as-http-429',
    clause: '1/http-200/status',
    description: 'answers too many requests with HTTP 429',
    alter: withStatus(refusedAs('MaxRequestReject'), 429),
  },
  {
    name: 'expectation-failed-unasked',
    clause: '1/http-200/status',
    description: 'answers HTTP 417 on one endpoint, though no Expect was sent',
    alter: on(['characterPlayer.admin'], withStatus(TAGS, 417)),
  },
  {
    name: 'redirect-to-itself',
    clause: 'principle/no-redirect',
    description: 'redirects one endpoint to its own path',
    alter: on(
      ['group.server'],
      both(withStatus(ANY, 308), withHeader(ANY, 'Location', endpointOf('group.server').path)),
    ),
  },
  {
    name: 'redirect-without-key',
    clause: 'principle/no-redirect',
    description: 'redirects a request without secret key to a login page',
    alter: both(withStatus(refusedAs('SecretInvalid'), 302), withHeader(ANY, 'Location', '/login')),
  },
];

const REPLY: readonly Mutant[] = [
  {
    name: 'hang-up-on-malformed-body',
    clause: '1/http-200/reply',
    description: 'closes the connection where a body is not JSON',
    alter: hangingUp(({ body }) => /^\s*[^{[\s]/.test(bodyText(body))),
  },
  {
    name: 'hang-up-on-deep-nesting',
    clause: '1/http-200/reply',
    description: 'dies of a body that is nested very deep',
    alter: hangingUp(({ body }) => OPEN_ARRAYS.test(bodyText(body))),
  },
  {
    name: 'hang-up-on-prototype-operation',
    clause: '1/http-200/reply',
    description: 'dies of an operation named __proto__',
    alter: hangingUp(({ target }) => target.includes('__proto__')),
  },
  {
    name: 'hang-up-on-many-keys',
    clause: '1/http-200/reply',
    description: 'closes the connection where more than five hundred tagKeys come',
    alter: hangingUp(({ body }) => bodyText(body).split(',').length > 500),
  },
  {
    name: 'hang-up-when-reply-is-large',
    clause: '1/http-200/reply',
    description: 'closes the connection where the reply does not fit a buffer of four kilobytes',
    alter: hangingUp((_, { body }) => body.length > BUFFER),
  },
  {
    name: 'hang-up-on-expect',
    clause: '1/http-200/reply',
    description: 'closes the connection where a client expects 100-continue',
    alter: hangingUp((incoming) => headerOf(incoming, 'Expect') !== undefined),
  },
];

const JSON_TEXT: readonly Mutant[] = [
  {
    name: 'nan-in-reply',
    clause: '1/json',
    description: 'writes NaN for the errorCode of a missing subject',
    alter: writing(NOT_FOUND, (text) => text.replace(ERROR_CODE, '$1NaN')),
  },
  {
    name: 'guard-before-json',
    clause: '1/json',
    description: 'writes a guard against script inclusion before the JSON',
    alter: writing(OK, (text) => `)]}',\n${text}`),
  },
  {
    name: 'text-behind-json',
    clause: '1/json',
    description: 'writes a timing comment behind the JSON on one endpoint',
    alter: on(
      ['characterPlayer.client'],
      writing(ANY, (text) => `${text}\n<!-- 3 ms -->`),
    ),
  },
  {
    name: 'refusals-without-body',
    clause: '1/json',
    description: 'answers what it refuses with HTTP 200 and an empty body',
    alter: writing(REFUSED, () => ''),
  },
  {
    name: 'reply-in-latin1',
    clause: '1/json',
    description: 'writes the reply in latin1',
    alter: writing(ANY, (text) => Buffer.from(text, 'latin1')),
  },
  {
    name: 'backslashes-not-escaped',
    clause: '1/json',
    description: 'does not escape backslashes in tags',
    alter: writing(TAGS, (text) => text.replaceAll('\\\\', '\\')),
  },
  {
    name: 'reply-cut-at-buffer',
    clause: '1/json',
    description: 'cuts the reply at eight thousand bytes',
    alter: cutTo(() => 8000),
  },
  {
    name: 'length-in-characters',
    clause: '1/json',
    description: 'sends as many bytes as the reply has characters',
    alter: cutTo((text) => text.length),
  },
  {
    name: 'byte-order-mark',
    clause: '1/json/bom',
    description: 'writes a byte order mark before the JSON',
    alter: writing(ANY, (text) => `\uFEFF${text}`),
  },
  {
    name: 'reply-as-text',
    clause: '1/json/type',
    description: 'calls the JSON text/plain',
    alter: withHeader(ANY, CONTENT_TYPE, 'text/plain; charset=utf-8'),
  },
  {
    name: 'refusals-without-type',
    clause: '1/json/type',
    description: 'leaves Content-Type out where it refuses',
    alter: withHeader(REFUSED, CONTENT_TYPE, undefined),
  },
  {
    name: 'large-replies-compressed',
    clause: 'principle/uncompressed',
    description: 'compresses long replies, though no request asked for it',
    alter: encoding(ANY, (encoded) =>
      encoded.body.length < LARGE
        ? encoded
        : {
            ...encoded,
            headers: [...encoded.headers, 'Content-Encoding', 'gzip'],
            body: gzipSync(encoded.body),
          },
    ),
  },
];

const tagsOnly = (envelope: unknown): unknown => {
  const parameters = isMembers(envelope) ? envelope[ENVELOPE.parameters] : undefined;
  const info = isMembers(parameters) ? parameters[ENVELOPE.info] : undefined;
  return isMembers(info) ? info[ENVELOPE.tags] : envelope;
};

const SHAPE: readonly Mutant[] = [
  {
    name: 'envelope-in-array',
    clause: '1/envelope',
    description: 'puts the envelope into an array',
    alter: enveloping(ANY, (envelope) => [envelope]),
  },
  {
    name: 'tags-without-envelope',
    clause: '1/envelope',
    description: 'answers with the array of tags alone',
    alter: enveloping(TAGS, tagsOnly),
  },
  {
    name: 'envelope-as-text',
    clause: '1/envelope',
    description: 'writes the envelope as JSON in a JSON string on one endpoint',
    alter: on(
      ['gamePlayer.server'],
      writing(ANY, (text) => JSON.stringify(text)),
    ),
  },
  {
    name: 'success-without-return-code',
    clause: '1/envelope',
    description: 'leaves returnCode out where all went well',
    alter: enveloping(OK, drop(ENVELOPE.returnCode)),
  },
  {
    name: 'refusal-without-return-code',
    clause: '1/envelope',
    description: 'calls the returnCode of a refusal code',
    alter: enveloping(REFUSED, rename(ENVELOPE.returnCode, 'code')),
  },
];

export const HTTP_MUTANTS: readonly Mutant[] = [...STATUS, ...REPLY, ...JSON_TEXT, ...SHAPE];
