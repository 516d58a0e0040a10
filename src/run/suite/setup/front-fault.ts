/** What blocks the way to the backend: a wrong base path, a gateway, a redirect, seen in the replies to the first requests. */
import { endpointOf } from '../../../spec/endpoints.ts';
import { replyHeader, type Exchange } from '../../../http/exchange.ts';
import { cut } from '../../../judge/show.ts';
import { visibleLine } from '../../../base/text/visible.ts';
import { holdsEnvelope, replyText } from '../../../judge/reply/reply-body.ts';
import { MAX_SAID, type Tries } from './plain-try.ts';
import type { DeclaredPlace } from '../../../world/target-file/target-file.ts';

/** Something wrong with the set-up rather than with the backend. */
export interface SetupFault {
  /** What in the file it is about, for its place; undefined: the target as a whole. */
  readonly about: DeclaredPlace | undefined;
  /** What is wrong, in one line. */
  readonly message: string;
  /** What it may be, and what to do. */
  readonly hint: string;
}

/** Where a redirect leads. */
const locationOf = ({ outcome }: Exchange): string =>
  (outcome.kind === 'reply' ? replyHeader(outcome, 'location') : undefined) ?? 'another place';

/** Where it leads, without the endpoint's path. */
function redirectBase(exchange: Exchange): string {
  const location = locationOf(exchange);
  const { path } = endpointOf(exchange.request.endpoint);
  return location.endsWith(path) ? location.slice(0, -path.length) : location;
}

/** Whether a redirect leads to the path of the endpoint with a slash behind it: another target would change nothing. */
const addsSlash = (exchange: Exchange): boolean =>
  locationOf(exchange).endsWith(`${endpointOf(exchange.request.endpoint).path}/`);

/** What a status that comes to every request says, and what to do. */
const FRONTS: readonly (readonly [
  statuses: readonly number[],
  says: (first: Exchange, status: number) => string,
  hint: string,
])[] = [
  [
    [301, 302, 303, 307, 308],
    (first) => `every request is redirected to ${cut(redirectBase(first))}`,
    'use that URL as the target; redirects are never followed, as they would carry the secrets along',
  ],
  [
    [404, 405, 410],
    ({ request }, status) => `every path is answered with HTTP ${status}, for instance ${request.path}`,
    'is the base path of the target right? The paths of the document are added to it',
  ],
  [
    [401, 403],
    (_, status) => `every request is answered with HTTP ${status}, before it reaches the backend`,
    'does a gateway want credentials, or a certificate? See http.headers, http.cert and http.key of the target file',
  ],
  [
    [407],
    () => 'every request is answered with HTTP 407 by a proxy',
    'does the proxy want a login? See http.proxy of the target file',
  ],
];

/** What stands behind the target where all replies are the same, whatever is asked, and none has a returnCode. */
function sameReply(tries: Tries, exchanges: readonly Exchange[]): SetupFault | undefined {
  const said = new Set([
    ...tries.map(({ reply }) => (reply.kind === 'other' ? reply.said : undefined)),
    ...exchanges.map(({ outcome }) =>
      outcome.kind === 'reply' && outcome.status === 200 && !holdsEnvelope(outcome)
        ? replyText(outcome, MAX_SAID)
        : undefined,
    ),
  ]);
  const [body] = said;
  if (tries.length === 0 || said.size !== 1 || body === undefined) return undefined;
  return {
    about: undefined,
    message: `every request gets the same reply, without a returnCode: ${body === '' ? 'an empty body' : visibleLine(cut(body, 60))}`,
    hint: 'is this the backend? Something else may answer in its place, such as a stub or a health check',
  };
}

/** The one fault that all replies show alike; undefined where any of them comes from the backend. */
export function frontFault(tries: Tries, exchanges: readonly Exchange[]): SetupFault | undefined {
  const statuses = exchanges.map(({ outcome }) =>
    outcome.kind === 'no-reply' || holdsEnvelope(outcome) ? 200 : outcome.status,
  );
  const [first] = exchanges;
  const found = FRONTS.find(([ofFront]) => statuses.every((status) => ofFront.includes(status)));
  if (first === undefined || found === undefined) return sameReply(tries, exchanges);
  if (exchanges.every(addsSlash))
    return {
      about: undefined,
      message: `every request is redirected to a path with a slash at its end: ${cut(locationOf(first))}`,
      hint: 'the paths of the document have none: let the backend answer them without a redirect',
    };
  const [, says, hint] = found;
  return { about: undefined, message: says(first, statuses[0] ?? 0), hint };
}
