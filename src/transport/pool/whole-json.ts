/** Whether bytes are a JSON object to which only blanks can be added. */
import { beyondBounds } from '../../http/reply-bounds.ts';

const text = new TextDecoder('utf-8', { fatal: true });

export function isWholeJson(bytes: Uint8Array): boolean {
  if (bytes.length === 0 || beyondBounds(bytes) !== undefined) return false;
  try {
    const value: unknown = JSON.parse(text.decode(bytes));
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
