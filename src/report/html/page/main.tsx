/** Shows the data that the page holds. */
import { render } from 'preact';
import type { Page } from '../page-data.ts';
import { RunView } from './run-view.tsx';

const page = JSON.parse(document.getElementById('data')?.textContent ?? '') as Page;
const root = document.getElementById('page');

if (root !== null) render(<RunView page={page} />, root);
