/** Defects against §1 and §7.1: a body that is not a JSON object is refused as InvalidRequestParameters; any request uses POST. */
import { METHOD } from '../../../src/spec/endpoints.ts';
import { sending } from '../../alterations/answers.ts';
import { crashingOn, receiving, receivingText } from '../../alterations/requests.ts';
import { refusingAs } from '../../alterations/rules.ts';
import { breaking, type Alter, type Mutant } from '../mutant.ts';

const EMPTY_OBJECT = '{}';

/** The text up to the end of its first object. */
function firstObject(text: string): string {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/gs)) {
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (token === '}' && depth === 0) return text.slice(0, index + 1);
  }
  return text;
}

/** A text that ends too early, ended. */
function completed(text: string): string {
  if (!text.startsWith('{') || text.endsWith('}')) return text;
  const quotes = text.replaceAll(/\\./g, '').split('"').length - 1;
  return `${text}${quotes % 2 === 1 ? '"' : ''}}`;
}

function fromForm(text: string): string {
  return /^\w+=\w+$/.test(text) ? JSON.stringify(Object.fromEntries(new URLSearchParams(text))) : text;
}

function unquoted(text: string): string {
  return text.startsWith('"') ? String(JSON.parse(text)) : text;
}

const restBehind = (text: string): string => {
  const first = firstObject(text);
  return first.startsWith('{') ? text.slice(first.length) : '';
};

/** The bytes after one body come before the next one, as if the connection were read on from where a parser stopped. */
const keepingRest: Alter = (stages) => {
  let kept = '';
  return receivingText((text) => {
    const first = firstObject(text);
    const whole = kept + (restBehind(text) === '' ? text : first);
    kept = restBehind(text);
    return whole;
  })(stages);
};

const refusingBody = (of: (text: string) => boolean): Alter =>
  crashingOn((_, { body, method }) => method === METHOD && of(Buffer.from(body ?? []).toString('utf8')));

/** These methods do as POST does. */
const asPost = (...methods: readonly string[]): Alter =>
  receiving((incoming) => (methods.includes(incoming.method) ? { ...incoming, method: METHOD } : incoming));

export const BODY_MUTANTS: readonly Mutant[] = breaking({
  '1/json-body': {
    'malformed-body-as-internal-error': [
      'answers a body that is not JSON with InternalServerError',
      refusingAs('shape', 'InternalServerError', ({ body }) => body.is === 'not-json'),
    ],
    'other-json-as-unknown-error': [
      'answers JSON that is not an object with UnknownError',
      refusingAs('shape', 'UnknownError', ({ body }) => body.is === 'not-object'),
    ],
    'text-behind-body-kept': [
      'keeps the text behind the object of a body and puts it before the next body',
      keepingRest,
    ],
    'text-behind-body-crashes': [
      'answers text behind the object of a body with InternalServerError',
      refusingBody((text) => restBehind(text) !== ''),
    ],
    'utf-16-crashes': [
      'answers a body in UTF-16 or UTF-32 with InternalServerError',
      refusingBody((text) => text.includes('\0{') || text.includes('{\0')),
    ],
    'odd-quotes-crash': [
      'answers single quotes, and names without quotes, with InternalServerError',
      refusingBody((text) => /^\{(?:'|\w+:)/.test(text)),
    ],
    'form-read-as-object': ['reads a web form as the members of an object', receivingText(fromForm)],
    'array-unwrapped': [
      'reads an array of one object as the object',
      receivingText((text) => (/^\[\{.*\}\]$/s.test(text) ? text.slice(1, -1) : text)),
    ],
    'string-unwrapped': ['reads a string that holds an object as the object', receivingText(unquoted)],
    'null-body-as-object': [
      'reads null as an object without members',
      receivingText((text) => (text === 'null' ? EMPTY_OBJECT : text)),
    ],
    'bare-values-as-object': [
      'reads true and false as an object without members',
      receivingText((text) => (text === 'true' || text === 'false' ? EMPTY_OBJECT : text)),
    ],
    'cut-body-mended': ['completes a body that was cut', receivingText(completed)],
    'line-breaks-dropped': [
      'drops raw line breaks, also those inside a string',
      receivingText((text) => text.replaceAll(/[\r\n]/g, '')),
    ],
    'escaped-names-not-read': [
      'takes a body with escapes in it for no JSON',
      receivingText((text) => (/\\u00[2-7]/.test(text) ? '' : text)),
    ],
    'blanks-before-body-not-read': [
      'takes a body that begins with white space for no JSON',
      receivingText((text) => (/^\s/.test(text) ? '' : text)),
    ],
  },
  '1/one-target': {
    'last-object-counts': [
      'reads the last of two objects in a row',
      receivingText((text) => (restBehind(text).trim().startsWith('{') ? restBehind(text) : text)),
    ],
  },
  '1/http-200/chunked': {
    'chunked-body-not-read': [
      'reads only bodies whose length is announced',
      receiving((incoming) =>
        incoming.headers.some((text) => text.toLowerCase() === 'transfer-encoding')
          ? { ...incoming, body: undefined }
          : incoming,
      ),
    ],
  },
  '1/post': {
    'get-runs-operation': ['runs the operation for GET, too', asPost('GET')],
    'other-methods-run-operation': [
      'runs the operation for PUT, PATCH and DELETE, too',
      asPost('PUT', 'PATCH', 'DELETE'),
    ],
    'other-methods-as-http-501': [
      'answers other methods with HTTP 501',
      sending((encoded, { method }) => (method === METHOD ? encoded : { ...encoded, status: 501 })),
    ],
  },
});
