import { OF_COMMAND, unicodeEscape } from '../../text/visible.ts';

const ESCAPED = new RegExp(String.raw`[^\u0000-\u007e]|${OF_COMMAND}`, 'giu');

/** JSON whose other characters than those of ASCII are escapes: no terminal obeys it, and making it safe to print leaves it JSON. */
export const asciiJson = (json: string): string => json.replaceAll(ESCAPED, unicodeEscape);
