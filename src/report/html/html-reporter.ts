/** The report as one HTML file that makes no request. */
import { lastLine } from '../record/verdict.ts';
import { pageBundle } from '../../base/page/bundle.ts';
import { htmlText, pageDocument, policyOf } from '../../base/page/document.ts';
import { safeJson } from '../../base/text/safe-json.ts';
import { headlineOf } from '../facts/headline.ts';
import { documentReporter, type Reporter } from '../record/reporter.ts';
import { type Page, runPage } from './page-data.ts';

/** The whole file. `without` is what a reader without scripts is shown. */
function documentOf(page: Page, title: string, without: string): string {
  const bundle = pageBundle('report');
  // No `<` is left that could end the element.
  const data = safeJson(page).replaceAll('<', String.raw`\u003c`);
  return pageDocument({
    bundle,
    title,
    head: `<meta http-equiv="Content-Security-Policy" content="${policyOf(bundle)}">`,
    body: `<noscript><p>${htmlText(without)}</p><p>This page needs its script to show more; it fetches nothing.</p></noscript>
<script type="application/json" id="data">${data}</script>`,
  });
}

/** One page when the run is over. */
export function htmlReporter(): Reporter {
  return documentReporter((record) => {
    const { words } = headlineOf(record);
    const { target } = record.started;
    return documentOf(
      runPage(record),
      `${words}: ${target} (tagproof)`,
      `${target}: ${words}. ${lastLine(record.finished.totals)}`,
    );
  });
}
