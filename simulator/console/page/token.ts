/** The token of the control API: taken out of the address at once, and kept for this tab of the browser alone. */
import { tokenIn } from './logic/place.ts';

const STORED = 'tagproof.control-token';

/** The token that the address brought or that was kept; empty: there is none. */
export function takeToken(): string {
  const given = tokenIn(location.hash);
  if (given !== undefined) {
    history.replaceState(null, '', location.pathname);
    keepToken(given);
  }
  return sessionStorage.getItem(STORED) ?? '';
}

export function keepToken(token: string): void {
  sessionStorage.setItem(STORED, token);
}

export function forgetToken(): void {
  sessionStorage.removeItem(STORED);
}
