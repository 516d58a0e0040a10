/** Defects against §1 and §7.1: a body that is not a JSON object is refused as InvalidRequestParameters; any request uses POST. */
import { METHOD } from '../../src/contract/endpoints.ts';
import { calling, receiving, receivingText } from '../alterations/requests.ts';
import { refusingAs } from '../alterations/rules.ts';
import type { Alter, Mutant } from './mutant.ts';

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
function mended(text: string): string {
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
  calling((call, { body, method }) => {
    if (method === METHOD && of(Buffer.from(body ?? []).toString('utf8')))
      throw new Error('a body that was not expected');
    return call;
  });

/** These methods do as POST does. */
const asPost = (...methods: readonly string[]): Alter =>
  receiving((incoming) => (methods.includes(incoming.method) ? { ...incoming, method: METHOD } : incoming));

const BODY: readonly Mutant[] = [
  {
    name: 'malformed-body-as-internal-error',
    clause: '1/json-body',
    description: 'answers a body that is not JSON with InternalServerError',
    alter: refusingAs('shape', 'InternalServerError', ({ body }) => body.is === 'not-json'),
  },
  {
    name: 'other-json-as-unknown-error',
    clause: '1/json-body',
    description: 'answers JSON that is not an object with UnknownError',
    alter: refusingAs('shape', 'UnknownError', ({ body }) => body.is === 'not-object'),
  },
  {
    name: 'text-behind-body-kept',
    clause: '1/json-body',
    description: 'keeps the text behind the object of a body and puts it before the next body',
    alter: keepingRest,
  },
  {
    name: 'last-object-counts',
    clause: '1/one-target',
    description: 'reads the last of two objects in a row',
    alter: receivingText((text) => (restBehind(text).trim().startsWith('{') ? restBehind(text) : text)),
  },
  {
    name: 'text-behind-body-crashes',
    clause: '1/json-body',
    description: 'answers text behind the object of a body with InternalServerError',
    alter: refusingBody((text) => restBehind(text) !== ''),
  },
  {
    name: 'utf-16-crashes',
    clause: '1/json-body',
    description: 'answers a body in UTF-16 or UTF-32 with InternalServerError',
    alter: refusingBody((text) => text.includes('\0{') || text.includes('{\0')),
  },
  {
    name: 'odd-quotes-crash',
    clause: '1/json-body',
    description: 'answers single quotes, and names without quotes, with InternalServerError',
    alter: refusingBody((text) => /^\{(?:'|\w+:)/.test(text)),
  },
  {
    name: 'form-read-as-object',
    clause: '1/json-body',
    description: 'reads a web form as the members of an object',
    alter: receivingText(fromForm),
  },
  {
    name: 'array-unwrapped',
    clause: '1/json-body',
    description: 'reads an array of one object as the object',
    alter: receivingText((text) => (/^\[\{.*\}\]$/s.test(text) ? text.slice(1, -1) : text)),
  },
  {
    name: 'string-unwrapped',
    clause: '1/json-body',
    description: 'reads a string that holds an object as the object',
    alter: receivingText(unquoted),
  },
  {
    name: 'null-body-as-object',
    clause: '1/json-body',
    description: 'reads null as an object without members',
    alter: receivingText((text) => (text === 'null' ? EMPTY_OBJECT : text)),
  },
  {
    name: 'bare-values-as-object',
    clause: '1/json-body',
    description: 'reads true and false as an object without members',
    alter: receivingText((text) => (text === 'true' || text === 'false' ? EMPTY_OBJECT : text)),
  },
  {
    name: 'cut-body-mended',
    clause: '1/json-body',
    description: 'ends a body by itself that was cut',
    alter: receivingText(mended),
  },
  {
    name: 'line-breaks-dropped',
    clause: '1/json-body',
    description: 'drops raw line breaks, also those inside a string',
    alter: receivingText((text) => text.replaceAll(/[\r\n]/g, '')),
  },
  {
    name: 'escaped-names-not-read',
    clause: '1/json-body',
    description: 'takes a body with escapes in it for no JSON',
    alter: receivingText((text) => (/\\u00[2-7]/.test(text) ? '' : text)),
  },
  {
    name: 'blanks-before-body-not-read',
    clause: '1/json-body',
    description: 'takes a body that begins with white space for no JSON',
    alter: receivingText((text) => (/^\s/.test(text) ? '' : text)),
  },
  {
    name: 'chunked-body-not-read',
    clause: '1/http-200/reply',
    description: 'reads only bodies whose length is announced',
    alter: receiving((incoming) =>
      incoming.headers.some((text) => text.toLowerCase() === 'transfer-encoding')
        ? { ...incoming, body: undefined }
        : incoming,
    ),
  },
];

const METHODS: readonly Mutant[] = [
  {
    name: 'get-runs-operation',
    clause: '1/post',
    description: 'runs the operation for GET, too',
    alter: asPost('GET'),
  },
  {
    name: 'other-methods-run-operation',
    clause: '1/post',
    description: 'runs the operation for PUT, PATCH and DELETE, too',
    alter: asPost('PUT', 'PATCH', 'DELETE'),
  },
  {
    name: 'other-methods-as-http-501',
    clause: '1/post',
    description: 'answers other methods with HTTP 501',
    alter: (stages) => ({
      ...stages,
      send: (encoded, incoming) =>
        stages.send(incoming.method === METHOD ? encoded : { ...encoded, status: 501 }, incoming),
    }),
  },
];

export const BODY_MUTANTS: readonly Mutant[] = [...BODY, ...METHODS];
