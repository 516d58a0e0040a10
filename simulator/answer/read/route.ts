/** From method and request target to the endpoint, or to what else the dialect does (§4.1; questions operation.unknown to path.spelling). */
import { API_PREFIX, ENDPOINTS, METHOD, OPERATION, type Endpoint } from '../../../src/spec/endpoints.ts';
import type { OptionOf } from '../../../src/spec/dialect/question-register.ts';
import { refusal, type BackendAnswer } from '../answer.ts';
import { optionOf, type Options } from '../options-at.ts';
import { originForm, plainPath } from '../../../src/judge/rules/reading/path-spelling.ts';

type Route =
  | { readonly kind: 'endpoint'; readonly endpoint: Endpoint }
  | { readonly kind: 'answered'; readonly answer: BackendAnswer };

export type Router = (method: string, target: string) => Route;

const answeredRoute = (answer: BackendAnswer): Route => ({ kind: 'answered', answer });
const statusRoute = (code: number): Route => answeredRoute({ kind: 'http', status: code });
/** The method and the body are sent again (RFC 9110 §15.4.9). */
const PERMANENT_REDIRECT = 308;

const NO_SUCH_PATH = `no operation has this path; ${METHOD} to ${API_PREFIX}/{resource}/{variant}/${OPERATION}, spelt exactly so`;
const NO_SUCH_METHOD = `the operations are called with ${METHOD}, not with this method`;

/** §7.1: the operation code is unknown (question operation.unknown). */
const UNKNOWN_OPERATION_ROUTES = {
  OperationInvalid: answeredRoute(refusal('OperationInvalid', NO_SUCH_PATH)),
  SecretInvalid: answeredRoute(refusal('SecretInvalid', NO_SUCH_PATH)),
  'another status': statusRoute(404),
} as const satisfies Record<OptionOf<'operation.unknown'>, Route>;

/** §1: any request uses POST (question method.other). Undefined: the operation runs all the same. */
const ANOTHER_METHOD = {
  OperationInvalid: answeredRoute(refusal('OperationInvalid', NO_SUCH_METHOD)),
  'HTTP 404 or 405': statusRoute(405),
  'another refusal': answeredRoute(refusal('OperationNotAuthorized', NO_SUCH_METHOD)),
  'another status': statusRoute(501),
  answered: undefined,
} as const satisfies Record<OptionOf<'method.other'>, Route | undefined>;

/** Question path.spelling: what a path gets that only differs in spelling from that of an endpoint. */
const ANOTHER_SPELLING = {
  'the endpoint': (found: Route) => found,
  'an unknown operation': () => undefined,
  'a redirect': (_: Route, location: string) =>
    answeredRoute({ kind: 'http', status: PERMANENT_REDIRECT, location }),
  'another status': () => statusRoute(404),
} as const satisfies Record<
  OptionOf<'path.spelling'>,
  (found: Route, canonical: string) => Route | undefined
>;

/** `/base/` and `base` as `/base`; the root as nothing. */
export function basePathOf(text: string): string {
  const path = text.replace(/^\/*/, '/').replace(/\/+$/, '');
  return path === '/' ? '' : path;
}

/** A router for the nine paths below a base path (§4.1: a prefix of the base URL is kept). */
export function routerFor(options: Options, basePath: string): Router {
  const base = basePathOf(basePath);
  const routes = ENDPOINTS.map(
    (endpoint) => [`${base}${endpoint.path}`, { kind: 'endpoint', endpoint }] as const,
  );
  const byPath: ReadonlyMap<string, Route> = new Map(routes);
  const byPlainPath = new Map(routes.map(([path, route]) => [plainPath(path), { path, route }] as const));
  const unknown = UNKNOWN_OPERATION_ROUTES[optionOf(options, 'operation.unknown')];
  const another = ANOTHER_METHOD[optionOf(options, 'method.other')];
  const spelt = ANOTHER_SPELLING[optionOf(options, 'path.spelling')];

  const respelt = (target: string): Route | undefined => {
    const path = originForm(target);
    const exact = byPath.get(path);
    if (exact !== undefined) return exact;
    const near = byPlainPath.get(plainPath(path));
    return near === undefined ? undefined : spelt(near.route, near.path);
  };
  return (method, target) => {
    if (method !== METHOD && another !== undefined) return another;
    return byPath.get(target) ?? respelt(target) ?? unknown;
  };
}
