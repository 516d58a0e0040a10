/** Defects against §1: every reply is HTTP 200 with one JSON object. */
import { gzipSync } from 'node:zlib';
import { CONTENT_TYPE } from '../../../src/spec/headers.ts';
import { endpointOf } from '../../../src/spec/endpoints.ts';
import { ENVELOPE } from '../../../src/spec/envelope.ts';
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
} from '../../alterations/answers.ts';
import { drop, isMembers, rename } from '../../alterations/json.ts';
import { headerOf } from '../../alterations/requests.ts';
import { on } from '../../alterations/places.ts';
import { both, breaking, type Mutant } from '../mutant.ts';

const LARGE = 1000;
const BUFFER = 4096;
const ERROR_CODE = new RegExp(`("${ENVELOPE.errorCode}":)[0-9]+`);
const OPEN_ARRAYS = /\[{1000}/;

const bytesOf = (body: string | Uint8Array): Buffer => Buffer.from(body);
const bodyText = (body: Uint8Array | undefined): string => Buffer.from(body ?? []).toString('latin1');

/** Some bytes of the reply's body, as many as `count` says. */
const cutTo = (count: (text: string) => number): Mutant['alter'] =>
  writing(ANY, (text) => bytesOf(text).subarray(0, count(text)));

const tagsOnly = (envelope: unknown): unknown => {
  const parameters = isMembers(envelope) ? envelope[ENVELOPE.parameters] : undefined;
  const info = isMembers(parameters) ? parameters[ENVELOPE.info] : undefined;
  return isMembers(info) ? info[ENVELOPE.tags] : envelope;
};

export const HTTP_MUTANTS: readonly Mutant[] = breaking({
  '1/http-200/status': {
    'refusals-as-http-400': ['answers what it refuses with HTTP 400', withStatus(REFUSED, 400)],
    'wrong-key-as-http-401': [
      'answers a wrong secret key with HTTP 401',
      withStatus(refusedAs('SecretInvalid'), 401),
    ],
    'missing-subject-as-http-404': [
      'answers with HTTP 404 where nothing has the id',
      withStatus(NOT_FOUND, 404),
    ],
    'failure-as-http-500': [
      'answers an internal failure with HTTP 500',
      withStatus(refusedAs('InternalServerError'), 500),
    ],
    'success-as-http-201': [
      'answers a success with HTTP 201 on one endpoint',
      on(['group.admin'], withStatus(TAGS, 201)),
    ],
    'no-tags-as-http-204': [
      'answers with HTTP 204 and no body where there are no tags',
      encoding(NO_TAGS, () => ({ status: 204, headers: [], body: '' })),
    ],
    'too-large-as-http-413': [
      'answers a request that is too large with HTTP 413',
      withStatus(refusedAs('MaxSizeRequestReject'), 413),
    ],
    'too-many-as-http-429': [
      'answers too many requests with HTTP 429',
      withStatus(refusedAs('MaxRequestReject'), 429),
    ],
    'expectation-failed-unasked': [
      'answers HTTP 417 on one endpoint, though no Expect was sent',
      on(['characterPlayer.admin'], withStatus(TAGS, 417)),
    ],
  },
  'principle/no-redirect': {
    'redirect-to-itself': [
      'redirects one endpoint to its own path',
      on(
        ['group.server'],
        both(withStatus(ANY, 308), withHeader(ANY, 'Location', endpointOf('group.server').path)),
      ),
    ],
    'redirect-without-key': [
      'redirects a request without secret key to a login page',
      both(withStatus(refusedAs('SecretInvalid'), 302), withHeader(ANY, 'Location', '/login')),
    ],
  },
  '1/http-200/reply': {
    'hang-up-on-malformed-body': [
      'closes the connection where a body is not JSON',
      hangingUp(({ body }) => /^\s*[^{[\s]/.test(bodyText(body))),
    ],
    'hang-up-on-deep-nesting': [
      'dies of a body that is nested very deep',
      hangingUp(({ body }) => OPEN_ARRAYS.test(bodyText(body))),
    ],
    'hang-up-on-prototype-operation': [
      'dies of an operation named __proto__',
      hangingUp(({ target }) => target.includes('__proto__')),
    ],
    'hang-up-on-prototype-resource': [
      'dies of a resource named constructor',
      hangingUp(({ target }) => target.includes('/constructor/')),
    ],
    'hang-up-on-many-keys': [
      'closes the connection where more than five hundred tagKeys come',
      hangingUp(({ body }) => bodyText(body).split(',').length > 500),
    ],
    'hang-up-when-reply-is-large': [
      'closes the connection where the reply does not fit a buffer of four kilobytes',
      hangingUp((_, { body }) => body.length > BUFFER),
    ],
    'hang-up-on-expect': [
      'closes the connection where a client expects 100-continue',
      hangingUp((incoming) => headerOf(incoming, 'Expect') !== undefined),
    ],
  },
  '1/json': {
    'nan-in-reply': [
      'writes NaN for the errorCode of a missing subject',
      writing(NOT_FOUND, (text) => text.replace(ERROR_CODE, '$1NaN')),
    ],
    'guard-before-json': [
      'writes a guard against script inclusion before the JSON',
      writing(OK, (text) => `)]}',\n${text}`),
    ],
    'text-behind-json': [
      'writes a timing comment behind the JSON on one endpoint',
      on(
        ['characterPlayer.client'],
        writing(ANY, (text) => `${text}\n<!-- 3 ms -->`),
      ),
    ],
    'refusals-without-body': [
      'answers what it refuses with HTTP 200 and an empty body',
      writing(REFUSED, () => ''),
    ],
    'reply-in-latin1': ['writes the reply in latin1', writing(ANY, (text) => Buffer.from(text, 'latin1'))],
    'backslashes-not-escaped': [
      'does not escape backslashes in tags',
      writing(TAGS, (text) => text.replaceAll('\\\\', '\\')),
    ],
    'reply-cut-at-buffer': ['cuts the reply at eight thousand bytes', cutTo(() => 8000)],
    'length-in-characters': ['sends as many bytes as the reply has characters', cutTo((text) => text.length)],
  },
  '1/json/bom': {
    'byte-order-mark': ['writes a byte order mark before the JSON', writing(ANY, (text) => `\uFEFF${text}`)],
  },
  '1/json/type': {
    'reply-as-text': [
      'calls the JSON text/plain',
      withHeader(ANY, CONTENT_TYPE, 'text/plain; charset=utf-8'),
    ],
    'refusals-without-type': [
      'leaves Content-Type out where it refuses',
      withHeader(REFUSED, CONTENT_TYPE, undefined),
    ],
  },
  'principle/uncompressed': {
    'large-replies-compressed': [
      'compresses long replies, though no request asked for it',
      encoding(ANY, (encoded) =>
        encoded.body.length < LARGE
          ? encoded
          : {
              ...encoded,
              headers: [...encoded.headers, 'Content-Encoding', 'gzip'],
              body: gzipSync(encoded.body),
            },
      ),
    ],
  },
  '1/envelope': {
    'envelope-in-array': ['puts the envelope into an array', enveloping(ANY, (envelope) => [envelope])],
    'tags-without-envelope': ['answers with the array of tags alone', enveloping(TAGS, tagsOnly)],
    'envelope-as-text': [
      'writes the envelope as JSON in a JSON string on one endpoint',
      on(
        ['gamePlayer.server'],
        writing(ANY, (text) => JSON.stringify(text)),
      ),
    ],
    'success-without-return-code': [
      'leaves returnCode out where all went well',
      enveloping(OK, drop(ENVELOPE.returnCode)),
    ],
    'refusal-without-return-code': [
      'calls the returnCode of a refusal code',
      enveloping(REFUSED, rename(ENVELOPE.returnCode, 'code')),
    ],
  },
});
