import { unicodeEscape } from '../../text/visible.ts';

/** JSON whose other characters than those of ASCII are escapes: no terminal obeys it, and making it safe to print leaves it JSON. */
export const asciiJson = (json: string): string => json.replaceAll(/[\u007f-\uffff]/g, unicodeEscape);
