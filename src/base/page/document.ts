/** The HTML around a page: one document that carries its script and its style, and a policy by which the browser runs nothing else. */
import { createHash } from 'node:crypto';
import { escaperOf } from '../text/entities.ts';
import { visibleLine } from '../text/visible.ts';
import type { PageBundle } from './bundle.ts';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Nothing is fetched, no other script runs, no form is sent, and no text can become markup, whatever it holds: the browser
 * itself enforces this. `more` are directives of one page.
 */
export function policyOf({ script, style }: PageBundle, more: readonly string[] = []): string {
  return [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    ...more,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

const escaped = escaperOf('&<>"');

/** A text from outside as HTML. */
export const htmlText = (text: string): string => escaped(visibleLine(text));

interface PageDocument {
  readonly bundle: PageBundle;
  readonly title: string;
  /** Further lines of the head. */
  readonly head: string;
  /** Further lines of the body, above the script. */
  readonly body: string;
}

/** The document, whose script shows the page in the element with the id `page`. */
export function pageDocument({ bundle: { script, style }, title, head, body }: PageDocument): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${head}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${htmlText(title)}</title>
<style>${style}</style>
</head>
<body>
<div id="page"></div>
${body}
<script>${script}</script>
</body>
</html>
`;
}
