/** What HTTP headers can carry (RFC 9110 §5), and which headers are not for files to set. */
import { CONTRACT_HEADERS } from '../spec/headers.ts';

/** The transport sets these by itself. */
const WIRE_HEADERS = [
  'Host',
  'Content-Length',
  'Transfer-Encoding',
  'Connection',
  'Keep-Alive',
  'Upgrade',
  'Expect',
  'TE',
  'Trailer',
];

const owned = new Map<string, string>([
  ...CONTRACT_HEADERS.map(
    (name) =>
      [
        name.toLowerCase(),
        `the document's own header; keys, tokens and games are declared under world`,
      ] as const,
  ),
  ...WIRE_HEADERS.map((name) => [name.toLowerCase(), 'set by the transport'] as const),
]);

/** Why a header may not have this name; undefined when it may. */
export function headerNameProblem(name: string): string | undefined {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
    return "is not a header name: letters, digits and !#$%&'*+-.^_`|~";
  const owner = owned.get(name.toLowerCase());
  return owner === undefined ? undefined : `can't be set here: ${owner}`;
}

/** Why a header can't carry a value; undefined when it can. */
export function headerValueProblem(value: string): string | undefined {
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(value))
    return 'holds a control character or a line break, which no header can carry';
  if (/[\u0100-\uffff]/.test(value)) return 'holds a character beyond Latin-1, which no header can carry';
  return /^ | $/.test(value) ? 'begins or ends with a blank, which headers lose' : undefined;
}
