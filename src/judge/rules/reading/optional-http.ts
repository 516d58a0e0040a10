/**
 * What HTTP itself lets a server refuse, and with which status (question http.optional).
 * A 415 for another media type is an answer to the questions about Content-Type (`content-type-kind.ts`).
 */

/** Parts of a request that excuse a status. */
const OPTIONAL_HTTP = {
  /** A body in chunks, without a Content-Length. */
  'no-length': [411],
  expect: [417],
  'old-version': [426, 505],
  'long-head': [431],
  'long-body': [413],
} as const satisfies Record<string, readonly number[]>;

export type OptionalHttp = keyof typeof OPTIONAL_HTTP;

/** Bytes of a head from which on a server may refuse it as HTTP. */
export const LONG_HEAD = 8192;
/** Bytes of a body from which on a proxy may refuse it before the backend sees it (nginx, by default). */
const LONG_BODY = 1_048_576;

/** The statuses that are excused; none: the request is one that every server has to take. */
export function excusedStatuses(found: Iterable<OptionalHttp>): readonly number[] {
  return Array.from(found, (each) => OPTIONAL_HTTP[each]).flat();
}

/** The parts of a request that excuse a status, by its version, header lines and size. */
export function optionalParts(
  version: string | undefined,
  lines: Iterable<readonly [name: string, value: string]>,
  bodyBytes: number,
): ReadonlySet<OptionalHttp> {
  const found = new Set<OptionalHttp>();
  if (bodyBytes > LONG_BODY) found.add('long-body');
  if (version === '1.0') found.add('old-version');
  let bytes = 0;
  for (const [name, value] of lines) {
    bytes += name.length + value.length + ': \r\n'.length;
    const key = name.toLowerCase();
    if (key === 'transfer-encoding') found.add('no-length');
    if (key === 'expect') found.add('expect');
  }
  if (bytes > LONG_HEAD) found.add('long-head');
  return found;
}
