/** Requests without credentials: refused by every backend, and answered by every one. */
import { ENDPOINTS, METHOD, type Endpoint } from '../../spec/endpoints.ts';
import { CONTENT_TYPE, JSON_TYPE } from '../../spec/headers.ts';
import { bodyOf, userAgent, type Request } from '../../http/request.ts';

const bareRequest = ({ id, path }: Endpoint): Request => ({
  endpoint: id,
  method: METHOD,
  path,
  headers: [
    ['User-Agent', userAgent('preflight')],
    [CONTENT_TYPE, JSON_TYPE],
  ],
  body: bodyOf('{}'),
});

export const PREFLIGHT_REQUESTS = ENDPOINTS.filter(({ variant }) => variant === 'server').map(bareRequest);

/** The request that distinguishes a target that is gone from one that does not answer some request. */
export const CONTROL_REQUEST: Request = PREFLIGHT_REQUESTS[0] ?? bareRequest(ENDPOINTS[0] as Endpoint);
