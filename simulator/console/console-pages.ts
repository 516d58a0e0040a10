/** The console as the control API serves it: one page, which asks the API with the token that it is given. */
import { pageBundle } from '../../src/base/page/bundle.ts';
import { pageDocument, policyOf } from '../../src/base/page/document.ts';
import type { Pages } from '../control/control-server.ts';

/** The page asks its own server alone, and no page frames it. */
const DIRECTIVES: readonly string[] = ["connect-src 'self'", 'img-src data:', "frame-ancestors 'none'"];

type Served = ReturnType<Pages>;

function consolePage(): Served {
  const bundle = pageBundle('console');
  const headers = [
    'Content-Security-Policy',
    policyOf(bundle, DIRECTIVES),
    'Referrer-Policy',
    'no-referrer',
    'X-Frame-Options',
    'DENY',
    'Cross-Origin-Opener-Policy',
    'same-origin',
  ];
  const body = pageDocument({
    bundle,
    title: 'Console of the getTag simulator',
    head: '<link rel="icon" href="data:,">',
    body: '<noscript><p>The console needs its script. The control API does the same without it: docs/control-api.md.</p></noscript>',
  });
  return { type: 'text/html; charset=utf-8', body, headers };
}

let page: Served;

/** The files of the console; the page is made when it is first asked for. */
export const consolePages: Pages = (path) => (path === '/' ? (page ??= consolePage()) : undefined);
