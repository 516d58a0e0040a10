/** Exchanges in our own records as entries of a HAR: those of a case, in the events of a run or its JSON report, and of the simulator's journal. */
import { isText, objectOf, textOf } from './recorded.ts';

/** What a HAR has of a body: that it is not whole where only its beginning was recorded, or where it was no text. */
function bodyOf(message: unknown): { readonly text: string; readonly truncated: boolean } {
  const { body, bytes } = objectOf(message);
  const text = textOf(body);
  const isWhole = typeof bytes !== 'number' || bytes <= Buffer.byteLength(text);
  return { text, truncated: message === undefined || !isWhole || !isText(text) };
}

function entryOf(own: object, start: object, request: unknown, status: unknown, reply: unknown): object {
  const posted = bodyOf(request);
  return {
    ...own,
    request: {
      ...start,
      headers: objectOf(request)['headers'],
      ...((posted.text !== '' || posted.truncated) && { postData: posted }),
    },
    response: { status, headers: objectOf(reply)['headers'], content: bodyOf(reply) },
  };
}

const START = /^(\S+) (.*?)(?: \(([^()]*)\))?$/s;

/** An exchange of our own as an entry; what is none stays as it is. */
export function asHarEntry(value: unknown): unknown {
  const { method, target, at, ms, status, request, reply } = objectOf(value);
  if (typeof method === 'string' && typeof target === 'string')
    return entryOf({ startedDateTime: at }, { method, url: target }, request, status, reply);
  const [, sent, url, way = ''] = START.exec(textOf(objectOf(request)['start'])) ?? [];
  if (sent === undefined) return value;
  const code = Number(/\b\d{3}\b/.exec(textOf(objectOf(reply)['start']))?.[0]);
  const start = { method: sent, url, comment: `sent as ${way}` };
  return entryOf({ startedDateTime: at, time: ms }, start, request, code, reply);
}
