/** The console as the control API serves it: one page, which asks the API with the token that it is given. */
import { pageBundle } from '../../src/base/page/bundle.ts';
import { pageDocument, policyOf } from '../../src/base/page/document.ts';
import type { Pages } from '../control/control-server.ts';

/** The page asks its own server alone, and no page frames it. */
const DIRECTIVES: readonly string[] = ["connect-src 'self'", 'img-src data:', "frame-ancestors 'none'"];

type Served = ReturnType<Pages>;

/** Whose console it is: the proxy has no world, faults or dialect of its own. */
const TITLES = {
  simulator: 'Console of the getTag simulator',
  proxy: 'Console of tagproof proxy',
} as const;

export type ConsoleOf = keyof typeof TITLES;

function consolePage(of: ConsoleOf): Served {
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
    title: TITLES[of],
    head: `<link rel="icon" href="data:,">\n<meta name="console-of" content="${of}">`,
    body: '<noscript><p>The console needs its script. The control API does the same without it: docs/control-api.md.</p></noscript>',
  });
  return { type: 'text/html; charset=utf-8', body, headers };
}

/** The files of a console; the page is made when it is first asked for. */
export function consolePages(of: ConsoleOf): Pages {
  let page: Served;
  return (path) => (path === '/' ? (page ??= consolePage(of)) : undefined);
}
