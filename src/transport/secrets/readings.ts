/** All that a reader makes of a text: its escapes read, its lists of bytes, and what is zipped in it. */
import { gunzipSync, constants } from 'node:zlib';
import { byteListView } from './byte-lists.ts';
import { viewsOf, type View } from './unescaped.ts';

/** The beginning of gzip in base64. */
const ZIPPED = /H4sI[\w+/-]{16,}/g;
/** A reply may hold any number of them, and each may unzip to any length. */
const MAX_ZIPPED = 8;
const MAX_UNZIPPED = 1024 * 1024;

function unzipped(base64: string): string {
  try {
    // It may be cut off.
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_UNZIPPED };
    return gunzipSync(Buffer.from(base64, 'base64'), options).toString();
  } catch {
    return '';
  }
}

function zippedViews(outer: View): readonly View[] {
  const found = outer.text.includes('H4sI') ? [...outer.text.matchAll(ZIPPED)] : [];
  return found.slice(0, MAX_ZIPPED).map(({ 0: base64, index }) => ({
    text: unzipped(base64),
    original: () => outer.original({ from: index, to: index + base64.length }),
  }));
}

/** The views in which secrets are searched. */
export function readingsOf(text: string): readonly View[] {
  const escapes = viewsOf(text);
  const [last] = escapes.slice(-1);
  if (last === undefined) return escapes;
  const list = byteListView(last);
  return [...escapes, ...(list === undefined ? [] : [list]), ...zippedViews(last)];
}
