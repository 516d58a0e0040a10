/** A request of the journal as a curl line. */
import type { EntryDetails } from '../../../journal/journal-shapes.ts';

/** Headers that curl makes by itself. */
const OWN = /^(?:host|connection|content-length|transfer-encoding|accept-encoding)$/i;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A header for a shell: a secret that the journal hides is a variable, which only double quotes fill in. */
const headerOf = ([name, value]: readonly [name: string, value: string]): string =>
  /^\$\w+$/.test(value) ? `"${name}: ${value}"` : quoted(`${name}: ${value}`);

export const curlOf = ({ method, target, request }: EntryDetails, origin: string): string =>
  [
    `curl -sS -X ${method} ${quoted(origin + target)}`,
    ...request.headers.filter(([name]) => !OWN.test(name)).map((header) => `-H ${headerOf(header)}`),
    ...(request.body === '' ? [] : [`--data-binary ${quoted(request.body)}`]),
  ].join(' ');
