/** The console in the element that is there for it. */
import { render } from 'preact';
import { App } from './app.tsx';

const place = document.querySelector('#page');
if (place !== null) render(<App />, place);
