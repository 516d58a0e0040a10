/** What blocks the way to the backend: a wrong base path, a gateway, a redirect, seen in the replies to every request. */
import { endpointOf } from '../../../spec/endpoints.ts';
import { replyHeader, type Exchange } from '../../../http/exchange.ts';
import { cut } from '../../../judge/show.ts';
import { holdsEnvelope } from '../../send/gateway.ts';
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

type Fault = Omit<SetupFault, 'about'>;

interface FrontRow {
  readonly statuses: readonly number[];
  readonly fault: (replies: readonly Exchange[], status: number) => Fault;
}

/** Where a redirect leads, without the endpoint's path; undefined where it leads elsewhere. */
function redirectBase({ request, outcome }: Exchange): string | undefined {
  const location = outcome.kind === 'reply' ? replyHeader(outcome, 'location') : undefined;
  const { path } = endpointOf(request.endpoint);
  return location?.endsWith(path) === true ? location.slice(0, -path.length) : location;
}

const ROWS: readonly FrontRow[] = [
  {
    statuses: [301, 302, 303, 307, 308],
    fault: (exchanges) => {
      const bases = new Set(exchanges.map(redirectBase));
      const [base = 'another place'] = bases;
      return {
        message: `every request is redirected to ${cut(base)}`,
        hint: 'use that URL as the target; redirects are never followed, as they would carry the secrets along',
      };
    },
  },
  {
    statuses: [404, 405, 410],
    fault: ([first], status) => ({
      message: `every path is answered with HTTP ${status}, for instance ${first?.request.path ?? ''}`,
      hint: 'is the base path of the target right? The paths of the document are added to it',
    }),
  },
  {
    statuses: [401, 403],
    fault: (_, status) => ({
      message: `every request is answered with HTTP ${status}, before it reaches the backend`,
      hint: 'does a gateway want credentials, or a certificate? See http.headers, http.cert and http.key of the target file',
    }),
  },
  {
    statuses: [407],
    fault: () => ({
      message: 'every request is answered with HTTP 407 by a proxy',
      hint: 'does the proxy want a login? See http.proxy of the target file',
    }),
  },
];

/** The one fault that all replies show alike; undefined where any of them comes from the backend. */
export function frontFault(exchanges: readonly Exchange[]): SetupFault | undefined {
  const statuses = new Set<number>();
  for (const { outcome } of exchanges) {
    if (outcome.kind !== 'reply' || outcome.status === 200 || holdsEnvelope(outcome)) return undefined;
    statuses.add(outcome.status);
  }
  const [status] = statuses;
  if (status === undefined) return undefined;
  const row = ROWS.find((each) => [...statuses].every((seen) => each.statuses.includes(seen)));
  return row === undefined ? undefined : { about: undefined, ...row.fault(exchanges, status) };
}
