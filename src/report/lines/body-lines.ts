/** A body as it is shown to people: laid out where it is short JSON, cut where it is long. */
import type { RedactedMessage } from '../../engine/events.ts';
import { prettyJson } from '../../text/pretty-json.ts';
import { visibleLine } from '../../text/visible.ts';

const PRETTY_CHARACTERS = 2000;
const PRETTY_LINES = 40;
const RAW_CHARACTERS = 600;
const RAW_LINES = 20;

function prettyLines(body: string): readonly string[] | undefined {
  if (body.length > PRETTY_CHARACTERS) return undefined;
  const lines = prettyJson(body)?.split('\n');
  return lines !== undefined && lines.length <= PRETTY_LINES ? lines : undefined;
}

function rawLines(body: string): readonly string[] {
  return body.slice(0, RAW_CHARACTERS).split('\n').slice(0, RAW_LINES);
}

/** Safe to print, without indentation; the last line says how many bytes there are if not all are shown. */
export function bodyLines({ body, bytes }: RedactedMessage): readonly string[] {
  const pretty = prettyLines(body);
  const raw = rawLines(body);
  const lines = (pretty ?? raw).map(visibleLine);
  const whole = bytes <= Buffer.byteLength(body) && (pretty !== undefined || raw.join('\n') === body);
  return whole ? lines : [...lines, `… (${bytes} bytes in all)`];
}
