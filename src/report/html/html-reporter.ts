/** The report as one HTML file that makes no request. */
import { lastLine } from '../record/verdict.ts';
import { pageBundle } from '../../base/page/bundle.ts';
import { htmlText, pageDocument, policyOf } from '../../base/page/document.ts';
import { safeJson } from '../../base/text/safe-json.ts';
import { summaryReporter } from '../facts/summary.ts';
import type { Reporter } from '../record/reporter.ts';
import { pageOf } from './page-data.ts';

/** One page when the run is over. A reader without scripts is shown the verdict. */
export const htmlReporter = (): Reporter =>
  summaryReporter((summary) => {
    const bundle = pageBundle('report');
    const { words } = summary.headline;
    const { target } = summary.started;
    const verdict = `${words}; ${lastLine(summary.finished.totals)}`;
    // No `<` is left that could end the element.
    const data = safeJson(pageOf(summary)).replaceAll('<', String.raw`\u003c`);
    return pageDocument({
      bundle,
      title: `${words} - ${target} (tagproof)`,
      head: `<meta http-equiv="Content-Security-Policy" content="${policyOf(bundle)}">`,
      body: `<noscript><p>${htmlText(target)}</p><p>${htmlText(verdict)}</p><p>This page needs its script to show more; it fetches nothing.</p></noscript>
<script type="application/json" id="data">${data}</script>`,
    });
  });
