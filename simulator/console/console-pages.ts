/** The console as the control API serves it: one page, which asks the API with the token that it is given. */
import { createHash } from 'node:crypto';
import type { Pages } from '../control/control-server.ts';
import { CONSOLE_SCRIPT, CONSOLE_STYLE } from './console-asset.ts';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page asks its own server alone; no other script runs, no text becomes markup, and no page frames it. */
const POLICY = [
  "default-src 'none'",
  `script-src ${hashOf(CONSOLE_SCRIPT)}`,
  `style-src ${hashOf(CONSOLE_STYLE)}`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const HEADERS: readonly string[] = [
  'Content-Security-Policy',
  POLICY,
  'Referrer-Policy',
  'no-referrer',
  'X-Frame-Options',
  'DENY',
  'Cross-Origin-Opener-Policy',
  'same-origin',
];

const DOCUMENT = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Console of the getTag simulator</title>
<link rel="icon" href="data:,">
<style>${CONSOLE_STYLE}</style>
</head>
<body>
<div id="page"></div>
<noscript><p>The console needs its script. The control API does the same without it: docs/control-api.md.</p></noscript>
<script>${CONSOLE_SCRIPT}</script>
</body>
</html>
`;

const PAGE = { type: 'text/html; charset=utf-8', body: DOCUMENT, headers: HEADERS };

/** The files of the console. */
export const consolePages: Pages = (path) => (path === '/' ? PAGE : undefined);
