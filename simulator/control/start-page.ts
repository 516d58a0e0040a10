/** What a browser gets that asks for `/`: the way to the console. Any other request for it is one to the backend. */
import type { IncomingMessage } from 'node:http';
import { CONTROL_PREFIX } from './control-target.ts';

const FOUND = 302;

/** Whether a browser asks for a page, as it does for an address in its address bar. */
export const asksForStart = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.accept?.includes('text/html') === true;

export const TO_CONSOLE = {
  status: FOUND,
  headers: ['Location', `${CONTROL_PREFIX}/`, 'Content-Length', '0', 'Vary', 'Accept'],
} as const;
