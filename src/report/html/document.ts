/** The page around its data: one file that makes no request. */
import { createHash } from 'node:crypto';
import { safeJson } from '../../text/safe-json.ts';
import { escaperOf } from '../../text/entities.ts';
import { visibleLine } from '../../text/visible.ts';
import { PAGE_SCRIPT, PAGE_STYLE } from './page-asset.ts';
import type { Page } from './page-data.ts';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Nothing is fetched, no other script runs, no form is sent, and no text can become markup, whatever a reply holds: the browser
 * itself enforces this.
 */
const POLICY = [
  "default-src 'none'",
  `script-src ${hashOf(PAGE_SCRIPT)}`,
  `style-src ${hashOf(PAGE_STYLE)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const escaped = escaperOf('&<>"');
const html = (text: string): string => escaped(visibleLine(text));

/** JSON inside a script element: no `<` is left that could end it. */
function embedded(page: Page): string {
  return safeJson(page).replaceAll('<', String.raw`\u003c`);
}

/** How every page begins. */
export const HTML_BEGINS =
  /^<!doctype html>\s[^]*<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-/;

/** The whole file. `without` is what a reader without scripts is shown. */
export function documentOf(page: Page, title: string, without: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${html(title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<div id="page"></div>
<noscript><p>${html(without)}</p><p>This page needs its script to show more; it fetches nothing.</p></noscript>
<script type="application/json" id="data">${embedded(page)}</script>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;
}
