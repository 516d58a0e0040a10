/** Shows the data that the page holds. */
import { render } from 'preact';
import type { Page } from '../page-data.ts';
import { MatrixView } from './matrix-view.tsx';
import { ToleranceView } from './tolerance-view.tsx';
import { RunView } from './run-view.tsx';

const page = JSON.parse(document.getElementById('data')?.textContent ?? '') as Page;
const root = document.getElementById('page');

function view() {
  if (page.kind === 'run') return <RunView page={page} />;
  return page.kind === 'matrix' ? <MatrixView page={page} /> : <ToleranceView page={page} />;
}

if (root !== null) render(view(), root);
