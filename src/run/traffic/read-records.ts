/** From the bytes of a file to the exchanges that it holds; what kind of file it is shows in what stands in it, not in its name. */
import { TagproofError } from '../../base/errors.ts';
import { parsedJson } from '../../base/text/parsed-json.ts';
import { harEntry, isUtf8Text, listOf, objectOf, textOrEmpty } from './har.ts';
import { JsonScanner, type RawRecord } from './json-scanner.ts';
import type { Recorded } from './recorded.ts';

/** What came of reading a recording. */
interface ReadCounts {
  exchanges: number;
  unreadable: number;
  tooLong: number;
  /** Why it was not read to its end, and the first record that could not be read. */
  readonly trouble: string[];
  /** A `file` error: it can't be read, or is not JSON. */
  error?: TagproofError;
}

/** The words for the places of lists: `entries[412]`; a line counts from 1. */
const placeOf = ({ list, index }: Pick<RawRecord, 'list' | 'index'>): string =>
  list === undefined ? `${index + 1}` : `${list}[${index}]`;

/** What a HAR has of a body: that it is not whole where only its beginning was recorded, or where it was no text. */
function bodyOf(message: unknown): { readonly text: string; readonly truncated: boolean } {
  const { body, bytes } = objectOf(message);
  const text = textOrEmpty(body);
  const isWhole = typeof bytes !== 'number' || bytes <= Buffer.byteLength(text);
  return { text, truncated: message === undefined || !isWhole || !isUtf8Text(text) };
}

const START = /^(\S+) (.*?)(?: \(([^()]*)\))?$/s;

/** An exchange of our own, of a case or of the simulator's journal, as an entry of a HAR; what is none stays as it is. */
function asHarEntry(value: unknown): unknown {
  const { target, at, ms, request, reply, ...own } = objectOf(value);
  const [, method = own['method'], url = target, way = ''] =
    START.exec(textOrEmpty(objectOf(request)['start'])) ?? [];
  if (typeof method !== 'string' || typeof url !== 'string') return value;
  const posted = bodyOf(request);
  const status = own['status'] ?? Number(/\b\d{3}\b/.exec(textOrEmpty(objectOf(reply)['start']))?.[0]);
  return {
    startedDateTime: at,
    time: ms,
    request: {
      method,
      url,
      headers: objectOf(request)['headers'],
      ...((posted.text !== '' || posted.truncated) && { postData: posted }),
      comment: `sent as ${way}`,
    },
    response: { status, headers: objectOf(reply)['headers'], content: bodyOf(reply) },
  };
}

/** The exchanges of one record; undefined: it is none of ours. Events of a run that are no cases hold none. */
function exchangesOf(
  value: unknown,
  list: string | undefined,
  origin: string,
): readonly Recorded[] | undefined {
  const { kind, exchanges, others } = objectOf(value);
  if (list === undefined && (kind === 'run-started' || kind === 'run-finished')) return [];
  if (list !== 'entries' && Array.isArray(exchanges))
    return [...exchanges, ...listOf(others)].flatMap(
      (each, index) => harEntry(asHarEntry(each), `${origin}.exchanges[${index}]`) ?? [],
    );
  const entry = harEntry(asHarEntry(value), origin);
  const isOfFault = typeof objectOf(value)['fault'] === 'string';
  return entry === undefined ? undefined : [isOfFault ? { ...entry, isOfFault } : entry];
}

/** Reads a recording: its exchanges in their order. `file` is how its places are named. */
export async function readRecords(
  chunks: AsyncIterable<Buffer>,
  file: string,
  add: (recorded: Recorded) => void,
): Promise<ReadCounts> {
  const counts: ReadCounts = { exchanges: 0, unreadable: 0, tooLong: 0, trouble: [] };
  const scanner = new JsonScanner(file);
  const read = ({ bytes, ...record }: RawRecord): void => {
    const origin = `${file}#${placeOf(record)}`;
    if (bytes === undefined) {
      counts.tooLong += 1;
      return;
    }
    const exchanges = exchangesOf(parsedJson(bytes.toString()), record.list, origin);
    if (exchanges === undefined && counts.unreadable++ === 0)
      counts.trouble.push(`${origin}: no exchange that can be read`);
    for (const each of exchanges ?? []) {
      counts.exchanges += 1;
      add(each);
    }
  };
  try {
    for await (const chunk of chunks) for (const record of scanner.records(chunk)) read(record);
    const cut = scanner.cut();
    if (cut !== undefined) counts.trouble.unshift(`${file}: ${cut}`);
  } catch (error) {
    if (!(error instanceof TagproofError) || error.code !== 'file') throw error;
    counts.trouble.push(error.message);
    counts.error = error;
  }
  return counts;
}
