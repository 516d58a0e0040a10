/** How strictly the reply to a request is judged whatever its outcome. */
import { endpointOf, METHOD } from '../../contract/endpoints.ts';
import { asText } from '../../http/header-value.ts';
import type { Request } from '../../http/request.ts';
import { isUnjudgedWire } from '../../http/alterations/wire-alterations.ts';
import { LONG_HEAD } from '../../rules/reading/optional-http.ts';
import type { Strictness } from './allowed.ts';

/** Methods whose reply has no body, or which speak of the connection rather than of the service. */
const UNJUDGED: ReadonlySet<string> = new Set(['HEAD', 'OPTIONS', 'CONNECT', 'TRACE']);

/** What no header value may hold (RFC 9110 §5.5): all control characters but the tab. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\0-\x08\x0a-\x1f\x7f]/;

/** Whether a server may refuse the head as HTTP: it is long, or malformed. */
function mayBeRefused({ headers }: Request): boolean {
  let bytes = 0;
  for (const [name, value] of headers) {
    const text = asText(value);
    if (CONTROL.test(text)) return true;
    bytes += name.length + text.length + 4;
  }
  return bytes > LONG_HEAD;
}

export function strictnessOf(request: Request): Strictness {
  if (isUnjudgedWire(request.wire)) return 'only liveness';
  if (UNJUDGED.has(request.method) || mayBeRefused(request)) return 'only liveness';
  return request.method === METHOD && request.path === endpointOf(request.endpoint).path
    ? 'endpoint'
    : 'outside the API';
}
